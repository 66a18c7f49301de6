#!/usr/bin/env node
/**
 * Stands for Firefox when Playwright starts it: starts `ALMANAC_FIREFOX`, and passes on what both say by WebDriver BiDi.
 * Playwright follows the newest Firefox, while that of Debian has fewer commands.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

/** Sent for every context. Firefox answers that it does not know it, and no test needs it. */
const unknownCommand = 'emulation.setMediaFeaturesOverride';

const firefox = spawn(process.env.ALMANAC_FIREFOX ?? '', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.once('exit', (code) => process.exit(code ?? 1));
for await (const line of createInterface(firefox.stderr)) {
  const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
  process.stderr.write(`${address === undefined ? line : line.replace(address, await passOn(address))}\n`);
}

/** @returns the address of the bridge */
async function passOn(address: string): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  server.on('connection', (near, { url = '' }) => {
    const far = new WebSocket(address + url);
    const opened = once(far, 'open');
    near.on('message', async (data) => {
      await opened;
      const text = String(data);
      const { id, method } = JSON.parse(text) as { readonly id: number; readonly method: string };
      if (method === unknownCommand) near.send(JSON.stringify({ id, type: 'success', result: {} }));
      else far.send(text);
    });
    far.on('message', (data) => near.send(String(data)));
    near.once('close', () => far.close());
    far.once('close', () => near.close());
  });
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
