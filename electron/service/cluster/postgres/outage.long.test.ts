import { createHash } from 'node:crypto';
import { chmod, chown, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mayMount, mountDisk, unmountDisk } from '../../../lib/testing/small-disk.ts';
import { CatalogueUnavailableError } from '../../catalogue/database/store-problem.ts';
import { type OwnPostgres, startPostgres, testPassword } from '../../catalogue/database/testing/postgres-server.ts';
import { skipWithoutPostgres } from '../../catalogue/database/testing/skip-without-postgres.ts';
import { createNamespace, namespaceEntries } from '../../catalogue/records/namespaces.ts';
import { fill } from '../../conformance/testing/fixtures.ts';
import { openCatalogue } from '../../opening/catalogue-location.ts';
import { type Service, startService } from '../../service.ts';

let server: OwnPostgres;
let folder = '';
let database = '';
let running: Service[] = [];
let logged: string[] = [];

/** Starts a service with a role of its own, so that its rights and password can be changed. */
async function startNode(url: string, password = testPassword): Promise<Service> {
  const passwordFile = path.join(folder, 'password');
  await writeFile(passwordFile, password);
  const service = await startService({
    dataFolder: path.join(folder, 'data'),
    catalogue: { url, passwordFile },
    log: (line) => void logged.push(line),
  });
  running.push(service);
  return service;
}

const urlOf = (user: string, port = server.port) => `postgres://${user}@127.0.0.1:${port}/${database}`;

async function health({ url }: Service): Promise<unknown> {
  const answer = await fetch(`${url}health`);
  return [answer.status, await answer.json()];
}

const ready = [200, { status: 'ready' }];
const away = [200, { status: 'degraded', part: 'catalogue' }];

async function asOperator(service: Service): Promise<(address: string, init?: RequestInit) => Promise<Response>> {
  const headers = { Authorization: `Token ${await service.issueOperatorToken()}`, 'Content-Type': 'application/json' };
  return (address, init = {}) => fetch(`${service.url}api/v1/${address}`, { ...init, headers });
}

