import { type Aggregate, type AggregateQuery, aggregateQueryToParameters, maxGroups } from '#shared/aggregate-query.ts';
import type { Column } from '#shared/api/column.ts';
import type { Cell, Row } from '#shared/cell.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import type { FailureKind } from '#shared/failures.ts';
import { instantOf } from '#shared/time/instant.ts';
import { type Exact, isRecord, member } from '../../lib/exact-json.ts';
import { cellReader } from '../cells/cells.ts';
import { ServiceError } from '../errors.ts';
import { addressWith } from '../http/layout.ts';
import { nextAddress, readPage } from '../paging/page-answer.ts';
import type { ServiceApi } from '../service-api.ts';

/** What a LIBRE service can calculate; other queries are not sent. */
const functions: ReadonlySet<Aggregate['function']> = new Set(['Count', 'Sum', 'Min', 'Max', 'Average']);

/** Failures that do not show what the service supports. */
const temporary: ReadonlySet<FailureKind> = new Set([
  'aborted',
  'offline',
  'proxy',
  'timeout',
  'throttled',
  'sign-in-needed',
  'token-refused',
  'forbidden',
]);

const maxPages = 1_000;

/** An additional aggregate of each group: the counts of all groups must add up to the number of rows. */
const evidence = 'almanac_rows';

function isAskable({ keys, aggregates, derived = [], having }: AggregateQuery): boolean {
  return (
    keys.every((key) => key.function === null) &&
    having.length === 0 &&
    derived.length === 0 &&
    aggregates.every((one) => functions.has(one.function))
  );
}

/**
 * Requests groups from services of the LIBRE family, which may support the parameters without announcing them. An
 * answer is only used if all of it matches the request. @param columns of the dataset
 * @param rows number of rows that the query selects, to check the answer against
 * @returns all groups in the order of the query; null if the service does not group rows, or not in this way
 */
export type ReadUnannouncedGroups = (
  name: DatasetName,
  query: AggregateQuery,
  columns: readonly Column[],
  rows: number,
  signal: AbortSignal,
) => Promise<Row[] | null>;

/** For one connection: it remembers for which datasets this does not work. */
export function openUnannouncedGroups({ client, layout }: ServiceApi): ReadUnannouncedGroups {
  const refused = new Set<string>();

  const ask: ReadUnannouncedGroups = async ({ namespace, dataset }, query, columns, rows, signal) => {
    const taken = new Set([...columns.map(({ name }) => name), ...query.keys.map(({ text }) => text)]);
    // Names that no column has: rows in place of groups must not look like groups.
    const nameOf = (name: string): string => (taken.has(name) ? nameOf(`${name}_`) : name);
    const renamed = query.aggregates.map(
      (aggregate, at): Aggregate => ({ ...aggregate, name: nameOf(`almanac_${at}`) }),
    );
    const count: Aggregate = { name: nameOf(evidence), function: 'Count', column: null };
    const reader = groupReader({ ...query, aggregates: [...renamed, count] }, columns);
    const request = { ...query, aggregates: [...renamed, count], ordering: [] };
    const start = addressWith(`${layout.dataset(namespace, dataset)}data/`, aggregateQueryToParameters(request));
    const groups: Row[] = [];
    const seen = new Set<string>();
    for (let address: URL | null = start; address !== null; ) {
      if (seen.has(address.href) || seen.size === maxPages || groups.length > maxGroups) return null;
      seen.add(address.href);
      const answer = await client.getJson(address, { signal });
      const page = readPage(answer);
      for (const item of page.items) {
        const group = reader(item);
        if (group === null) return null;
        groups.push(group);
      }
      if (page.count !== null && page.next === null && page.count !== groups.length) return null;
      address = nextAddress(page, answer, layout.resolve);
    }
    return isWhole(groups, query.keys.length, rows) ? inOrder(query, groups) : null;
  };

  return async (name, query, columns, rows, signal) => {
    const key = JSON.stringify([name.namespace, name.dataset]);
    if (refused.has(key) || !isAskable(query)) return null;
    try {
      const groups = await ask(name, query, columns, rows, signal);
      if (groups === null) refused.add(key);
      return groups;
    } catch (error) {
      if (!(error instanceof ServiceError) || temporary.has(error.kind)) throw error;
      refused.add(key);
      return null;
    }
  };
}

