import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLibsql } from '../../catalogue/database/libsql-database.ts';
import { migrate } from '../../catalogue/database/migrate.ts';
import { type PostgresForTest, sharedPostgres } from '../../catalogue/database/testing/postgres-server.ts';
import { skipWithoutPostgres } from '../../catalogue/database/testing/skip-without-postgres.ts';
import { postgresMigrations } from './schema.ts';

/** A table as both databases describe it, in the same words. */
interface Description {
  /** Name, type, whether it may be null, and its default value. */
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
  readonly uniques: readonly string[];
  readonly foreignKeys: readonly string[];
  readonly indexes: readonly string[];
  /** Number of conditions on columns. */
  readonly checks: number;
}

type Schema = Readonly<Record<string, Description>>;

/** What only one of them has. */
const only = {
  sqlite: { tables: ['sidecar_changes'], columns: [] as string[], indexes: [] as string[] },
  postgres: {
    tables: ['nodes', 'catalogue_version', 'login_attempts', 'import_progress', 'request_rates'],
    columns: ['versions.node'],
    indexes: ['users_by_name', 'versions_importing'],
  },
};

const sorted = (names: readonly string[]) => [...names].sort();

function ofSqlite(): Schema {
  const database = openLibsql(':memory:');
  migrate(database, '');
  const rows = (sql: string) => database.rows(sql) as Record<string, string | number | null>[];
  const tables = rows("select name, sql from sqlite_schema where type = 'table' and name not like 'sqlite_%'");
  const schema = Object.fromEntries(
    tables
      .filter(({ name }) => !only.sqlite.tables.includes(String(name)))
      .map(({ name, sql }) => {
        const columns = rows(`pragma table_info(${name})`);
        const indexes = rows(`pragma index_list(${name})`).map(({ name: index, origin, unique, partial }) => ({
          name: index,
          origin,
          unique,
          partial,
          columns: rows(`pragma index_info("${index}")`).map((one) => String(one.name)),
        }));
        // The name of an account is unique by an index on its lower case in PostgreSQL.
        const isName = (table: unknown, list: readonly string[]) => table === 'users' && list.join() === 'username';
        const description: Description = {
          columns: sorted(
            columns.map(
              (one) =>
                `${one.name} ${one.type === 'INTEGER' ? 'integer' : 'text'}${one.notnull || one.pk ? ' not null' : ''}${one.dflt_value === null ? '' : ` default ${one.dflt_value}`}`,
            ),
          ),
          primaryKey: columns
            .filter(({ pk }) => Number(pk) > 0)
            .sort((a, b) => Number(a.pk) - Number(b.pk))
            .map((one) => String(one.name)),
          uniques: sorted(
            indexes
              .filter((index) => index.origin === 'u' && !isName(name, index.columns))
              .map((index) => index.columns.join()),
          ),
          foreignKeys: sorted(
            rows(`pragma foreign_key_list(${name})`).map(
              (key) => `${key.from} ${key.table} ${String(key.on_delete).toLowerCase()}`,
            ),
          ),
          indexes: sorted(
            indexes
              .filter((index) => index.origin === 'c')
              .map(
                (index) =>
                  `${index.name} ${index.unique ? 'unique ' : ''}${index.columns.join()}${index.partial ? ' partly' : ''}`,
              ),
          ),
          checks: String(sql).match(/\bcheck \(/g)?.length ?? 0,
        };
        return [String(name), description];
      }),
  );
  database.close();
  return schema;
}

async function ofPostgres(server: PostgresForTest, database: string): Promise<Schema> {
  const rows = (sql: string) => server.query<Record<string, string | boolean | null>>(sql, database);
  const tables = await rows("select table_name from information_schema.tables where table_schema = 'public'");
  const schema: Record<string, Description> = {};
  for (const { table_name: table } of tables) {
    if (only.postgres.tables.includes(String(table))) continue;
    const columns = await rows(
      `select column_name, data_type, is_nullable, column_default, collation_name from information_schema.columns
       where table_schema = 'public' and table_name = '${table}'`,
    );
    for (const { column_name: name, data_type: type, collation_name: collation } of columns) {
      if (type === 'text') expect([table, name, collation]).toEqual([table, name, 'C']);
    }
    const constraints = await rows(
      `select contype, confdeltype, confrelid::regclass::text as other,
         (select string_agg(attname, ',' order by n) from unnest(conkey) with ordinality as k(a, n)
            join pg_attribute on attrelid = conrelid and attnum = a) as columns
       from pg_constraint where conrelid = '${table}'::regclass and contype in ('p', 'u', 'f', 'c')`,
    );
    const indexes = await rows(
      `select c.relname as name, indisunique as unique, indpred is not null as partly,
         (select string_agg(attname, ',' order by n) from unnest(indkey::int2[]) with ordinality as k(a, n)
            join pg_attribute on attrelid = indrelid and attnum = a) as columns
       from pg_index join pg_class c on c.oid = indexrelid
       where indrelid = '${table}'::regclass and not exists (select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`,
    );
    const of = (kind: string) => constraints.filter(({ contype }) => contype === kind);
    const actions: Record<string, string> = { c: 'cascade', n: 'set null', a: 'no action' };
    schema[String(table)] = {
      columns: sorted(
        columns
          .filter((one) => !only.postgres.columns.includes(`${table}.${one.column_name}`))
          .map((one) => {
            const value =
              one.column_default === null ? '' : ` default ${String(one.column_default).replace(/::.*$/, '')}`;
            return `${one.column_name} ${one.data_type === 'bigint' ? 'integer' : one.data_type}${one.is_nullable === 'NO' ? ' not null' : ''}${value}`;
          }),
      ),
      primaryKey: String(of('p')[0]?.columns ?? '')
        .split(',')
        .filter((name) => name !== ''),
      uniques: sorted(of('u').map((one) => String(one.columns))),
      foreignKeys: sorted(of('f').map((one) => `${one.columns} ${one.other} ${actions[String(one.confdeltype)]}`)),
      indexes: sorted(
        indexes
          .filter((index) => !only.postgres.indexes.includes(String(index.name)))
          .map(
            (index) => `${index.name} ${index.unique ? 'unique ' : ''}${index.columns}${index.partly ? ' partly' : ''}`,
          ),
      ),
      checks: of('c').length,
    };
  }
  return schema;
}

describe.skipIf(skipWithoutPostgres())('The schema in PostgreSQL', () => {
  let server: PostgresForTest;
  beforeAll(async () => {
    server = await sharedPostgres();
  });
  afterAll(() => server?.close());

  it('agrees with that in SQLite: tables, columns, defaults, keys, uniques, indexes, and the number of checks', async () => {
    const database = await server.createDatabase();
    for (const { sql } of postgresMigrations) await server.query(sql, database);
    const postgres = await ofPostgres(server, database);
    expect(Object.keys(postgres).length).toBeGreaterThan(15);
    expect(postgres).toEqual(ofSqlite());
  });
});
