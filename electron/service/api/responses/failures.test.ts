import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendError } from './failures.ts';

let lines: string[];
let app: ReturnType<typeof open>;

function open() {
  const opened = fastify({ logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } } });
  opened.setErrorHandler(sendError);
  return opened;
}

beforeEach(() => {
  lines = [];
  app = open();
});
afterEach(() => app.close());

/** Asks for an address whose handler fails; the client leaves before that if `leaves`. */
async function failed(leaves: boolean): Promise<void> {
  const answered = new Promise<void>((resolve) => {
    app.addHook('onSend', async () => resolve());
  });
  app.addHook('onRequest', async (request) => {
    client.emit('asked');
    if (leaves) await once(request.raw.socket, 'close');
  });
  app.get('/', () => Promise.reject(new Error('Failed to connect: instance closed')));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const client = get({ port: (app.server.address() as AddressInfo).port, agent: new Agent() });
  client.on('error', () => {});
  client.on('response', (response) => response.resume());
  if (leaves) client.once('asked', () => client.destroy());
  await answered;
}

test('what fails is logged', async () => {
  await failed(false);
  expect(lines).toEqual([expect.stringContaining('instance closed')]);
});

test('what fails for a client that has gone is not logged', async () => {
  await failed(true);
  expect(lines).toEqual([]);
});
