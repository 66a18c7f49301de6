import { createHash } from 'node:crypto';
import { type ReferenceExpression, sql } from 'kysely';
import type { Records } from '../catalogue/database/catalogue.ts';
import { isShared } from '../catalogue/database/dialect.ts';
import type { Tables } from '../catalogue/database/tables.ts';

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
export async function differingTables(one: Records, other: Records): Promise<string[]> {
  const differing: string[] = [];
  for (const table of tableNames) {
    if ((await summaryOf(one, table)) !== (await summaryOf(other, table))) differing.push(table);
  }
  return differing;
}

/** Whether a catalogue contains nothing but what its creation puts into it. */
export async function isEmptyCatalogue(records: Records): Promise<boolean> {
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
export async function copyRecords(from: Records, into: Records): Promise<number> {
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
