import { quoteLiteral } from '../rows/duckdb/quoting.ts';
import type { StoredVersion } from '../rows/row-store.ts';
import { checkedValues } from './checked-values.ts';
import type { PlannedColumn } from './plan.ts';
import { keptSql, type SourcePlan } from './plan-source.ts';

type Kept = PlannedColumn['type'];

/**
 * The rows of a stored version with the source's rows behind them; columns are matched by name.
 * @param only the columns that are concerned, where these are not all
 */
export function appendedRelation(
  plan: SourcePlan,
  before: StoredVersion,
  path: string,
  only?: ReadonlySet<string>,
): SourcePlan {
  const old = new Map(before.columns.map(({ name, type }, position) => [name, { position, type: keptType(type) }]));
  const added = plan.columns.filter(({ name }) => !old.has(name));
  const kept = before.columns.map(({ name }) => name).filter((name) => only?.has(name) ?? true);
  const names = [...kept, ...added.map(({ name }) => name)];
  const notes: string[] = [];
  const columns = names.map((name, position): PlannedColumn => {
    const was = old.get(name);
    const comes = plan.columns.find((column) => column.name === name);
    const type = commonType(was?.type, comes?.type);
    if (was && comes && type !== was.type) notes.push(`${name}: ${was.type} to ${type}, to take in the new rows`);
    if (!comes) notes.push(`${name}: missing in the new rows`);
    if (!was) notes.push(`${name}: missing in the rows before`);
    const reference = `c${position}`;
    return { ...emptyColumn, source: name, name, type, value: reference, shown: reference };
  });
  const oldRows = columns.map((column, position) => {
    const was = old.get(column.name);
    return `${was ? cast(`o${was.position}`, was.type, column.type) : nothing(column.type)} AS c${position}`;
  });
  const coming = checkedValues(plan.columns, `${plan.opened.relation.from}${keptSql(plan)}`);
  const newRows = columns.map((column, position) => {
    const at = plan.columns.findIndex(({ name }) => name === column.name);
    const [comes, value] = [plan.columns[at], coming.values[at]];
    return `${comes && value ? cast(value, comes.type, column.type) : nothing(column.type)} AS c${position}`;
  });
  const aliases = before.columns.map((_, position) => `o${position}`).join(', ');
  const file = `read_parquet(${quoteLiteral(path)})${aliases === '' ? '' : ` AS before(${aliases})`}`;
  const sql = `SELECT ${oldRows.join(', ') || 'NULL'} FROM ${file} UNION ALL SELECT ${newRows.join(', ') || 'NULL'} FROM ${coming.from}`;
  return { ...plan, columns, conversions: [...plan.conversions, ...notes], query: { sql, before } };
}

const emptyColumn = { valid: null, found: false, note: null, column: null };

function keptType(type: StoredVersion['columns'][number]['type']): Kept {
  return type === 'char' ? 'text' : type;
}

function commonType(one: Kept | undefined, other: Kept | undefined): Kept {
  if (one === undefined || other === undefined || one === other) return other ?? one ?? 'text';
  return one !== 'text' && other !== 'text' && one !== 'geometry' && other !== 'geometry' ? 'float' : 'text';
}

function cast(value: string, from: Kept, to: Kept): string {
  if (from === to) return value;
  if (to === 'float') return `CAST(${value} AS DOUBLE)`;
  return from === 'geometry' ? `ST_AsText(${value})` : `CAST(${value} AS VARCHAR)`;
}

export const engineTypes = { integer: 'BIGINT', float: 'DOUBLE', text: 'VARCHAR', geometry: 'GEOMETRY' } as const;

function nothing(type: Kept): string {
  return `NULL::${engineTypes[type]}`;
}
