import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUseError } from './catalogue/database/data-folder-lock.ts';
import { openLibsql } from './catalogue/database/libsql-database.ts';
import { insertImport } from './catalogue/imports/imports.ts';
import { createDataset } from './catalogue/records/datasets.ts';
import { createNamespace } from './catalogue/records/namespaces.ts';
import { publishVersion, startVersion } from './operations/publish/publish.ts';
import { type Service, startService } from './service.ts';

let folder = '';
let running: Service | null = null;

async function start(): Promise<Service> {
  running = await startService({ dataFolder: folder });
  return running;
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-service-'));
});

afterEach(async () => {
  await running?.close();
  running = null;
  await rm(folder, { recursive: true, force: true });
});

async function dataset(service: Service): Promise<number> {
  const { records } = service.deps.catalogue;
  const namespace = await createNamespace(records, { slug: 'n', label: 'N', published: true });
  return (await createDataset(records, { namespaceId: namespace.id, slug: 'd', label: 'D' })).id;
}

async function csv(rows: number): Promise<{ path: string; format: 'csv' }> {
  const file = path.join(folder, 'rows.csv');
  await writeFile(file, `a,b\n${Array.from({ length: rows }, (_, row) => `${row},x${row}`).join('\n')}\n`);
  return { path: file, format: 'csv' };
}

describe('A service', () => {
  it('has all its data after a restart', async () => {
    const first = await start();
    await publishVersion(first.deps, await dataset(first), await csv(3));
    const data = 'api/v1/namespaces/n/datasets/d/data/?_format=json';
    const before = await (await fetch(first.url + data)).text();
    await first.close();
    const second = await start();
    expect(await (await fetch(second.url + data)).text()).toBe(before);
    expect(before).toContain('{"a":2,"b":"x2"}');
  });

  it('leads from its address to the pages in a browser, and to the API otherwise', async () => {
    const { url } = await start();
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    for (const [accept, path] of [
      [browser, 'api/v1/namespaces/'],
      ['*/*', 'api/'],
      ['application/json', 'api/'],
    ] as const) {
      const answer = await fetch(url, { headers: { Accept: accept } });
      expect([answer.status, answer.url]).toEqual([200, url + path]);
      await answer.arrayBuffer();
    }
    const other = await fetch(url, { method: 'POST' });
    expect(other.status).toBe(404);
  });

  it('says how to reach it by another host name', async () => {
    const { url } = await start();
    const refused = request(new URL('api/', url), { headers: { Host: 'statistics.example.org' } }).end();
    const [answer] = (await once(refused, 'response')) as [IncomingMessage];
    expect([answer.statusCode, await text(answer)]).toEqual([400, expect.stringContaining('--public-name')]);
  });

  it('ends although a client has stopped reading in the middle of a response', async () => {
    const service = await start();
    const file = path.join(folder, 'long.csv');
    await writeFile(
      file,
      `a,b\n${Array.from({ length: 1000 }, (_, row) => `${row},${randomBytes(15_000).toString('hex')}`).join('\n')}\n`,
    );
    await publishVersion(service.deps, await dataset(service), { path: file, format: 'csv' });
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      'GET /api/v1/namespaces/n/datasets/d/data/?limit=1000 HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n\r\n',
    );
    await once(socket, 'readable');
    await service.close();
    running = null;
    socket.destroy();
  });

  it('has exclusive use of its data folder', async () => {
    const first = await start();
    await expect(startService({ dataFolder: folder })).rejects.toThrow(DataFolderInUseError);
    await first.close();
    await start();
  });

  it('refuses the folder of a newer release, and leaves it unchanged', async () => {
    await (await start()).close();
    const database = openLibsql(path.join(folder, 'catalogue.sqlite'));
    database.exec('PRAGMA user_version = 999');
    database.close();
    running = null;
    await expect(startService({ dataFolder: folder })).rejects.toThrow(/newer Almanac/);
  });

  it('removes an interrupted version, and says so in its report', async () => {
    const first = await start();
    const id = await dataset(first);
    const begun = await insertImport(first.deps.catalogue.records, id, undefined);
    await first.close();
    const second = await start();
    const { records } = second.deps.catalogue;
    expect(await records.selectFrom('versions').selectAll().execute()).toEqual([]);
    const [report] = await records.selectFrom('imports').select(['state', 'version_slug']).execute();
    expect(report).toEqual({ state: 'failed', version_slug: begun.slug });
  });

  it('announces changes', async () => {
    const service = await start();
    const id = await dataset(service);
    let heard = 0;
    const stop = service.onCatalogueChanged(() => {
      heard += 1;
    });
    await publishVersion(service.deps, id, await csv(1));
    expect(heard).toBe(2);
    stop();
    await publishVersion(service.deps, id, await csv(1));
    expect(heard).toBe(2);
  });

  it('cancels publishing when it is closed, and leaves nothing behind', async () => {
    const service = await start();
    const id = await dataset(service);
    const source = await csv(200_000);
    const done = new Promise<unknown>((resolve) => {
      service.deps.background.start(async (signal) => {
        const begun = await startVersion(service.deps, id, source, { signal });
        resolve(await begun.done.catch((error: unknown) => error));
      });
    });
    await expect
      .poll(async () => (await service.deps.catalogue.records.selectFrom('versions').select('id').execute()).length)
      .toBe(1);
    await service.close();
    const outcome = await done;
    const again = await start();
    const left = await again.deps.catalogue.records.selectFrom('versions').select('state').execute();
    expect([outcome instanceof Error, left]).toEqual([true, []]);
  });

  it('stores no token in a file', async () => {
    const service = await start();
    const token = await service.issueOperatorToken();
    await service.close();
    for (const name of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!name.isFile()) continue;
      expect((await readFile(path.join(name.parentPath, name.name))).includes(token)).toBe(false);
    }
  });
});
