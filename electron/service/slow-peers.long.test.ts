import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseCount } from '../lib/testing/tier.ts';
import { addUser, issueToken } from './accounts/administer.ts';
import { createDataset } from './catalogue/records/datasets.ts';
import { createNamespace } from './catalogue/records/namespaces.ts';
import { publishVersion } from './operations/publish/publish.ts';
import { type Service, startService } from './service.ts';

let folder: string;
let service: Service;
let token: string;
const dataset = '/api/v1/namespaces/n/datasets/d/';

const opened = async (to = service): Promise<Socket> => {
  const { hostname, port } = new URL(to.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
};

/** Sends some bytes, then nothing more, and returns the response until the service closes the connection. */
async function answerTo(text: string): Promise<string> {
  const socket = await opened();
  let got = '';
  socket.on('data', (chunk) => {
    got += chunk.toString('latin1');
  });
  socket.write(text);
  await once(socket, 'close');
  return got;
}

const head = (method: string, target: string, headers: Record<string, string>) => {
  const all = { Host: new URL(service.url).host, Authorization: `Token ${token}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
};
const uploads = async () => await readdir(path.join(folder, 'uploads')).catch(() => []);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-slow-'));
  service = await startService({ dataFolder: folder, timeouts: { wholeMs: 1500, pieceMs: 1500, unreadMs: 1000 } });
  const { deps } = service;
  const { records } = deps.catalogue;
  await addUser(records, { username: 'anna', password: 'correct horse battery', isStaff: true });
  token = await issueToken(records, 'anna');
  const namespace = await createNamespace(records, { slug: 'n', label: 'N', published: true });
  const made = await createDataset(records, { namespaceId: namespace.id, slug: 'd', label: 'D' });
  const file = path.join(folder, 'rows.csv');
  const lines = Array.from({ length: 4_000 }, (_, row) => `${row},${randomBytes(1_600).toString('hex')}`);
  await writeFile(file, `a,b\n${lines.join('\n')}\n`);
  await publishVersion(deps, made.id, { path: file, format: 'csv' });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a client that stops sending', () => {
  const type = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': '100000' };
  const field = '--x\r\nContent-Disposition: form-data; name="licence"\r\n\r\nCC0\r\n';
  const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\n1,2\n';
  it.concurrent.for<[string, Record<string, string>, string]>([
    ['before the first part', type, ''],
    ['within a field', type, field.slice(0, -4)],
    ['between two parts', type, field],
    ['within the head of the file', type, file.slice(0, 50)],
    ['within the file', type, file],
    ['after the file', type, `${file}\r\n${field}`],
    ['within a plain body', { 'Content-Type': 'text/csv', 'Content-Length': '100000' }, 'a,b\n1,2\n'],
    [
      'within a plain body of chunks',
      { 'Content-Type': 'text/csv', 'Transfer-Encoding': 'chunked' },
      '8\r\na,b\n1,2\n\r\n',
    ],
  ])('%s: 408, disconnected, and nothing is left behind', async ([, headers, sent], { expect }) => {
    const got = await answerTo(head('POST', `${dataset}versions/`, headers) + sent);
    expect(got).toMatch(/^HTTP\/1\.1 408 /);
    expect(got).toMatch(/\r\nconnection: close\r\n/i);
    expect(got).toContain('{"detail":"The file took too long to arrive."}');
    await expect.poll(uploads).toEqual([]);
  });

  it('within the header of the request: 408, and disconnected', async () => {
    const got = await answerTo('GET /api/v1/meta/ HTTP/1.1\r\nHost: localhost\r\nX-');
    expect(got).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('a slow client that keeps sending is served', async () => {
    const body = 'a,b\n1,2\n3,4\n5,6\n';
    const socket = await opened();
    let got = '';
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1');
    });
    socket.write(
      head('POST', `${dataset}versions/`, { 'Content-Type': 'text/csv', 'Content-Length': String(body.length) }),
    );
    for (const letter of body) {
      socket.write(letter);
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
    await expect.poll(() => got).toMatch(/^HTTP\/1\.1 202 /);
    socket.destroy();
  });
});

describe('a response before the whole body was read', () => {
  it('reaches a client that keeps sending, and the connection ends', async () => {
    const socket = await opened();
    let got = '';
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1');
    });
    const closed = once(socket, 'close');
    const headers = { 'Content-Type': 'text/csv', 'Content-Length': String(2 ** 40) };
    socket.write(head('POST', `${dataset}versions/`, { ...headers, Authorization: 'Token none' }));
    const piece = Buffer.alloc(2 ** 16, 'x');
    const send = () => {
      while (!socket.destroyed && socket.writable && socket.write(piece)) if (got !== '') break;
    };
    socket.on('drain', send);
    send();
    await closed;
    expect(got).toMatch(/^HTTP\/1\.1 401 /);
    expect(got).toMatch(/\r\nconnection: close\r\n/i);
  });
});

describe('a client that reads nothing', () => {
  it('is disconnected, and the file created for it is removed', async () => {
    const downloads = async () => await readdir(path.join(folder, 'downloads')).catch(() => []);
    const socket = await opened();
    socket.pause();
    const version = (await (await fetch(new URL(`${dataset}versions/?ordering=slug`, service.url))).json()) as {
      results: { slug: string; checksum: string }[];
    };
    const slug = version.results.map((one) => one.slug).sort()[0];
    socket.write(head('GET', `${dataset}download/?_format=csv&version=${slug}`, {}));
    await expect.poll(downloads).toHaveLength(1);
    await expect.poll(downloads).toEqual([]);
    socket.destroy();
  });
});

describe('the end of a service', () => {
  it('closes idle connections immediately, whatever they sent before, and waits for responses in progress', async () => {
    const own = await mkdtemp(path.join(tmpdir(), 'almanac-idle-'));
    // Longer than this test may take: closing must not wait for idle connections.
    const second = await startService({ dataFolder: own, closingMs: 600_000 });
    try {
      const count = caseCount(500, 500);
      const sockets: Socket[] = [];
      for (let at = 0; at < count; at += 1) sockets.push(await opened(second));
      const host = new URL(second.url).host;
      // Some have sent nothing, some half a request, and some have received a response.
      for (const [at, socket] of sockets.entries()) {
        if (at % 3 === 1) socket.write(`GET /api/v1/meta/ HTTP/1.1\r\nHost: ${host}\r\n`);
        if (at % 3 === 2) socket.write(`GET /api/v1/meta/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
        socket.resume();
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
      const closed = Promise.all(sockets.map((socket) => (socket.closed ? null : once(socket, 'close'))));
      await second.close();
      await closed;
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  });
});
