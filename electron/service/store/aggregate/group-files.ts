import { createHash } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { type AggregateFunction, type AggregateQuery, maxGroups } from '#shared/aggregate-query.ts';
import { explain } from '#shared/failures.ts';
import { everyRow } from '#shared/row-query.ts';
import { comparedSql, comparisonRules } from '../comparison.ts';
import type { Engine } from '../duckdb/engine.ts';
import { quoteLiteral } from '../duckdb/quoting.ts';
import type { Session } from '../duckdb/session.ts';
import type { DiskCache } from '../files/disk-cache.ts';
import { parquetOptions } from '../files/parquet-format.ts';
import { unfinishedName } from '../files/unfinished-name.ts';
import { type ParquetFile, reading } from '../pages/parquet-rows.ts';
import { InvalidFilterError, type LongWork } from '../row-store.ts';
import { selectionOf } from '../selection.ts';
import { SharedWork } from '../shared-work.ts';
import { storedTable } from '../stored-table.ts';
import { builtOnce } from '../version-files/built-once.ts';
import type { SharedFiles } from '../version-files/version-files.ts';
import {
  type ColumnFacts,
  type GroupColumn,
  type GroupStatement,
  groupStatement,
  havingSql,
  keyedRows,
} from './group-sql.ts';
import { anyNumbers, type NumberFacts, readNumberFacts } from './number-facts.ts';

/** The groups of a query as a stored file: a column per key and then per aggregate, a row per group, in order. */
export interface GroupFile {
  readonly path: string;
  readonly count: number;
  readonly columns: readonly GroupColumn[];
}

/** Name of the groups within the session that calculates them. */
const groups = 'groups';

/** Name of a column of the groups, distinct from those of the rows. */
function groupReference(position: number): string {
  return `g${position}`;
}

/** Groups of queries: calculated once, stored as files in the cache of their version. */
export class GroupFiles {
  readonly #engine: Engine;
  readonly #cache: DiskCache;
  readonly #shared: SharedFiles | null;
  readonly #building = new SharedWork<GroupFile>();
  readonly #known = new Map<string, GroupFile>();
  /** Facts about the numbers of columns, by the path of their file and their position. */
  readonly #numbers = new LRUCache<string, NumberFacts>({ max: 10_000 });
  /** Cached rows of results, by the path of their file; large ones are not cached. */
  readonly raw = new LRUCache<string, Buffer>({
    maxSize: 32 * 2 ** 20,
    maxEntrySize: 4 * 2 ** 20,
    sizeCalculation: ({ length }) => length,
  });

  /** @param shared groups of other machines; null if there are none */
  constructor(engine: Engine, cache: DiskCache, shared: SharedFiles | null = null) {
    this.#engine = engine;
    this.#cache = cache;
    this.#shared = shared;
  }

  /**
   * The groups of a query, calculated if not stored.
   * @throws {InvalidFilterError} for a value that a column cannot contain, and for more than {@link maxGroups} groups
   */
  async get(file: ParquetFile, folder: string, query: AggregateQuery, work: LongWork): Promise<GroupFile> {
    const path = groupPath(folder, query);
    const known = this.#known.get(path);
    if (known !== undefined) {
      this.#cache.touch(path);
      return known;
    }
    return await this.#building.join(path, work.signal, async (signal) => {
      const { keys, aggregates } = groupStatement(query, file.columns);
      const columns = [...keys, ...aggregates].map(({ name, type }) => ({ name, type }));
      const counted = {
        files: [path],
        open: () => this.#reopen(path, work),
        build: () => this.#cache.withRoom(() => this.#build(file, path, query, { ...work, signal })),
      };
      const made = { path, count: await builtOnce(this.#shared, counted, signal), columns };
      this.#known.set(path, made);
      await this.#cache.add(path);
      return made;
    });
  }

