import { type Expression, PostgresAdapter, type SqlBool, sql } from 'kysely';
import type { Records } from './catalogue.ts';

// Everything that SQLite and PostgreSQL express differently. Both compare and order texts by their bytes, and know the
// same queries of Kysely.

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
