import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { usualLimits } from '../limits.ts';
import { openNetwork } from '../transport/network.ts';
import { openGetter } from './get-json.ts';

/** Well beyond the time that headers are awaited, which is measured in steps of half a second. */
const answerMs = 2_500;
const limits = { ...usualLimits, headersMs: 300, wholeMs: 20_000, attempts: 1 };

let server: Server;
let home: URL;
beforeAll(async () => {
  server = createServer((_request, response) => {
    setTimeout(() => response.setHeader('content-type', 'application/json').end('{"done":true}'), answerMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  home = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('waits for what a service has to calculate, but not for other answers', async () => {
  const network = openNetwork(home, limits);
  try {
    const getter = openGetter({ home, limits, network, tokenFor: () => null });
    const [calculated, other] = await Promise.allSettled([
      getter.getJson(new URL('profile/', home), { calculated: true }),
      getter.getJson(new URL('record/', home)),
    ]);
    expect(calculated).toMatchObject({ status: 'fulfilled', value: { value: { done: true } } });
    expect(other).toMatchObject({ status: 'rejected', reason: { kind: 'timeout' } });
  } finally {
    await network.close();
  }
});
