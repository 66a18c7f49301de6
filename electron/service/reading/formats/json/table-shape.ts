import type { TableShape } from '../layouts.ts';
import type { OutlineNode } from './json-outline.ts';

function isNumbered(names: Iterable<string>): boolean {
  let number = 0;
  for (const name of names) {
    if (name !== String(number)) return false;
    number += 1;
  }
  return number > 0;
}

const isScalar = ({ kind }: OutlineNode) => kind !== 'object' && kind !== 'list';

/** JSON-stat (json-stat.org): a cube of values with its dimensions. */
function isStatistics(node: OutlineNode): boolean {
  const of = node.members.get('dataset') ?? node;
  const value = of.members.get('value');
  if (!of.members.has('dimension')) return false;
  if (value !== undefined) return value.kind === 'list' || value.kind === 'object';
  // The values may follow more codes than have been read.
  return !of.complete && (of.members.get('class')?.text === '"dataset"' || of.members.has('size'));
}

/** Responses whose records must be converted. */
function answerShape({ members }: OutlineNode): TableShape | null {
  const list = (node: OutlineNode | undefined, name: string) => {
    const found = node?.members.get(name);
    return found?.kind === 'list' ? found : undefined;
  };
  if (list(members.get('head'), 'vars') !== undefined && list(members.get('results'), 'bindings') !== undefined) {
    return 'bindings';
  }
  const hits = list(members.get('hits'), 'hits');
  const isHit = ({ members: own }: OutlineNode) => own.has('_source') || (own.has('_id') && own.has('fields'));
  if (hits !== undefined && hits.items.length > 0 && hits.items.every(isHit)) return 'hits';
  const table = members.get('table');
  const cells = [table, { members }].map((one) => {
    const columns = one?.members.get('cols');
    const rows = one?.members.get('rows');
    return (
      columns?.kind === 'list' &&
      rows?.kind === 'list' &&
      rows.items.every((row) => row.members.get('c')?.kind === 'list')
    );
  });
  if (cells.includes(true)) return 'visualisation';
  const keyed = members.get('data')?.items ?? [];
  const isKeyed = ({ members: own }: OutlineNode) =>
    own.get('key')?.kind === 'list' && own.get('values')?.kind === 'list';
  return members.get('columns')?.kind === 'list' && keyed.length > 0 && keyed.every(isKeyed) ? 'px-web' : null;
}

/** The members of a table with its column names beside its rows. */
export interface SplitMembers {
  readonly columns: string;
  readonly rows: string;
  /** Members that are irrelevant to the rows. */
  readonly others: readonly string[];
}

export const columnsNames = ['columns', 'fields', 'header', 'headers', 'cols'];
export const rowsNames = ['data', 'rows', 'values', 'records'];
const pandasNames = ['index', 'index_names', 'column_names', 'name'];
/** Members of an object that describes a column, of which the first one names it. */
export const describedNames = ['name', 'label', 'title', 'fieldName', 'field', 'id'];

/**
 * Names of columns beside rows that are lists of values, as pandas writes with `orient="split"` and many services
 * respond; null if an object is not such a table.
 */
export function splitMembers(node: OutlineNode): SplitMembers | null {
  const { members } = node;
  if (isOpenDataAnswer(node)) return { columns: 'meta', rows: 'data', others: [] };
  const listOf = (names: readonly string[]) => names.find((name) => members.get(name)?.kind === 'list');
  const [columns, rows] = [listOf(columnsNames), listOf(rowsNames)];
  if (columns === undefined || rows === undefined) return null;
  const [named, values] = [members.get(columns), members.get(rows)];
  if (named === undefined || values === undefined || !values.items.every(({ kind }) => kind === 'list')) return null;
  const others = [...members.keys()].filter((name) => name !== columns && name !== rows && !pandasNames.includes(name));
  const isPandas = columns === 'columns' && rows === 'data' && others.length === 0;
  const fits = isPandas || (named.items.every(namesColumn) && values.items.some((row) => isAsLong(row, named)));
  return fits ? { columns, rows, others } : null;
}

/** Where Socrata's `rows.json` describes its columns, before rows that are lists. */
export const columnsPath = ['meta', 'view', 'columns'];

function isOpenDataAnswer({ members, complete }: OutlineNode): boolean {
  let columns = members.get(columnsPath[0] ?? '');
  for (const name of columnsPath.slice(1)) columns = columns?.members.get(name);
  if (columns?.kind !== 'list') return false;
  const [first] = members.get('data')?.items ?? [];
  // The description may be longer than the beginning that is examined.
  return first === undefined ? !complete && !members.has('data') : first.kind === 'list' && isAsLong(first, columns);
}

function isAsLong(row: OutlineNode, columns: OutlineNode): boolean {
  return row.complete && row.itemCount === columns.itemCount;
}

function namesColumn({ kind, members }: OutlineNode): boolean {
  return (
    kind === 'string' || (kind === 'object' && describedNames.some((name) => members.get(name)?.kind === 'string'))
  );
}

/** The form of the table in an object; null if it contains none. A truncated beginning may be one. */
export function tableShape(top: OutlineNode, whole: boolean): TableShape | null {
  if (isStatistics(top)) return 'statistics';
  const answer = answerShape(top);
  if (answer !== null) return answer;
  if (splitMembers(top) !== null) return 'split';
  const members = [...top.members.values()];
  if (members.length === 0) return null;
  if (members.every(({ kind }) => kind === 'list')) {
    const plain = members.every(({ items }) => items.every(isScalar));
    return plain && members.some(({ itemCount }) => itemCount > 0) ? 'columns' : null;
  }
  if (!members.every(({ kind }) => kind === 'object')) return null;
  const inner = members.flatMap(({ members: own }) => [...own.values()]);
  if (inner.length === 0 || !inner.every(isScalar)) return null;
  if (members.length === 1 && whole && !isNumbered(members[0]?.members.keys() ?? [])) return null;
  return orientation(top, members);
}

/** Whether the outer names are those of columns or of records. */
function orientation(top: OutlineNode, members: readonly OutlineNode[]): TableShape {
  if (isNumbered(top.members.keys())) return 'by-record';
  if (members.every(({ members: own }) => isNumbered(own.keys()))) return 'by-column';
  const inner = new Set(members.flatMap(({ members: own }) => [...own.keys()]));
  return inner.size > members.length ? 'by-column' : 'by-record';
}
