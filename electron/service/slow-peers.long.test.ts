import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addUser, issueToken } from './accounts/administer.ts';
import { createDataset } from './catalogue/records/datasets.ts';
import { createNamespace } from './catalogue/records/namespaces.ts';
import { publishVersion } from './operations/publish/publish.ts';
import { type RunningService, startService } from './server.ts';

let folder: string;
let service: RunningService;
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
}, 240_000);
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a client that stops sending', () => {
  const type = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': '100000' };
  const field = '--x\r\nContent-Disposition: form-data; name="licence"\r\n\r\nCC0\r\n';
  const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\n1,2\n';
  it.concurrent.each([
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
  ])('%s: 408, disconnected, and nothing is left behind', async (_, headers, sent) => {
    const got = await answerTo(head('POST', `${dataset}versions/`, headers) + sent);
    expect(got).toMatch(/^HTTP\/1\.1 408 /);
    expect(got).toMatch(/\r\nconnection: close\r\n/i);
    expect(got).toContain('{"detail":"The file took too long to arrive."}');
    await vi.waitFor(async () => expect(await uploads()).toEqual([]), { timeout: 20_000 });
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
    await expect.poll(() => got, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 202 /);
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
  }, 240_000);
});

describe('bodies in memory', () => {
  it('are limited to 16 KiB where anyone may send one, whatever their form', async () => {
    const target = '/api/v1/auth/token/obtain/';
    const form = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n';
    const bodies = [
      ['application/json', `{"username":"${'x'.repeat(20_000)}"}`],
      ['application/x-www-form-urlencoded', `username=${'x'.repeat(20_000)}`],
      ['multipart/form-data; boundary=x', `${`${form}${'x'.repeat(900)}\r\n`.repeat(20)}--x--\r\n`],
      ['multipart/form-data; boundary=x', `${form.replace('"a"', '"a"; filename="a"')}x\r\n--x--\r\n`],
    ] as const;
    for (const [type, body] of bodies) {
      const headers = { 'Content-Type': type, 'Content-Length': String(body.length), Connection: 'close' };
      const got = await answerTo(
        head('POST', target, { ...headers, Authorization: '' }).replace(/Auth.+\r\n/, '') + body,
      );
      expect([type, got]).toEqual([type, expect.stringMatching(/^HTTP\/1\.1 413 .*The request body is too large\./s)]);
    }
  });

  it('of one caller are refused when there are too many, and others are served', async () => {
    const patient = await startService({ dataFolder: await mkdtemp(path.join(folder, 'bodies-')) });
    try {
      const { records } = patient.deps.catalogue;
      const tokens: string[] = [];
      for (const username of ['ben', 'carla']) {
        await addUser(records, { username, password: 'correct horse battery', isStaff: true });
        tokens.push(await issueToken(records, username));
      }
      const ask = (whose: number, contentLength: number) => {
        const headers = { Host: new URL(patient.url).host, Authorization: `Token ${tokens[whose]}` };
        const sized = { 'Content-Type': 'application/json', 'Content-Length': String(contentLength) };
        return head('POST', '/api/v1/namespaces/', { ...headers, ...sized });
      };
      const sockets: Socket[] = [];
      let answers = '';
      for (let at = 0; at < 51; at += 1) {
        const socket = await opened(patient);
        sockets.push(socket);
        socket.on('data', (piece) => {
          answers += piece.toString('latin1');
        });
        socket.write(ask(0, 1_000_000));
      }
      await expect.poll(() => answers, { timeout: 20_000 }).toMatch(/^HTTP\/1\.1 429 .*retry-after: 5/is);
      const other = await fetch(`${patient.url}api/v1/namespaces/`, {
        method: 'POST',
        headers: { Authorization: `Token ${tokens[1]}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ label: 'L', slug: 'l', description: 'x'.repeat(100_000) }),
      });
      expect(other.status).toBe(201);
      for (const socket of sockets) socket.destroy();
    } finally {
      await patient.close();
    }
  }, 240_000);
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
    await expect.poll(downloads, { timeout: 20_000 }).toHaveLength(1);
    await expect.poll(downloads, { timeout: 20_000 }).toEqual([]);
    socket.destroy();
  }, 240_000);
});

describe('the end of a service', () => {
  it('closes idle connections immediately, whatever they sent before, and waits for responses in progress', async () => {
    const own = await mkdtemp(path.join(tmpdir(), 'almanac-idle-'));
    // Longer than this test may take: closing must not wait for idle connections.
    const second = await startService({ dataFolder: own, closingMs: 600_000 });
    try {
      const count = Number(process.env.ALMANAC_IDLE_CONNECTIONS ?? 500);
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
  }, 240_000);
});