  /** Groups of an earlier run. @returns their number, null if none were stored */
  async #reopen(path: string, { caller }: LongWork): Promise<number | null> {
    if ((await stat(path).catch(() => null)) === null) return null;
    const count = this.#engine.short({ caller }, (session) =>
      session.row(`SELECT count(*) FROM read_parquet(${quoteLiteral(path)})`),
    );
    return await count.then(
      ([rows]) => Number(rows),
      async () => {
        await this.#discard(path);
        return null;
      },
    );
  }

  /** Removes groups whose file cannot be read; the next request calculates them again. */
  async #discard(path: string): Promise<void> {
    this.invalidate(path);
    await rm(path, { force: true });
  }

  async #build(file: ParquetFile, path: string, query: AggregateQuery, work: LongWork): Promise<number> {
    await mkdir(dirname(path), { recursive: true });
    const unfinished = unfinishedName(path);
    try {
      const count = await reading(file, work, () =>
        this.#engine.long(work, async (session) =>
          writeGroups(session, file, unfinished, query, await this.#facts(session, file, query)),
        ),
      );
      await rename(unfinished, path);
      return count;
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async #facts(session: Session, file: ParquetFile, query: AggregateQuery): Promise<(position: number) => ColumnFacts> {
    const least = await leastIntegers(session, file, query);
    const calculated = new Set(
      query.aggregates.flatMap((one) => ('column' in one && isCalculation(one.function) ? [one.column] : [])),
    );
    const numbers = new Map<number, NumberFacts>();
    for (const [position, { name, type }] of file.columns.entries()) {
      if (type === 'float' && calculated.has(name)) numbers.set(position, await this.numbers(session, file, position));
    }
    return (position) => ({ least: least(position), numbers: numbers.get(position) ?? anyNumbers });
  }

  /** Facts about the numbers of a float column, read once. */
  async numbers(session: Session, file: ParquetFile, position: number): Promise<NumberFacts> {
    const key = `${position} ${file.path}`;
    const found = this.#numbers.get(key) ?? (await readNumberFacts(session, file, position));
    this.#numbers.set(key, found);
    return found;
  }

  /** Clears the cached rows of a file, or of all files in a folder. */
  invalidate(folder: string): void {
    for (const path of this.#known.keys()) {
      if (!path.startsWith(folder)) continue;
      this.#known.delete(path);
      this.raw.delete(path);
    }
  }

  /** Cancels calculations in a folder that is about to be removed. */
  async end(folder: string, reason: Error): Promise<void> {
    await this.#building.end((path) => dirname(path) === folder, reason);
    this.invalidate(folder);
  }

  async close(): Promise<void> {
    await this.#building.end(() => true, new DOMException('The row store is closed.', 'AbortError'));
    await this.#building.settled();
  }
}

/** Whether a function calculates with numbers. */
function isCalculation(name: AggregateFunction): boolean {
  return ['Sum', 'Average', 'Median', 'Quantile', 'StdDev', 'Variance'].includes(name);
}

function groupPath(folder: string, query: AggregateQuery): string {
  const identity = JSON.stringify({ comparisonRules, ...query, rows: { ...query.rows, version: null } });
  return join(folder, `${createHash('sha256').update(identity).digest('hex').slice(0, 40)}.groups`);
}

async function writeGroups(
  session: Session,
  file: ParquetFile,
  target: string,
  query: AggregateQuery,
  factsOf: (position: number) => ColumnFacts,
): Promise<number> {
  const statement = groupStatement(query, file.columns, factsOf);
  const { where } = selectionOf({ ...everyRow, ...query.rows, ordering: [] }, file.columns);
  const condition = where === null ? '' : ` WHERE ${where.sql}`;
  const values = where?.values ?? [];
  const rows = `(SELECT * FROM ${storedTable(file.path, file.columns)}${condition})`;
  const grouped = `${groupedSql(statement, rows)} LIMIT ${maxGroups + 1}`;
  const isWide = [...statement.keys, ...statement.aggregates].some(({ wide }) => wide);
  if (!isWide && query.having.length === 0) {
    // Everything needed about the groups is known before they are computed, so no intermediate table is needed.
    const count = await writeGroupFile(session, target, query, statement, `(${grouped})`, values, new Set());
    if (count > maxGroups) throw await tooMany(session, rows, values, statement);
    return count;
  }
  try {
    await session.run(`CREATE OR REPLACE TEMP TABLE ${groups} AS ${grouped}`, values);
    const { count, narrow } = await measureGroups(session, statement);
    if (count > maxGroups) throw await tooMany(session, rows, values, statement);
    return await writeGroupFile(session, target, query, statement, groups, [], narrow);
  } finally {
    await session.clean(`DROP TABLE IF EXISTS ${groups}`);
  }
}

/** The groups of rows, each key and aggregate under the name of its position. */
function groupedSql(statement: GroupStatement, rows: string): string {
  const keys = statement.keys.map((_, at) => groupReference(at));
  const aggregates = statement.aggregates.map(({ sql }, at) => `${sql} AS ${groupReference(keys.length + at)}`);
  const grouping = keys.length === 0 ? '' : ` GROUP BY ${keys.map((_, at) => `k${at}`).join(', ')}`;
  const values = statement.keys.map(({ finish }, at) => finish?.(`k${at}`) ?? `k${at}`);
  const selected = [...keys.map((key, at) => `${values[at]} AS ${key}`), ...aggregates].join(', ');
  return `SELECT ${selected} FROM ${keyedRows(statement, rows)}${grouping}`;
}

