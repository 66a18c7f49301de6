import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type ReferenceExpression, sql } from 'kysely';
import { explain } from '#shared/failures.ts';
import { publish } from '../../lib/durable-file.ts';
import { finishSwitch } from '../catalogue/backup/switch-store.ts';
import { type Catalogue, inTransaction, type Records } from '../catalogue/database/catalogue.ts';
import { catalogueFile, openCatalogueFile } from '../catalogue/database/catalogue-file.ts';
import { lockDataFolder } from '../catalogue/database/data-folder-lock.ts';
import { isShared } from '../catalogue/database/dialect.ts';
import { StoreProblemError } from '../catalogue/database/store-problem.ts';
import type { Tables } from '../catalogue/database/tables.ts';
import { dropInterruptedImports } from '../catalogue/imports/unfinished-imports.ts';
import { versionKeys } from '../catalogue/records/versions.ts';
import { storeIdOf } from '../catalogue/sidecars/describe.ts';
import { versionKeysOnDisk } from '../catalogue/sidecars/sidecar-files.ts';
import { isInObjects } from '../rows/version-files/storage-marker.ts';
import { type CatalogueServer, labelOfServer, onServer, openCatalogue } from './catalogue-location.ts';
import { readNode, removeNode, writeNode } from './node-record.ts';

export interface MovedCatalogue {
  /** Number of records of all kinds. */
  readonly records: number;
  /** The file that is no longer used, but kept; null if the catalogue was moved into it. */
  readonly kept: string | null;
}

/**
 * Moves the catalogue of a data folder to an empty database, in one transaction, and compares all records before it is
 * committed. Interrupted afterwards, it is completed by the next call. The rows stay in the folder, which belongs to a
 * node from then on.
 * @throws {DataFolderInUseError | StoreProblemError}
 */
export async function moveCatalogueToServer(dataFolder: string, server: CatalogueServer): Promise<MovedCatalogue> {
  return await withLock(dataFolder, async () => {
    const file = path.join(dataFolder, catalogueFile);
    const known = await readNode(dataFolder);
    if (known !== null || !existsSync(file)) {
      const label = labelOfServer(known?.url ?? server.url);
      throw new StoreProblemError(explain('catalogue-nothing-to-move', { folder: dataFolder, server: label }), null);
    }
    const source = await openCatalogue(dataFolder);
    const node = randomUUID();
    const location = await onServer(server, node);
    const { openPostgres } = await import('../cluster/postgres/open-postgres.ts');
    const target = await openPostgres(location).catch(async (error: unknown) => {
      await source.close();
      throw error;
    });
    let records = 0;
    let store = '';
    try {
      await dropInterruptedImports(source.records);
      store = await storeIdOf(source.records);
      records = await copy(source, target, location.label);
    } finally {
      await target.close();
      await source.close();
    }
    await writeNode(dataFolder, { node, store, ...server });
    const kept = `${file}.moved`;
    await publish(file, kept);
    return { records, kept };
  });
}

/**
 * Moves the catalogue of a node's data folder back into a file in it, which may not exist. Nothing is removed from the
 * database.
 * @throws {DataFolderInUseError | StoreProblemError}
 */
