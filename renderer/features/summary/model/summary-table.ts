import type { TFunction } from 'i18next';

import type { Cell, Row } from '#shared/cell.ts';
import type { Dimension } from '#shared/chart.ts';
import type { Filter } from '#shared/row-query.ts';
import type { ShownMeasure, Summary } from '#shared/summary.ts';
import { formatCount, formatFigure, formatPercentage, formatShown } from '../../../lib/format/format.ts';
import type { Category } from '../../../lib/groups/category.ts';
import { categoryText, dimensionText, measureText } from '../../../lib/groups/category-text.ts';
import { rowsBehind } from '../../../lib/groups/rows-behind.ts';
import { shownName } from '../../../lib/groups/show-as.ts';
import type { GroupTable } from '../../../lib/groups/table-text.ts';
import { dimensionAlong, type SummaryKeys } from './summary-query.ts';
import { type SummaryNode, type SummaryTree, summaryLines } from './summary-tree.ts';

/** The texts of a summary. */
export interface SummaryTexts {
  readonly rowKeys: readonly string[];
  readonly measures: readonly string[];
  readonly total: string;
  /** The title of a summary: "Number of rows by From". */
  readonly title: string;
  readonly ofRow: (node: SummaryNode) => string;
  readonly ofColumn: (node: SummaryNode) => string;
  readonly value: (value: Cell | undefined, measure: number) => string;
}

/** @param summary with resolved keys */
export function summaryTexts(
  t: TFunction,
  summary: SummaryKeys,
  labelOf: (column: string) => string,
  locale: string,
): SummaryTexts {
  const total = t('summary.total');
  const last = (keys: readonly Dimension[]) => (node: SummaryNode) => {
    const [key, category] = [keys[node.path.length - 1], node.path.at(-1)];
    return key === undefined || category === undefined ? total : categoryText(t, category, key, locale);
  };
  const rowKeys = summary.rows.map((key) => dimensionText(t, key, labelOf));
  const along = dimensionAlong(summary);
  const measures = summary.measures.map((measure) =>
    shownName(t, measure.show, measureText(t, measure, labelOf), along, labelOf),
  );
  const keys = [...rowKeys, ...summary.columns.map((key) => dimensionText(t, key, labelOf))];
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  return {
    rowKeys,
    measures,
    total,
    title: t('summary.title', { measures: list.format(measures), keys: list.format(keys) }),
    ofRow: last(summary.rows),
    ofColumn: last(summary.columns),
    value: (value, measure) => valueText(value, summary.measures[measure], locale),
  };
}

function valueText(value: Cell | undefined, measure: ShownMeasure | undefined, locale: string): string {
  if (value === undefined) return '';
  if (value === null) return '–';
  if (typeof value === 'number' || typeof value === 'bigint') return figureText(value, measure, locale);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function figureText(value: number | bigint, measure: ShownMeasure | undefined, locale: string): string {
  const { show, function: by } = measure ?? {};
  if (show !== undefined) return formatShown(value, show, locale);
  if (by === 'Share') return formatPercentage(Number(value), locale);
  // Digits of counts are grouped, unlike those of years.
  return by === 'Count' || by === 'CountDistinct' ? formatCount(value, locale) : formatFigure(value, locale);
}

const nothingCollapsed: ReadonlySet<string> = new Set();

/** A summary as a table for files: each key in a column of its own, totals before their parts. */
export function summaryTable(summary: Summary, tree: SummaryTree, texts: SummaryTexts): GroupTable {
  const columns = leafColumns(tree.columns);
  const hasOne = texts.measures.length === 1;
  const head = columns.flatMap((column) =>
    texts.measures.map((measure) => {
      const path = columnPath(column, texts);
      if (column.path.length === 0 && summary.columns.length === 0) return measure;
      return [...path, ...(hasOne ? [] : [measure])].join(' / ');
    }),
  );
  const lineOf = (node: SummaryNode, names: readonly string[]): Row => [
    ...names,
    ...columns.flatMap(({ id }) => texts.measures.map((_, at) => tree.valuesAt(node.id, id)?.[at] ?? null)),
  ];
  const namesOf: string[] = [];
  const lines = summaryLines(tree, summary.sort, nothingCollapsed).map(({ node, depth }) => {
    namesOf.length = depth;
    namesOf.push(texts.ofRow(node));
    return lineOf(
      node,
      texts.rowKeys.map((_, at) => namesOf[at] ?? texts.total),
    );
  });
  const totals = texts.rowKeys.map(() => texts.total);
  return { head: [...texts.rowKeys, ...head], lines: [...lines, lineOf(tree.rows, totals)] };
}

/** The column groups that have a column: the finest, followed by each level's totals. */
export function leafColumns(node: SummaryNode): SummaryNode[] {
  return [...node.children.flatMap(leafColumns), node];
}

function columnPath(column: SummaryNode, texts: SummaryTexts): string[] {
  const names = column.path.map((_, depth) => texts.ofColumn({ ...column, path: column.path.slice(0, depth + 1) }));
  return column.children.length > 0 ? [...names, texts.total] : names;
}

/** The conditions that select the rows of a cell; null if no condition of the API does. */
export function filtersOfCell(summary: SummaryKeys, row: SummaryNode, column: SummaryNode): Filter[] | null {
  const parts = [...pairs(summary.rows, row.path), ...pairs(summary.columns, column.path)].map(([key, category]) =>
    rowsBehind(key, [category]),
  );
  const known = parts.filter((part) => part !== null);
  return known.length === parts.length ? known.flat() : null;
}

function pairs(keys: readonly Dimension[], path: readonly Category[]): (readonly [Dimension, Category])[] {
  return path.flatMap((category, at) => {
    const key = keys[at];
    return key === undefined ? [] : [[key, category] as const];
  });
}