// Stryker disable all : without these values, bins are only computed more slowly.
/** The smallest values of the binned integer columns, from the stored file's statistics. */
async function leastIntegers(
  session: Session,
  { path, columns }: ParquetFile,
  { keys }: AggregateQuery,
): Promise<(position: number) => bigint | null> {
  const binned = keys.filter((key) => key.function === 'Bin').map(({ column }) => column);
  const positions = columns.flatMap(({ name, type }, at) => (type === 'integer' && binned.includes(name) ? [at] : []));
  if (positions.length === 0) return () => null;
  const found = await session.rows(
    `SELECT column_id, CASE WHEN count(*) = count(stats_min_value) THEN min(TRY_CAST(stats_min_value AS BIGINT)) END
     FROM parquet_metadata($1) WHERE column_id IN (${positions.join(', ')})
       AND (stats_null_count IS NULL OR num_values > stats_null_count)
     GROUP BY column_id`,
    [path],
  );
  const least = new Map(found.map(([id, value]) => [Number(id), typeof value === 'bigint' ? value : null]));
  return (position) => least.get(position) ?? null;
}
// Stryker restore all

/**
 * Selects the requested groups, in order, with shares of all rows.
 * @param source a table of the groups, or the statement that computes them with its values
 * @param narrow columns that are written with 64 bits
 */
async function writeGroupFile(
  session: Session,
  target: string,
  query: AggregateQuery,
  statement: GroupStatement,
  source: string,
  sourceValues: readonly (string | number | bigint)[],
  narrow: ReadonlySet<string>,
): Promise<number> {
  const all = [...statement.keys, ...statement.aggregates];
  const references = new Map(all.map(({ name }, at) => [name, groupReference(at)]));
  const referenceOf = (name: string) => references.get(name) ?? 'NULL';
  const isShare = (at: number) => query.aggregates[at - statement.keys.length]?.function === 'Share';
  const values = all.map((_, at) => {
    const column = groupReference(at);
    if (isShare(at)) return `${column} / nullif(sum(${column}) OVER (), 0) AS ${column}`;
    return narrow.has(column) ? `CAST(${column} AS BIGINT) AS ${column}` : column;
  });
  const bound = [...sourceValues];
  const having = havingSql(query, statement, referenceOf, (value) => `$${bound.push(value)}`);
  const compared = new Map(all.map((column, at) => [column.name, comparedSql(column, groupReference(at))]));
  const order = [
    ...query.ordering.map(({ name, descending }) => `${compared.get(name)} ${descending ? 'DESC' : 'ASC'} NULLS LAST`),
    ...statement.keys.map(({ name }) => `${compared.get(name)} ASC NULLS LAST`),
  ];
  const kept = `SELECT * FROM (SELECT ${values.join(', ')} FROM ${source})${having === '' ? '' : ` WHERE ${having}`}`;
  const ordered = order.length === 0 ? kept : `${kept} ORDER BY ${order.join(', ')}`;
  const [count] = await session.row(`COPY (${ordered}) TO ${quoteLiteral(target)} (${parquetOptions})`, bound);
  return Number(count);
}

/**
 * The number of groups, and the integer columns whose values all fit 64 bits: files of other programs have no wider
 * ones.
 */
async function measureGroups(
  session: Session,
  { keys, aggregates }: GroupStatement,
): Promise<{ readonly count: number; readonly narrow: ReadonlySet<string> }> {
  const integers = [...keys, ...aggregates].flatMap(({ type }, at) => (type === 'integer' ? [groupReference(at)] : []));
  const tests = integers.map((column) => `bool_and(${column} IS NULL OR TRY_CAST(${column} AS BIGINT) IS NOT NULL)`);
  const [count, ...fits] = await session.row(`SELECT ${['count(*)', ...tests].join(', ')} FROM ${groups}`);
  return { count: Number(count), narrow: new Set(integers.filter((_, at) => fits[at] !== false)) };
}

async function tooMany(
  session: Session,
  rows: string,
  values: readonly (string | number | bigint)[],
  statement: GroupStatement,
): Promise<InvalidFilterError> {
  const { keys } = statement;
  const counts = keys.map((_, at) => `approx_count_distinct(k${at})`).join(', ');
  const found = (await session.row(`SELECT ${counts} FROM ${keyedRows(statement, rows)}`, values)).map(Number);
  const most = keys[found.indexOf(Math.max(...found))]?.name ?? '';
  const limit = maxGroups.toLocaleString('en');
  return new InvalidFilterError('_group_by', explain('too-many-groups', { limit, column: most }));
}
