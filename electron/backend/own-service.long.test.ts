import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Notice } from '#shared/rpc/backend-process.ts';
import { openLibsql } from '../service/catalogue/database/libsql-database.ts';
import { publishNew } from '../service/operations/publish/publish-file.ts';
import { startService } from '../service/service.ts';
import { startOwnService } from './own-service.ts';

let folder = '';
let notices: Notice[] = [];
const notify = (notice: Notice) => void notices.push(notice);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-own-'));
  notices = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the window’s own service', () => {
  it('starts without a notice on an intact store', async () => {
    const service = await startOwnService({ dataFolder: folder }, notify);
    await service.close();
    expect(notices).toEqual([]);
  });

  it('moves a damaged store and its rows aside, and starts with an empty one', async () => {
    const rubbish = 'nothing of the kind '.repeat(1000);
    writeFileSync(path.join(folder, 'catalogue.sqlite'), rubbish);
    await (await startService({ dataFolder: path.join(folder, 'other') })).close();
    const service = await startOwnService({ dataFolder: folder }, notify);
    const answer = await fetch(`${service.url}api/`);
    await service.close();
    expect(answer.status).toBe(200);
    expect(notices.map(({ kind, where }) => [kind, where])).toEqual([
      ['store-damaged', path.join(folder, 'catalogue.sqlite')],
    ]);
    expect(readFileSync(path.join(notices[0]?.kept ?? '', 'catalogue.sqlite'), 'utf8')).toBe(rubbish);
    expect(existsSync(path.join(folder, 'other', 'catalogue.sqlite'))).toBe(true);
  });

  it('leaves a store with rows as it is when its catalogue is lost, and rebuilds it on request', async () => {
    const first = await startService({ dataFolder: folder });
    const file = path.join(folder, 'one.csv');
    writeFileSync(file, 'a\n1\n');
    const place = { namespace: { slug: 'n', label: 'N', published: true }, dataset: { slug: 'd', label: 'D' } };
    await publishNew(first.deps, place, { path: file, format: 'csv' });
    await first.close();
    for (const damage of ['missing', 'damaged']) {
      for (const suffix of ['', '-wal', '-shm'])
        rmSync(path.join(folder, `catalogue.sqlite${suffix}`), { force: true });
      if (damage === 'damaged')
        writeFileSync(path.join(folder, 'catalogue.sqlite'), 'nothing of the kind '.repeat(1000));
      notices = [];
      await expect(startOwnService({ dataFolder: folder }, notify)).rejects.toThrow('almanac repair');
      expect(notices.map(({ kind, kept }) => [kind, kept])).toEqual([['catalogue-lost', null]]);
      const service = await startOwnService({ dataFolder: folder }, notify, true);
      const rows = await fetch(`${service.url}api/v1/namespaces/n/datasets/d/data/`);
      expect(await rows.json()).toMatchObject({ count: 1 });
      await service.close();
      expect(notices[1]).toMatchObject({ kind: 'store-repaired', message: { code: 'store-repaired' } });
    }
  });

  it('refuses a newer store and leaves it as it is', async () => {
    await (await startService({ dataFolder: folder })).close();
    const database = openLibsql(path.join(folder, 'catalogue.sqlite'));
    database.exec('pragma user_version = 9999');
    database.close();
    await expect(startOwnService({ dataFolder: folder }, notify)).rejects.toMatchObject({
      reason: { code: 'catalogue-newer' },
    });
    expect(notices.map(({ kind, kept }) => [kind, kept])).toEqual([['newer-store', null]]);
    expect(notices[0]?.message).toMatchObject({ code: 'catalogue-newer' });
    expect(existsSync(path.join(folder, 'rows'))).toBe(true);
  });

  it('answers on a free port if the chosen one is taken, and reports it', async () => {
    const first = await startService({ dataFolder: path.join(folder, 'first') });
    const port = Number(new URL(first.url).port);
    const service = await startOwnService({ dataFolder: folder, port }, notify);
    expect((await fetch(`${service.url}api/`)).status).toBe(200);
    await service.close();
    await first.close();
    expect(notices.map(({ kind }) => kind)).toEqual(['port-taken']);
    expect(notices[0]?.message).toMatchObject({ code: 'port-taken', values: { port } });
  });

  it('answers on the same port at every start of a data folder', async () => {
    const addresses = new Set<string>();
    for (let start = 0; start < 3; start += 1) {
      const service = await startOwnService({ dataFolder: folder }, notify);
      addresses.add(service.url);
      await service.close();
    }
    const other = await startOwnService({ dataFolder: path.join(folder, 'other') }, notify);
    await other.close();
    expect(addresses.size).toBe(1);
    expect(addresses).not.toContain(other.url);
    expect(notices).toEqual([]);
  });

  it('reports that another program has that port, and uses it again when it is free', async () => {
    const first = await startOwnService({ dataFolder: folder }, notify);
    const port = Number(new URL(first.url).port);
    await first.close();
    const program = createServer().listen(port, '127.0.0.1');
    await once(program, 'listening');
    const second = await startOwnService({ dataFolder: folder }, notify);
    expect((await fetch(`${second.url}api/`)).status).toBe(200);
    await second.close();
    expect(notices.map(({ message }) => message)).toMatchObject([{ code: 'port-taken', values: { port } }]);
    program.close();
    await once(program, 'close');
    const third = await startOwnService({ dataFolder: folder }, notify);
    await third.close();
    expect(third.url).toBe(first.url);
  });

  it('reports which folder another Almanac is using', async () => {
    const first = await startService({ dataFolder: folder });
    await expect(startOwnService({ dataFolder: folder }, notify)).rejects.toThrow('in use');
    await first.close();
    expect(notices.map(({ kind, where }) => [kind, where])).toEqual([['folder-in-use', folder]]);
  });
});
