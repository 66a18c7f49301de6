import type { OutlineNode } from './json-outline.ts';

/** Forms of a whole table, other than a list of records. */
export type TableShape = 'columns' | 'split' | 'by-column' | 'by-record' | 'statistics';

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
  return value !== undefined && of.members.has('dimension') && (value.kind === 'list' || value.kind === 'object');
}

/** A table of columns, rows and an index, as pandas writes with `orient="split"`. */
function isSplit({ members }: OutlineNode): boolean {
  const columns = members.get('columns');
  const data = members.get('data');
  const known = ['columns', 'index', 'data', 'index_names', 'column_names', 'name'];
  return (
    columns?.kind === 'list' &&
    data?.kind === 'list' &&
    data.items.every(({ kind }) => kind === 'list') &&
    [...members.keys()].every((name) => known.includes(name))
  );
}

/** Whether an object is a table in one of these forms; a beginning that breaks off within it may be. */
export function isTable(top: OutlineNode, whole: boolean): boolean {
  return tableShape(top, whole) !== null;
}

/** The form in which an object holds a table; null where it holds none. */
export function tableShape(top: OutlineNode, whole: boolean): TableShape | null {
  if (isStatistics(top)) return 'statistics';
  if (isSplit(top)) return 'split';
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
