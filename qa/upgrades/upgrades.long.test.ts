import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLine, TestChildren } from '../../electron/commands/testing/child-processes.ts';
import { shareOf } from '../../electron/lib/testing/tier.ts';
import { openLibsql } from '../../electron/service/catalogue/database/libsql-database.ts';
import { migrations } from '../../electron/service/catalogue/database/migrate.ts';
import { type Service, startService } from '../../electron/service/service.ts';
import { storeViolations } from '../store-violations.ts';
import { type KeptStore, readAnswer } from './store-answers.ts';

/**
 * Stores that earlier programs wrote, and what they returned: the oldest one in the quick tier, otherwise all of them.
 * `npm run qa -- keep-store` makes one.
 */
const folder = path.join(import.meta.dirname, 'stores');
const stores = readdirSync(folder)
  .filter((name) => name.endsWith('.json.gz'))
  .map((name) => ({
    name: path.basename(name, '.json.gz'),
    kept: JSON.parse(gunzipSync(readFileSync(path.join(folder, name))).toString()) as KeptStore,
  }));

const children = new TestChildren();
let home = '';
let data = '';
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-upgrades-'));
  data = path.join(home, 'store');
  await mkdir(data, { mode: 0o700 });
});
afterEach(async () => {
  await rm(home, { recursive: true, force: true });
});
afterAll(() => children.endAll());

const start = () => startService({ dataFolder: data, prepareRows: false });

function readCatalogue<Found>(file: string, read: (database: ReturnType<typeof openLibsql>) => Found): Found {
  const database = openLibsql(file);
  try {
    return read(database);
  } finally {
    database.close();
  }
}

const schemaOf = (file: string) =>
  readCatalogue(file, (database) => Number(database.rows('PRAGMA user_version')[0]?.user_version));

/** Every file's content, and every row of the catalogue instead of its own. */
function contentOf(store: string): unknown {
  const files = readdirSync(store, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^catalogue\.sqlite$|-wal$|-shm$|^service\./.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => [path.relative(store, file), createHash('sha256').update(readFileSync(file)).digest('hex')])
    .sort();
  const tables = readCatalogue(path.join(store, 'catalogue.sqlite'), (database) =>
    database
      .rows("select name from sqlite_schema where type = 'table' order by name")
      .map(({ name }) => [name, database.rows(`select * from "${name}"`)]),
  );
  return { files, tables };
}

async function obtainsToken(service: Service, username: string, password: string): Promise<boolean> {
  const answer = await fetch(`${service.url}api/v1/auth/token/obtain/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return answer.ok;
}

const run = async (...words: string[]) => {
  const ended = await children.start(commandLine, [...words, '--data', data]).ended;
  expect(ended, ended.error).toMatchObject({ code: 0 });
  return ended.out;
};

describe.each(shareOf(stores, stores.length))('The store $name', ({ name, kept }) => {
  beforeEach(async () => {
    await extract({ file: path.join(folder, `${name}.tar.gz`), cwd: data });
    expect(schemaOf(path.join(data, 'catalogue.sqlite'))).toBe(kept.schema);
  });

  it('returns what it returned, to everybody, and every version is verified', async () => {
    const service = await start();
    try {
      expect(kept.answers.length).toBeGreaterThan(50);
      for (const { who, path: place, status, body } of kept.answers) {
        const found = await readAnswer(service.url, kept.tokens, { who, path: place });
        expect.soft([who, place, found.status]).toEqual([who, place, status]);
        // Later programs may say more.
        if (body !== null) expect.soft({ who, place, body: found.body }).toMatchObject({ who, place, body });
      }
      for (const who of Object.keys(kept.tokens)) {
        expect([who, await obtainsToken(service, who, kept.password)]).toEqual([who, true]);
        expect([who, await obtainsToken(service, who, `${kept.password}0`)]).toEqual([who, false]);
      }
      expect(await storeViolations(service)).toEqual(
        kept.schema === migrations.length ? [] : [`Nothing refers to the file ${copyName(kept.schema)}.`],
      );
    } finally {
      await service.close();
    }
  });

  it('is copied before it is migrated, and a second start changes nothing', async () => {
    await (await start()).close();
    expect(schemaOf(path.join(data, 'catalogue.sqlite'))).toBe(migrations.length);
    const copy = path.join(data, copyName(kept.schema));
    expect(existsSync(copy)).toBe(kept.schema < migrations.length);
    if (existsSync(copy)) expect(schemaOf(copy)).toBe(kept.schema);
    const first = contentOf(data);
    await (await start()).close();
    expect(contentOf(data)).toEqual(first);
  });

  it('takes another version, whose rows follow the earlier ones', { timeout: 120_000 }, async () => {
    const file = path.join(home, 'more.csv');
    await writeFile(file, 'id,note\n100,one more\n');
    await run('publish', file, '--to', 'closed/notes', '--mode', 'append');
    expect(await run('verify', 'closed/notes')).toContain('closed/notes');
    const service = await start();
    try {
      const rows = async (place: string, who: string) =>
        (await readAnswer(service.url, kept.tokens, { who, path: `${place}data/?limit=500` })).body as {
          count: number;
          results: object[];
        };
      const { results, count } = await rows('namespaces/closed/datasets/notes/', 'reader');
      expect([count, results[0], results[29], results[30]]).toEqual([
        31,
        { id: 0, note: 'note 0 of 3' },
        { id: 29, note: 'note 29 of 3' },
        { id: 100, note: 'one more' },
      ]);
    } finally {
      await service.close();
    }
  });
});

const copyName = (schema: number) => `catalogue.sqlite.before-${schema + 1}`;
