import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiveUpload } from './receive.ts';

const forms = {
  'text/csv': 'a,b\n1,2\n',
  'multipart/form-data; boundary=x':
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\n1,2\n',
};

describe('a client that disconnects while its fields are being checked', () => {
  const app = fastify();
  let folder = '';
  let settle: (receiving: Promise<unknown>) => void;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'almanac-receive-'));
    await app.register(multipart);
    app.removeContentTypeParser('text/plain');
    app.addContentTypeParser('text/csv', (_request, _payload, done) => done(null));
    app.post('/', async (request) => {
      const onFields = async () => {
        if (!request.raw.closed) await new Promise((resolve) => request.raw.once('close', resolve));
      };
      const reception = { silenceMs: 600_000, onFields, makeRoom: async () => 0 };
      const receiving = receiveUpload(folder, request, reception);
      settle(receiving);
      return await receiving;
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(Object.entries(forms))('leaves nothing behind: %s', async (type, body) => {
    const outcome = new Promise((resolve) => {
      settle = resolve;
    });
    const { port, address } = app.server.address() as AddressInfo;
    const socket = connect(port, address);
    socket.on('error', () => {});
    socket.end(`POST / HTTP/1.1\r\nHost: here\r\nContent-Type: ${type}\r\nContent-Length: 1000000\r\n\r\n${body}`);
    await expect(outcome).rejects.toThrow();
    await expect.poll(() => readdir(path.join(folder, 'uploads'))).toEqual([]);
  });
});
