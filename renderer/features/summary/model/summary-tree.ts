import type { Cell, Row } from '#shared/cell.ts';
import type { SummarySort } from '#shared/summary.ts';
import {
  type Category,
  categoryId,
  categoryOf,
  categoryOrder,
  cellOf,
  compareCategories,
  compareCells,
  type LabelledDimension,
  numberOf,
} from '../../../lib/groups/category.ts';
import type { GroupingSet } from './summary-query.ts';

/** A group of rows or columns, with its subgroups. */
export interface SummaryNode {
  /** Identifies it within its tree; empty for the total. */
  readonly id: string;
  /** A category for each key of the group. */
  readonly path: readonly Category[];
  readonly children: SummaryNode[];
}

export interface SummaryTree {
  /** All rows, divided by the row keys. */
  readonly rows: SummaryNode;
  /** All rows, divided by the column keys. */
  readonly columns: SummaryNode;
  /** The measures by the ids of a row and a column; undefined if there is no such group. */
  readonly valuesAt: (row: string, column: string) => readonly Cell[] | undefined;
}

const separator = '\u001f';

/** Identifies a path; a category of one key is never mistaken for two. */
export function pathId(path: readonly Category[]): string {
  return path.map((category) => categoryId(category).replaceAll(separator, `${separator}${separator}`)).join(separator);
}

/**
 * Arranges the answers to the queries of a summary; groups of a level are ordered by their keys.
 * @param answers groups in the order of the sets
 * @param keys of rows and columns: those of codes are in the order of their list
 */
export function summaryTree(
  sets: readonly GroupingSet[],
  answers: readonly (readonly Row[])[],
  keys: { readonly rows: readonly LabelledDimension[]; readonly columns: readonly LabelledDimension[] } = noKeys,
): SummaryTree {
  const rows = openTree();
  const columns = openTree();
  const values = new Map<string, Map<string, readonly Cell[]>>();
  for (const [at, set] of sets.entries()) {
    for (const group of answers[at] ?? []) {
      const path = set.positions.map((position) => categoryOf(group[position] ?? null));
      const row = rows.add(path.slice(0, set.rowKeys));
      const column = columns.add(path.slice(set.rowKeys));
      const known = values.get(row) ?? new Map<string, readonly Cell[]>();
      values.set(row, known.set(column, valuesOf(set, group)));
    }
  }
  sortByKeys(columns.root, keys.columns);
  sortByKeys(rows.root, keys.rows);
  return { rows: rows.root, columns: columns.root, valuesAt: (row, column) => values.get(row)?.get(column) };
}

const noKeys = { rows: [], columns: [] };

function valuesOf({ valuesAt }: GroupingSet, group: Row): Cell[] {
  return valuesAt.map((at) => (at === null ? null : (group[at] ?? null)));
}

function openTree() {
  const root: SummaryNode = { id: '', path: [], children: [] };
  const known = new Map<string, SummaryNode>([['', root]]);
  const nodeOf = (path: readonly Category[]): SummaryNode => {
    const id = pathId(path);
    const there = known.get(id);
    if (there !== undefined) return there;
    const node: SummaryNode = { id, path, children: [] };
    known.set(id, node);
    nodeOf(path.slice(0, -1)).children.push(node);
    return node;
  };
  return { root, add: (path: readonly Category[]) => nodeOf(path).id };
}

function sortByKeys({ children }: SummaryNode, [key, ...further]: readonly LabelledDimension[]): void {
  const compare = key === undefined ? compareCells : categoryOrder(key);
  children.sort((first, second) => compare(cellOf(first.path.at(-1)), cellOf(second.path.at(-1))));
  for (const child of children) sortByKeys(child, further);
}

/** A row of the table: a group, and whether its subgroups follow it. */
export interface SummaryLine {
  readonly node: SummaryNode;
  readonly depth: number;
  /** Null if it has no subgroups. */
  readonly open: boolean | null;
}

/** The rows of the table from top to bottom, without the total and the contents of collapsed ones. */
export function summaryLines(tree: SummaryTree, sort: SummarySort, collapsed: ReadonlySet<string>): SummaryLine[] {
  const lines: SummaryLine[] = [];
  const compare = comparing(tree, sort);
  const visit = (parent: SummaryNode, depth: number) => {
    const children = compare === null ? parent.children : [...parent.children].sort(compare);
    for (const node of children) {
      const open = node.children.length === 0 ? null : !collapsed.has(node.id);
      lines.push({ node, depth, open });
      if (open === true) visit(node, depth + 1);
    }
  };
  visit(tree.rows, 0);
  return lines;
}

/** Groups without a value are last in either direction; equal ones stay in the order of their keys. */
function comparing(tree: SummaryTree, { column, measure, descending }: SummarySort) {
  const sign = descending ? -1 : 1;
  if (column === null) {
    if (!descending) return null;
    return ({ path: first }: SummaryNode, { path: second }: SummaryNode) =>
      withMissingLast(first.at(-1), second.at(-1), sign);
  }
  const measured = ({ id }: SummaryNode) => categoryOf(tree.valuesAt(id, column)?.[measure] ?? null);
  return (first: SummaryNode, second: SummaryNode) => withMissingLast(measured(first), measured(second), sign);
}

function withMissingLast(first: Category | undefined, second: Category | undefined, sign: number): number {
  const isOfMissing = first?.kind !== 'value' || second?.kind !== 'value';
  return compareCategories(first, second) * (isOfMissing ? 1 : sign);
}

/** Every group that can be collapsed. */
export function dividedNodes({ children }: SummaryNode): string[] {
  return children.flatMap((node) => (node.children.length === 0 ? [] : [node.id, ...dividedNodes(node)]));
}

/** The smallest and the largest value of a measure. */
export interface HeatRange {
  readonly min: number;
  readonly max: number;
}

/** The ranges of the measures over the finest groups: totals are always larger, and would make all others pale. */
export function heatRanges(sets: readonly GroupingSet[], answers: readonly (readonly Row[])[]): (HeatRange | null)[] {
  const [set] = sets;
  return (set?.valuesAt ?? []).map((at) => {
    const measured = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
    for (const group of answers[0] ?? []) {
      const value = at === null ? null : numberOf(group[at]);
      if (value === null) continue;
      measured.min = Math.min(measured.min, value);
      measured.max = Math.max(measured.max, value);
    }
    return measured.min > measured.max ? null : measured;
  });
}

/** The shading of a cell, 0 to 1. */
export function heatOf(value: Cell | undefined, range: HeatRange | null | undefined): number {
  const number = numberOf(value);
  if (number === null || range == null || range.max === range.min) return 0;
  return (number - range.min) / (range.max - range.min);
}