/** Reads a result that has exactly the requested properties, each of the right type; null for any other. */
function groupReader({ keys, aggregates }: AggregateQuery, columns: readonly Column[]): (item: Exact) => Row | null {
  const typeOf = (name: string) => columns.find((column) => column.name === name)?.type ?? '';
  const parts = [
    ...keys.map(({ text, column }) => ({ name: text, read: keyReader(typeOf(column)) })),
    ...aggregates.map((one) => ({ name: one.name, read: aggregateReader(one, typeOf) })),
  ];
  return (item) => {
    if (!isRecord(item) || Object.keys(item).length !== parts.length) return null;
    const group: Cell[] = [];
    for (const { name, read } of parts) {
      const value = member(item, name);
      const cell = value === undefined ? undefined : read(value);
      if (cell === undefined) return null;
      group.push(cell);
    }
    return group;
  };
}

/** Reads a value as a cell; undefined for an invalid value. */
type ValueReader = (value: Exact) => Cell | undefined;

function keyReader(type: string): ValueReader {
  const read = cellReader(type);
  const isNumeric = type === 'integer' || type === 'float';
  return (value) => {
    const cell = read(value);
    if (cell === null) return value === null ? null : undefined;
    return isNumeric === (typeof cell === 'number' || typeof cell === 'bigint') ? cell : undefined;
  };
}

function aggregateReader(aggregate: Aggregate, typeOf: (column: string) => string): ValueReader {
  const column = 'column' in aggregate ? (aggregate.column ?? '') : '';
  if (aggregate.function === 'Count') {
    const read = cellReader('integer');
    return (value) => {
      const count = read(value);
      return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined;
    };
  }
  return keyReader(aggregate.function === 'Average' ? 'float' : typeOf(column));
}

/** Whether the groups are distinct, and together contain all rows. The last value of a group is its row count. */
function isWhole(groups: readonly Row[], keys: number, rows: number): boolean {
  const known = new Set(
    groups.map((group) =>
      group
        .slice(0, keys)
        .map((cell) => `${typeof cell} ${cell}`)
        .join('\0'),
    ),
  );
  const sum = groups.reduce((total, group) => total + Number(group.at(-1)), 0);
  return known.size === groups.length && (keys > 0 || groups.length === 1) && sum === rows;
}

/** The groups without the additional count, sorted as the query says. */
function inOrder({ keys, aggregates, ordering }: AggregateQuery, groups: readonly Row[]): Row[] {
  const names = [...keys.map(({ text }) => text), ...aggregates.map(({ name }) => name)];
  const terms = [
    ...ordering.map(({ name, descending }) => ({ at: names.indexOf(name), descending })),
    ...keys.map((_, at) => ({ at, descending: false })),
  ].map((term) => ({ ...term, compared: comparedCells(groups.map((group) => group[term.at] ?? null)) }));
  const sorted = groups.toSorted((one, other) => {
    for (const { at, descending, compared } of terms) {
      const difference = compareCells(compared(one[at] ?? null), compared(other[at] ?? null), descending);
      if (difference !== 0) return difference;
    }
    return 0;
  });
  return sorted.map((group) => group.slice(0, -1));
}

/** What the cells of a column are compared by: their instants if all are date-times, else themselves. */
function comparedCells(cells: readonly Cell[]): (cell: Cell) => Cell {
  const instant = (cell: Cell) => (typeof cell === 'string' ? instantOf(cell) : null);
  return cells.every((cell) => cell === null || instant(cell) !== null) ? instant : (cell) => cell;
}

/** Texts by code point, missing values last in both directions. */
function compareCells(one: Cell, other: Cell, descending: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const difference =
    typeof one === 'string' && typeof other === 'string'
      ? Buffer.compare(Buffer.from(one), Buffer.from(other))
      : Number(one > other) - Number(one < other);
  return descending ? -difference : difference;
}
