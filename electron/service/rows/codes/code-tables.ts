import { createHash } from 'node:crypto';
import type { CodeList } from '#shared/codes/code-list.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';
import type { Session } from '../../engine/session.ts';

/** What codes stand for, as entries: it is part of what identifies cached results. */
export type CodeMap = readonly (readonly [code: string, value: string])[];

/** The labels of a column's values, which follow it under their own name. */
export interface ColumnLabels {
  readonly column: string;
  readonly name: string;
  readonly labels: CodeList;
}

/** The order of a list. */
export interface CodeOrder {
  /** A digest of the codes in their order, which is a part of the names of files. */
  readonly key: string;
  /** The type of its codes, whose values are in their order; null for a list without any. */
  readonly type: string | null;
  readonly count: number;
}

const orders = new WeakMap<CodeList, CodeOrder>();

/** The order of a list, put together once: each page that is in this order needs it. */
export function codeOrder(list: CodeList): CodeOrder {
  const known = orders.get(list);
  if (known !== undefined) return known;
  const codes = [...list.keys()];
  const key = createHash('sha256').update(JSON.stringify(codes)).digest('hex').slice(0, 24);
  const type = codes.length === 0 ? null : `ENUM(${codes.map(quoteLiteral).join(', ')})`;
  const order = { key, type, count: codes.length };
  orders.set(list, order);
  return order;
}

/** The place of a code in its list; that of all other values comes after. */
export function placeSql(reference: string, { type, count }: CodeOrder): string {
  if (type === null) return `CASE WHEN ${reference} IS NOT NULL THEN 0 END`;
  const place = `enum_code(TRY_CAST(CAST(${reference} AS VARCHAR) AS ${type}))`;
  return `CASE WHEN ${reference} IS NOT NULL THEN coalesce(${place}, ${count}) END`;
}

function codeTable(at: number): string {
  return `codes_${at}`;
}

/** Reads while the maps are tables of the session, for {@link codedSql}; null needs none. */
export async function withCodeTables<Result>(
  session: Session,
  maps: readonly (CodeMap | null)[],
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    for (const [at, map] of maps.entries()) {
      if (map === null) continue;
      const texts = (part: 0 | 1) => JSON.stringify(map.map((entry) => entry[part]));
      const list = (parameter: string) => `unnest(from_json(${parameter}, '["VARCHAR"]'))`;
      const sql = `CREATE OR REPLACE TEMP TABLE ${codeTable(at)} AS SELECT ${list('$1')} AS code, ${list('$2')} AS value`;
      await session.run(sql, [texts(0), texts(1)]);
    }
    return await read();
  } finally {
    for (const [at, map] of maps.entries()) {
      if (map !== null) await session.clean(`DROP TABLE IF EXISTS ${codeTable(at)}`);
    }
  }
}

/** What the values of a column stand for in the map at a position; NULL if they are no codes of it. */
export function codedSql(at: number, reference: string): string {
  return `(SELECT value FROM ${codeTable(at)} WHERE code = CAST(${reference} AS VARCHAR))`;
}

/** The columns with those of the labels, each after its own; a column that already has the name of labels stays it. */
export function withLabels<Column extends { readonly name: string }>(
  columns: readonly Column[],
  labels: readonly ColumnLabels[],
  labelColumn: (of: ColumnLabels, column: Column) => Column,
): Column[] {
  const names = new Set(columns.map(({ name }) => name));
  return columns.flatMap((column) => {
    const own = labels.find((one) => one.column === column.name);
    return own === undefined || names.has(own.name) ? [column] : [column, labelColumn(own, column)];
  });
}
