import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that drops a part of every saved query. */
export interface LossyProxy {
  readonly address: string;
  /** The dropped member of a query's parameters; null for none. */
  dropped: string | null;
  close(): Promise<void>;
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function without(body: Buffer, name: string): Buffer {
  const query = JSON.parse(body.toString('utf8')) as { parameters: Record<string, unknown> };
  const { [name]: _, ...parameters } = query.parameters;
  return Buffer.from(JSON.stringify({ ...query, parameters }));
}

/** Listens on its own port in front of a service on this computer. */
export async function openLossyProxy(service: string): Promise<LossyProxy> {
  const { hostname, port } = new URL(service);
  const server = createServer(async (incoming, outgoing) => {
    const { url: path = '/', method, headers } = incoming;
    const sent = await bodyOf(incoming);
    const { dropped } = proxy;
    const saves = method === 'POST' && path.includes('/queries/') && dropped !== null;
    const body = saves ? without(sent, dropped) : sent;
    const length = sent.length === 0 ? {} : { 'content-length': String(body.length) };
    const onward = request({ hostname, port, path, method, headers: { ...headers, ...length } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    onward.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: LossyProxy = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    dropped: null,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
