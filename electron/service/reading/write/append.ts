import { type Explanation, explain } from '#shared/failures.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';
import type { StoredColumn, StoredVersion } from '../../files/stored-version.ts';
import type { PlannedColumn } from '../columns/plan-columns.ts';
import { whereSql } from '../columns/plan-table.ts';
import type { TablePlan } from '../columns/table-plan.ts';
import { checkedValues, guardedColumns } from '../problems/checked-values.ts';
import type { PlannedMoment } from '../values/stored-moments.ts';

type StoredType = PlannedColumn['type'];

/**
 * The rows of a stored version followed by the source's rows; columns are matched by name.
 * @param only restricts it to these columns
 */
export function appendedRelation(
  plan: TablePlan,
  before: StoredVersion,
  path: string,
  only?: ReadonlySet<string>,
): TablePlan {
  const old = new Map(before.columns.map(({ name, type }, position) => [name, { position, type: storedType(type) }]));
  const added = plan.columns.filter(({ name }) => !old.has(name));
  const kept = before.columns.map(({ name }) => name).filter((name) => only?.has(name) ?? true);
  const names = [...kept, ...added.map(({ name }) => name)];
  const notes: Explanation[] = [];
  const columns = names.map((name, position): PlannedColumn => {
    const was = old.get(name);
    const comes = plan.columns.find((column) => column.name === name);
    const type = commonType(was?.type, comes?.type);
    if (was && comes && type !== was.type) notes.push(explain('widened', { column: name, from: was.type, to: type }));
    if (!comes) notes.push(explain('missing-in-new', { column: name }));
    if (!was) notes.push(explain('missing-in-old', { column: name }));
    const reference = `c${position}`;
    const moment = type === 'text' ? commonMoment(was && before.columns[was.position], comes) : null;
    return {
      ...emptyColumn,
      source: name,
      name,
      type,
      value: reference,
      shown: reference,
      ...(moment === null ? {} : { moment }),
    };
  });
  const oldRows = columns.map((column, position) => {
    const was = old.get(column.name);
    return `${was ? cast(`o${was.position}`, was.type, column.type) : nothing(column.type)} AS c${position}`;
  });
  const coming = checkedValues(
    guardedColumns(plan.columns, plan.opened),
    `${plan.opened.relation.from}${whereSql(plan)}`,
  );
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

function storedType(type: StoredVersion['columns'][number]['type']): StoredType {
  return type === 'char' ? 'text' : type;
}

function commonType(one: StoredType | undefined, other: StoredType | undefined): StoredType {
  if (one === undefined || other === undefined || one === other) return other ?? one ?? 'text';
  return one !== 'text' && other !== 'text' && one !== 'geometry' && other !== 'geometry' ? 'float' : 'text';
}

/** What is known about dates and times before the rows are combined; null if it depends on the rows. */
function commonMoment(was: StoredColumn | undefined, comes: PlannedColumn | undefined): PlannedMoment | null {
  const coming = comes?.moment ?? null;
  if (was === undefined) return coming;
  if (was.moment === undefined) return null;
  if (comes === undefined) return { kind: was.moment, checked: true };
  return { kind: was.moment, checked: coming?.checked === true && coming.kind === was.moment };
}

function cast(value: string, from: StoredType, to: StoredType): string {
  if (from === to) return value;
  if (to === 'float') return `CAST(${value} AS DOUBLE)`;
  return from === 'geometry' ? `ST_AsText(${value})` : `CAST(${value} AS VARCHAR)`;
}

export const engineTypes = { integer: 'BIGINT', float: 'DOUBLE', text: 'VARCHAR', geometry: 'GEOMETRY' } as const;

function nothing(type: StoredType): string {
  return `NULL::${engineTypes[type]}`;
}