export async function moveCatalogueToFile(dataFolder: string): Promise<MovedCatalogue> {
  return await withLock(dataFolder, async () => {
    const known = await readNode(dataFolder);
    const file = path.join(dataFolder, catalogueFile);
    if (known === null) {
      throw new StoreProblemError(explain('catalogue-nothing-to-move', { folder: dataFolder, server: file }), null);
    }
    const source = await openCatalogue(dataFolder);
    const making = `${file}.moving`;
    let records = 0;
    try {
      await refuseRowsElsewhere(source, dataFolder);
      for (const suffix of ['', '-wal', '-shm']) await rm(making + suffix, { force: true });
      const target = openCatalogueFile(making);
      try {
        records = await copy(source, target, file);
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
    await publish(making, file);
    await removeNode(dataFolder);
    return { records, kept: null };
  });
}

/** Acts on a data folder that no process uses, and none can use meanwhile. @throws {DataFolderInUseError} */
export async function withLock<Result>(dataFolder: string, act: () => Promise<Result>): Promise<Result> {
  const lock = await lockDataFolder(dataFolder);
  try {
    await finishSwitch(dataFolder);
    return await act();
  } finally {
    lock.release();
  }
}

/** Copies all records unless an interrupted move has done so. @returns their number */
async function copy(source: Catalogue, target: Catalogue, where: string): Promise<number> {
  return await inTransaction(target.records, async (into) => {
    const isEmpty = await isEmptyCatalogue(into);
    const records = isEmpty ? await copyRecords(source.records, into) : 0;
    const differing = await differingTables(source.records, into);
    if (differing.length === 0) return records;
    throw new StoreProblemError(
      isEmpty
        ? explain('catalogue-copy-differs', { where, tables: differing.join(', ') })
        : explain('catalogue-not-empty', { where }),
      null,
    );
  });
}

/** Refuses to move a catalogue whose rows only another node has. @throws {StoreProblemError} */
async function refuseRowsElsewhere({ records }: Catalogue, dataFolder: string): Promise<void> {
  if (await isInObjects(path.join(dataFolder, 'rows'))) return;
  const here = new Set(await versionKeysOnDisk(dataFolder));
  const missing = [...(await versionKeys(records))].filter((key) => !here.has(key)).length;
  if (missing > 0)
    throw new StoreProblemError(explain('catalogue-rows-elsewhere', { folder: dataFolder, missing }), null);
}

/** The tables of both kinds of catalogue with the columns that order their rows, each after those that it refers to. */
const tables = {
  users: ['id'],
  groups: ['id'],
  memberships: ['user_id', 'group_id'],
  tokens: ['id'],
  sessions: ['hash'],
  namespaces: ['id'],
  namespace_groups: ['namespace_id', 'group_id'],
  datasets: ['id'],
  column_notes: ['dataset_id', 'name'],
  versions: ['id'],
  version_columns: ['version_id', 'position'],
  imports: ['id'],
  queries: ['id'],
  settings: ['name'],
  sources: ['dataset_id'],
  source_checks: ['id'],
  source_changes: ['id'],
  held_versions: ['dataset_id'],
  host_requests: ['host', 'at', 'path'],
  host_pauses: ['host'],
  trash: ['namespace_id'],
} as const satisfies Partial<Record<keyof Tables, readonly string[]>>;

type Table = keyof typeof tables;
const tableNames = Object.keys(tables) as Table[];

type Row = Readonly<Record<string, unknown>>;

/** Maximum number of rows that one statement reads or adds; the parameters of a statement are limited. */
const rowsAtOnce = 500;

/** The rows of a table in order, without the column that only one kind of catalogue has. */
async function* rowsOf(records: Records, table: Table): AsyncGenerator<readonly Row[]> {
  for (let from = 0; ; from += rowsAtOnce) {
    let query = records.selectFrom(table as 'users').selectAll();
    for (const column of tables[table]) query = query.orderBy(column as ReferenceExpression<Tables, 'users'> & string);
    const rows = (await query.offset(from).limit(rowsAtOnce).execute()) as unknown as Row[];
    if (rows.length > 0) yield rows.map(({ node: _node, ...row }) => row);
    if (rows.length < rowsAtOnce) return;
  }
}

/** Number of rows and SHA-256 of what a table contains, the same for both kinds of catalogue. */
async function summaryOf(records: Records, table: Table): Promise<string> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of rowsOf(records, table)) {
    count += rows.length;
    for (const row of rows) {
      const cells = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
      hash.update(`${JSON.stringify(cells)}\n`);
    }
  }
  return `${count} rows, SHA-256 ${hash.digest('hex')}`;
}

/** Tables whose contents differ between two catalogues. */
async function differingTables(one: Records, other: Records): Promise<string[]> {
  const differing: string[] = [];
  for (const table of tableNames) {
    if ((await summaryOf(one, table)) !== (await summaryOf(other, table))) differing.push(table);
  }
  return differing;
}

/** Whether a catalogue contains nothing but what its creation puts into it. */
async function isEmptyCatalogue(records: Records): Promise<boolean> {
  for (const table of tableNames) {
    if (table === 'settings') continue;
    const first = records
      .selectFrom(table as 'users')
      .select(sql<number>`1`.as('one'))
      .limit(1);
    if ((await first.executeTakeFirst()) !== undefined) return false;
  }
  return true;
}

/**
 * Copies all records with their ids into an empty catalogue, in a transaction of the caller. Ids of removed records are
 * not used again.
 * @returns number of rows
 */
async function copyRecords(from: Records, into: Records): Promise<number> {
  let count = 0;
  await into.deleteFrom('settings').execute();
  for (const table of tableNames) {
    for await (const rows of rowsOf(from, table)) {
      await into
        .insertInto(table as 'users')
        .values(rows as never)
        .execute();
      count += rows.length;
    }
  }
  for (const [table, last] of await lastIds(from)) await continueIds(into, table, last);
  return count;
}

/** The last id that was ever used in each table that numbers its records. */
async function lastIds(records: Records): Promise<(readonly [table: string, last: number])[]> {
  if (!isShared(records)) {
    const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(records);
    return rows.filter(({ name }) => name in tables).map(({ name, seq }) => [name, seq]);
  }
  const numbered = tableNames.filter((table) => (tables[table] as readonly string[]).includes('id'));
  const found: (readonly [string, number])[] = [];
  for (const table of numbered) {
    const { rows } = await sql<{ last: number; used: boolean }>`
      select last_value as last, is_called as used from ${sql.id(`${table}_id_seq`)}`.execute(records);
    const [state] = rows;
    if (state?.used === true) found.push([table, state.last]);
  }
  return found;
}

async function continueIds(records: Records, table: string, last: number): Promise<void> {
  if (last < 1) return;
  if (isShared(records)) {
    await sql`select setval(${`${table}_id_seq`}::regclass, ${last}::bigint)`.execute(records);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(records);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(records);
}
