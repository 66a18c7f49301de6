import { type Expression, PostgresAdapter, type SqlBool, sql } from 'kysely';
import type { Records } from './catalogue.ts';

// Everything that SQLite and PostgreSQL express differently. Both compare and order texts by their bytes, and know the
// same queries of Kysely. Lists of thousands of records are passed as one parameter, because their number is limited.

/** Whether several nodes may share the catalogue. */
export function isShared(records: Records): boolean {
  return records.getExecutor().adapter instanceof PostgresAdapter;
}

/** Compares a user name with the column `username`, whatever the case of its ASCII letters. */
export function hasUsername(records: Records, username: string): Expression<SqlBool> {
  // SQLite's column ignores case by itself, and its index with it.
  return isShared(records) ? sql`lower(username) = lower(${username})` : sql`username = ${username}`;
}

/** The member `address` of the JSON in `sources.choice`. */
export function addressOfChoice(records: Records) {
  return isShared(records)
    ? sql<string>`sources.choice::json ->> 'address'`
    : sql<string>`json_extract(sources.choice, '$.address')`;
}

/** Name, type and size of the columns of a version as an array of arrays in JSON, in the order of its file. */
export async function readColumnsAsJson(records: Records, versionId: number): Promise<string> {
  const statement = isShared(records)
    ? sql<{ columns: string | null }>`
        SELECT json_agg(json_build_array(name, type, size) ORDER BY position)::text AS columns
        FROM version_columns WHERE version_id = ${versionId}`
    : sql<{ columns: string | null }>`
        SELECT json_group_array(json_array(name, type, size)) AS columns
        FROM (SELECT name, type, size FROM version_columns WHERE version_id = ${versionId} ORDER BY position)`;
  const { rows } = await statement.execute(records);
  return rows[0]?.columns ?? '[]';
}

/** Adds columns to a version. @param from position of the first */
export async function insertColumns(
  records: Records,
  versionId: number,
  from: number,
  columns: readonly { readonly name: string; readonly type: string; readonly size: number | null }[],
): Promise<void> {
  const statement = isShared(records)
    ? sql`
        INSERT INTO version_columns (version_id, position, name, type, size)
        SELECT ${versionId}::bigint, ${from}::bigint + given.position - 1, given.name, given.type, given.size
        FROM unnest(
          ${columns.map(({ name }) => name)}::text[],
          ${columns.map(({ type }) => type)}::text[],
          ${columns.map(({ size }) => size)}::bigint[]
        ) WITH ORDINALITY AS given (name, type, size, position)`
    : sql`
        INSERT INTO version_columns (version_id, position, name, type, size)
        SELECT ${versionId}, ${from} + key, json_extract(value, '$[0]'), json_extract(value, '$[1]'),
          json_extract(value, '$[2]')
        FROM json_each(${JSON.stringify(columns.map(({ name, type, size }) => [name, type, size]))})`;
  await statement.execute(records);
}

/** Stores descriptions of columns, each name once; null leaves a text unchanged. */
export async function putColumnNotes(
  records: Records,
  datasetId: number,
  notes: readonly (readonly [name: string, label: string | null, description: string | null])[],
): Promise<void> {
  const given = isShared(records)
    ? sql`unnest(
        ${notes.map(([name]) => name)}::text[],
        ${notes.map(([, label]) => label)}::text[],
        ${notes.map(([, , description]) => description)}::text[]
      ) AS given (name, label, description)`
    : sql`(
        SELECT json_extract(value, '$[0]') AS name, json_extract(value, '$[1]') AS label,
          json_extract(value, '$[2]') AS description
        FROM json_each(${JSON.stringify(notes)})
      ) AS given`;
  const id = isShared(records) ? sql`${datasetId}::bigint` : sql`${datasetId}`;
  await sql`
    INSERT INTO column_notes (dataset_id, name, label, description)
    SELECT ${id}, given.name, coalesce(given.label, known.label, given.name),
      coalesce(given.description, known.description, '')
    FROM ${given}
    LEFT JOIN column_notes AS known ON known.dataset_id = ${id} AND known.name = given.name
    WHERE true
    ON CONFLICT (dataset_id, name) DO UPDATE SET label = excluded.label, description = excluded.description
  `.execute(records);
}

/** Whether a namespace has ever existed, even if removed since: their ids are never reused. */
export async function everHadNamespace(records: Records): Promise<boolean> {
  const statement = isShared(records)
    ? sql`select 1 from namespaces_id_seq where is_called`
    : sql`select 1 from sqlite_sequence where name = 'namespaces' and seq > 0`;
  return (await statement.execute(records)).rows.length > 0;
}

/** Seconds after its last heartbeat at which a node counts as ended. */
export const nodeTimeoutSeconds = 30;

/** Condition for nodes with a recent heartbeat, or without one only because PostgreSQL itself has only just started. */
export const livingNodesSql = `greatest(nodes.seen, pg_postmaster_start_time()) > now() - make_interval(secs => ${nodeTimeoutSeconds})`;

const livingNodes = sql.raw(livingNodesSql);

/** Whether the node that imports a version has ended. One process owns a file, and asks before it imports. */
export function isImporterEnded(records: Records): Expression<SqlBool> {
  return isShared(records)
    ? sql`not exists (select 1 from nodes where nodes.id = versions.node and ${livingNodes})`
    : sql`true`;
}

/** Whether a node that has joined is alive, whose clients may have left something unfinished that they still need. */
export async function hasLivingNodes(records: Records): Promise<boolean> {
  if (!isShared(records)) return false;
  return (await sql`select 1 from nodes where ${livingNodes} limit 1`.execute(records)).rows.length > 0;
}

/** Whether this node, the one that has lived longest, does what one node does for the catalogue, such as following. */
export function isFirstNode(records: Records): Expression<SqlBool> {
  return isShared(records)
    ? sql`current_setting('almanac.node') = (select id from nodes where ${livingNodes} order by started, id limit 1)`
    : sql`true`;
}