describe.skipIf(skipWithoutPostgres())('A service whose PostgreSQL', () => {
  beforeAll(async () => {
    server = await startPostgres();
    await server.query(`create role node login password '${testPassword}'`);
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'almanac-outage-'));
    database = await server.createDatabase();
    await server.query(`alter database ${database} owner to node`);
  });
  afterEach(async () => {
    for (const service of running) await service.close();
    running = [];
    logged = [];
    await server.query(`alter role node password '${testPassword}'`);
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    ['does not accept its password', () => startNode(urlOf('node'), 'wrong secret'), /refuses the password|password/],
    ['does not know its user', () => startNode(urlOf('stranger')), /password|user/],
    ['has no such database', () => startNode(`${urlOf('node')}x`), /database does not exist .* Create it/],
    ['is not reached', () => startNode(urlOf('node', 9)), /nothing listens there/],
  ])('%s ends at the start, and says why', async (_, start, message) => {
    const error = await start().catch((reason: Error) => reason);
    expect(error).toMatchObject({ message: expect.stringMatching(message) });
    expect(error).toMatchObject({ message: expect.stringContaining('postgres://') });
    expect(String(error)).not.toContain('wrong secret');
  });

  it('is stopped is named in the catalogue, and used again once it is back', async () => {
    const passwordFile = path.join(folder, 'password');
    await writeFile(passwordFile, testPassword);
    const catalogue = await openCatalogue(path.join(folder, 'data'), { url: urlOf('node'), passwordFile });
    const { records } = catalogue;
    await createNamespace(records, { slug: 'before', label: 'Before' });
    await server.stop('crash');
    try {
      const refused = createNamespace(records, { slug: 'meanwhile', label: 'Meanwhile' });
      await expect(refused).rejects.toThrow(CatalogueUnavailableError);
      await expect(refused).rejects.toThrow(/nothing listens there|connection was lost/);
      await expect(namespaceEntries(records)).rejects.toThrow(CatalogueUnavailableError);
    } finally {
      await server.start();
    }
    await createNamespace(records, { slug: 'after', label: 'After' });
    expect((await namespaceEntries(records)).map(({ slug }) => slug)).toEqual(['before', 'after']);
    await catalogue.close();
  });

  it('is stopped answers from memory what it has read, reports that it is degraded, and recovers by itself', async () => {
    const first = await startNode(urlOf('node'));
    const { owner } = await fill(first);
    // Late announcements of these writes would empty the memory of the node itself.
    await first.close();
    const service = await startNode(urlOf('node'));
    const get = async (address: string, { headers, ...init }: RequestInit = {}) =>
      await fetch(`${service.url}api/v1/${address}`, {
        ...init,
        headers: { Authorization: `Token ${owner}`, ...headers },
      });
    const rows = 'namespaces/city/datasets/population/data/?limit=2';
    expect((await get(rows)).status).toBe(200);
    await server.stop();
    try {
      expect(await health(service)).toEqual(away);
      expect((await get(rows)).status).toBe(200);
      const change = { method: 'PATCH', body: '{}', headers: { 'Content-Type': 'application/json' } };
      for (const refused of [await get('namespaces/'), await get('namespaces/city/datasets/population/', change)]) {
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
        expect(refused.headers.get('almanac-problem')).toBe('service-storage-away');
        const text = await refused.text();
        expect(text).toContain('cannot reach its catalogue');
        expect(text).not.toContain('postgres');
      }
      expect(logged.join('')).toMatch(/nothing listens there|connection was lost|starting or stopping/);
      expect(logged.join('')).not.toContain(testPassword);
    } finally {
      await server.start();
    }
    await expect.poll(() => health(service)).toEqual(ready);
    expect((await get(rows)).status).toBe(200);
  });

  it('no longer accepts its password says so, and works again with the right one', async () => {
    const service = await startNode(urlOf('node'));
    const ask = await asOperator(service);
    expect((await ask('namespaces/')).status).toBe(200);
    await server.query(`alter role node password 'another secret'`);
    await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'node'`);
    await expect.poll(() => health(service)).toEqual(away);
    const refused = await ask('namespaces/');
    expect([refused.status, await refused.text()]).toEqual([
      503,
      expect.stringContaining('cannot reach its catalogue'),
    ]);
    expect(logged.join('')).toMatch(/password/);
    // As an operator replaces it in the file, without a restart.
    await writeFile(path.join(folder, 'password'), 'another secret\n');
    await expect.poll(() => health(service)).toEqual(ready);
    await expect.poll(async () => (await ask('namespaces/')).status).toBe(200);
    expect(logged.join('')).not.toContain('another secret');
  });

  it('becomes silent is reported, and used again when it answers', async () => {
    const line = await startLine(server.port);
    try {
      const service = await startNode(urlOf('node', line.port));
      expect(await health(service)).toEqual(ready);
      line.hold();
      await expect.poll(() => health(service), { timeout: 10_000 }).toEqual(away);
      line.release();
      await expect.poll(() => health(service)).toEqual(ready);
    } finally {
      line.release();
      for (const service of running.splice(0)) await service.close();
      line.close();
    }
  });

  it.each([
    ['is silent', false],
    ['has been silent until connections were opened again', true],
  ])('%s does not keep it from closing', async (_, isOpenedAgain) => {
    const line = await startLine(server.port);
    try {
      const service = await startNode(urlOf('node', line.port));
      line.hold();
      if (isOpenedAgain) await expect.poll(line.openedWhileHeld).toBeGreaterThan(0);
      await service.close();
      running = [];
    } finally {
      line.close();
    }
  });

  it.skipIf(!mayMount('a full disk of PostgreSQL'))(
    'has a full disk refuses changes in words, and still reads',
    async () => {
      const disk = path.join(folder, 'small');
      await mountDisk(disk, '24m');
      try {
        // PostgreSQL is another user.
        await chmod(folder, 0o755);
        await chown(disk, 65_534, 65_534);
        await server.query(`create tablespace small location '${disk}'`);
        await server.query(`alter database ${database} set tablespace small`);
        const service = await startNode(urlOf('node'));
        const ask = await asOperator(service);
        const make = (slug: string) => {
          const line = (at: number) => createHash('sha512').update(`${slug} ${at}`).digest('base64');
          const description = Array.from({ length: 700 }, (_, at) => line(at)).join(' ');
          return ask('namespaces/', { method: 'POST', body: JSON.stringify({ slug, label: slug, description }) });
        };
        expect((await make('first')).status).toBe(201);
        const filling = await fillDisk(path.join(disk, 'filling'));
        expect(filling).toBeGreaterThan(0);
        const refused = await make('second');
        expect([refused.status, refused.headers.get('almanac-problem')]).toEqual([507, 'service-disk-full']);
        expect(await refused.text()).toContain('disk of the service is full');
        expect(logged.join('')).toMatch(/disk of PostgreSQL is full/);
        expect((await ask('namespaces/first/')).status).toBe(200);
        expect(await health(service)).toEqual(ready);
        await rm(path.join(disk, 'filling'));
        await expect.poll(async () => (await make('third')).status).toBe(201);
        await service.close();
        running = [];
      } finally {
        await server.query(`drop database if exists ${database} with (force)`);
        await server.query('drop tablespace if exists small');
        unmountDisk(disk);
      }
    },
    60_000,
  );
});

/** Writes a file until nothing more fits. @returns its bytes */
async function fillDisk(target: string): Promise<number> {
  const file = await open(target, 'w');
  try {
    for (let bytes = 2 ** 20; bytes >= 512; )
      if ((await file.write(Buffer.alloc(bytes, 1)).catch(() => null)) === null) bytes /= 2;
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

/** A line to PostgreSQL that can be held, as by a network that loses everything. */
async function startLine(port: number) {
  const sockets = new Set<Socket>();
  let isHeld = false;
  let openedWhileHeld = 0;
  const open = createServer((near) => {
    if (isHeld) openedWhileHeld += 1;
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isHeld) from.pause();
    }
  });
  await new Promise<void>((resolve) => void open.listen(0, '127.0.0.1', resolve));
  const address = open.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  return {
    port: address.port,
    openedWhileHeld: () => openedWhileHeld,
    hold() {
      isHeld = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** What was held is lost: the connections end. */
    release() {
      isHeld = false;
      for (const socket of sockets) socket.destroy();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      open.close();
    },
  };
}
