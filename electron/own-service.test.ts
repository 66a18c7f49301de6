import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Notice } from '#shared/rpc/backend-process.ts';
import { startOwnService } from './own-service.ts';
import { openLibsql } from './service/catalogue/libsql-database.ts';
import { NewerCatalogueError } from './service/catalogue/migrate.ts';
import { startService } from './service/server.ts';

let folder = '';
let notices: Notice[] = [];
const notify = (notice: Notice) => void notices.push(notice);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-own-'));
  notices = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the window’s own service', () => {
  it('starts without a word on a store that is whole', async () => {
    const service = await startOwnService({ dataFolder: folder }, notify);
    await service.close();
    expect(notices).toEqual([]);
  });

  it('puts a damaged store aside with its rows, and starts on an empty one', async () => {
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

  it('refuses a newer store and leaves it as it is', async () => {
    await (await startService({ dataFolder: folder })).close();
    const database = openLibsql(path.join(folder, 'catalogue.sqlite'));
    database.exec('pragma user_version = 9999');
    database.close();
    await expect(startOwnService({ dataFolder: folder }, notify)).rejects.toThrow(NewerCatalogueError);
    expect(notices.map(({ kind, kept }) => [kind, kept])).toEqual([['newer-store', null]]);
    expect(notices[0]?.message).toContain('Install the newer Almanac');
    expect(existsSync(path.join(folder, 'rows'))).toBe(true);
  });

  it('answers on a free port where the chosen one is taken, and says so', async () => {
    const first = await startService({ dataFolder: path.join(folder, 'first') });
    const port = Number(new URL(first.url).port);
    const service = await startOwnService({ dataFolder: folder, port }, notify);
    expect((await fetch(`${service.url}api/`)).status).toBe(200);
    await service.close();
    await first.close();
    expect(notices.map(({ kind }) => kind)).toEqual(['port-taken']);
    expect(notices[0]?.message).toContain(String(port));
  });

  it('says which folder another Almanac holds', async () => {
    const first = await startService({ dataFolder: folder });
    await expect(startOwnService({ dataFolder: folder }, notify)).rejects.toThrow('in use');
    await first.close();
    expect(notices.map(({ kind, where }) => [kind, where])).toEqual([['folder-in-use', folder]]);
  });
});
