import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addConnection, openRemoteDataset } from '../actions/connect.ts';
import { startComputed } from '../computed/computed-service.ts';
import { expect, quitApp, shownTab, startApp, test } from '../support/app.ts';

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

test('a service is reached through the proxy that the system’s PAC script names', async () => {
  test.setTimeout(240_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-proxy-'));
  const service = await startComputed();
  const hosts: string[] = [];
  // It connects every host to the service, whose name does not resolve otherwise.
  const proxy = createServer().on('connect', (request, socket: Socket) => {
    hosts.push(request.url ?? '');
    const onward = connect(Number(new URL(service.url).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket);
      socket.pipe(onward);
    });
    for (const end of [socket, onward]) end.on('error', () => onward.destroy());
  });
  const port = await listen(proxy);
  const script = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/x-ns-proxy-autoconfig');
    response.end(`function FindProxyForURL(url, host) {
      return host === 'stats.example' ? 'PROXY 127.0.0.1:${port}' : 'DIRECT';
    }`);
  });
  const app = await startApp(folder, [`--proxy-pac-url=http://127.0.0.1:${await listen(script)}/proxy.pac`]);
  try {
    await addConnection(app.window, 'http://stats.example/', 'Behind a proxy');
    await openRemoteDataset(app.window, ['Behind a proxy', 'Computed', 'Three hundred columns']);
    await expect(app.window.locator(`${shownTab} [row-index="0"] [role="gridcell"]`).first()).not.toBeEmpty();
    expect(new Set(hosts)).toEqual(new Set(['stats.example:80']));
  } finally {
    await quitApp(app);
    await service.close();
    for (const server of [proxy, script]) server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
