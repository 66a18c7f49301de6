import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser, issueToken } from '../../accounts/administer.ts';
import { type Service, startService } from '../../service.ts';

let folder: string;
let service: Service;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-bodies-'));
  service = await startService({ dataFolder: folder });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function opened(to = service): Promise<Socket> {
  const { hostname, port } = new URL(to.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

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

function head(method: string, target: string, headers: Record<string, string>): string {
  const all = { Host: new URL(service.url).host, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

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
      const got = await answerTo(head('POST', target, headers) + body);
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
      await expect.poll(() => answers).toMatch(/^HTTP\/1\.1 429 .*retry-after: 5/is);
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
  });
});
