import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LibsqlDatabase, openLibsql } from './libsql-database.ts';
import { migrate, migrations } from './migrate.ts';

let folder = '';
let file = '';
let database: LibsqlDatabase;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-catalogue-'));
  file = path.join(folder, 'catalogue.sqlite');
  database = openLibsql(file);
});

afterEach(async () => {
  database.close();
  await rm(folder, { recursive: true, force: true });
});

function version(): unknown {
  return database.rows('PRAGMA user_version')[0]?.user_version;
}

describe('The schema of the catalogue', () => {
  it('is created in strict tables, with every setting', () => {
    migrate(database, file);
    expect(version()).toBe(migrations.length);
    const tables = database.rows(
      "select name, sql from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
    );
    expect(tables.length).toBeGreaterThan(10);
    for (const { name, sql } of tables) expect([name, /strict/i.test(String(sql))]).toEqual([name, true]);
    expect(database.rows('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    expect(database.rows('PRAGMA synchronous')).toEqual([{ synchronous: 2 }]);
    expect(database.rows('PRAGMA foreign_keys')).toEqual([{ foreign_keys: 1 }]);
    expect(database.rows('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  });

  it('of a newer release is refused with a message', () => {
    database.exec('PRAGMA user_version = 999');
    expect(() => migrate(database, file)).toThrow(/later release|newer/i);
    expect(() => migrate(database, file)).toThrow(/newer Almanac/);
  });

  it('of an older release is copied before it is migrated', () => {
    const steps = ['create table a (x integer) strict; insert into a values (1);'];
    migrate(database, file, steps);
    migrate(database, file, [...steps, 'insert into a values (2);']);
    expect([version(), database.rows('select x from a')]).toEqual([2, [{ x: 1 }, { x: 2 }]]);
    const copy = openLibsql(`${file}.before-2`);
    expect([copy.rows('select x from a'), copy.rows('PRAGMA user_version')]).toEqual([
      [{ x: 1 }],
      [{ user_version: 1 }],
    ]);
    copy.close();
  });

  it('is not copied if there is nothing to do', () => {
    migrate(database, file);
    migrate(database, file);
    expect(existsSync(`${file}.before-${migrations.length + 1}`)).toBe(false);
  });

  it('stays unchanged if any step fails', () => {
    const steps = ['create table a (x integer) strict;'];
    migrate(database, file, steps);
    const failing = [...steps, 'insert into a values (1);', 'insert into a values (2); nonsense;'];
    expect(() => migrate(database, file, failing)).toThrow();
    database.close();
    database = openLibsql(file);
    expect([version(), database.rows('select x from a')]).toEqual([1, []]);
  });
});

describe('Bound values', () => {
  it('are converted to a type of SQLite, or refused without crashing the process', () => {
    const statement = database.prepare('select ? as value');
    const stored = (value: unknown) => (statement.all([value])[0] as { value: unknown }).value;
    expect([true, false, null, undefined, 1, 1.5, 'x'].map(stored)).toEqual([1, 0, null, null, 1, 1.5, 'x']);
    expect(stored(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, {}, [], () => {}, Symbol('x')]) {
      expect(() => stored(value)).toThrow(TypeError);
    }
  });

  it('text is returned unchanged', () => {
    for (const text of ['', 'ä🚲', '\u202e', "'; drop table users; --"]) {
      expect(database.rows('select ? as value', [text])).toEqual([{ value: text }]);
    }
  });
});

describe('The generation', () => {
  it('changes with a write and not with a read', () => {
    migrate(database, file);
    const before = database.generation();
    database.prepare('select * from users').all([]);
    expect(database.generation()).toBe(before);
    database.prepare('insert into settings values (?, ?)').run(['a', 'b']);
    expect(database.generation()).not.toBe(before);
  });

  it('changes soon after another process has written', async () => {
    migrate(database, file);
    const before = database.generation();
    const other = openLibsql(file);
    other.prepare('insert into settings values (?, ?)').run(['a', 'b']);
    other.close();
    await expect.poll(() => database.generation()).not.toBe(before);
  });
});
