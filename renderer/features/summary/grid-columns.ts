import type {
  CellClassParams,
  ColDef,
  ColGroupDef,
  ICellRendererParams,
  SuppressKeyboardEventParams,
} from 'ag-grid-community';
import type { SummarySort } from '#shared/summary.ts';
import styles from './grid-columns.module.css';
import type { SummaryTexts } from './model/summary-table.ts';
import { type HeatRange, heatOf, type SummaryLine, type SummaryNode, type SummaryTree } from './model/summary-tree.ts';
import { valueLength } from './model/value-width.ts';
import summaryStyles from './summary.module.css';

/** The frozen column with the names of the row groups. */
export const nameColumn = 'name';

/** The content of a value column. */
export interface ValueColumn {
  readonly node: SummaryNode;
  readonly measure: number;
}

export interface GridColumns {
  readonly definitions: (ColDef<SummaryLine> | ColGroupDef<SummaryLine>)[];
  /** By column id in the grid. */
  readonly columns: ReadonlyMap<string, ValueColumn>;
}

interface ColumnParts {
  readonly tree: SummaryTree;
  readonly texts: SummaryTexts;
  readonly sort: SummarySort;
  /** Empty if cells are not shaded. */
  readonly ranges: readonly (HeatRange | null)[];
  readonly depths: { readonly rows: number; readonly columns: number };
  readonly onToggle: (node: SummaryNode, open: boolean) => void;
}

/** The share of the accent colour in the background of the strongest cell, in percent: text stays legible on it. */
const strongest = 38;

/** Width of a digit in pixels. */
const digitWidth = 7.2;

/** The grid's columns for a summary: the names of its rows, and a column per column group and measure. */
export function gridColumns(parts: ColumnParts): GridColumns {
  const columns = new Map<string, ValueColumn>();
  const { texts, tree, sort } = parts;
  const leaf = (node: SummaryNode, measure: number, headerName: string): ColDef<SummaryLine> => {
    const colId = `c${columns.size}`;
    columns.set(colId, { node, measure });
    return valueColumn(parts, { node, measure }, colId, headerName);
  };
  const measuresOf = (node: SummaryNode) => texts.measures.map((name, at) => leaf(node, at, name));
  const hasOne = texts.measures.length === 1;
  const under = (node: SummaryNode): (ColDef<SummaryLine> | ColGroupDef<SummaryLine>)[] => {
    const headerName = texts.ofColumn(node);
    if (node.children.length === 0) {
      return hasOne ? [leaf(node, 0, headerName)] : [{ headerName, children: measuresOf(node) }];
    }
    const total = hasOne ? [leaf(node, 0, texts.total)] : [{ headerName: texts.total, children: measuresOf(node) }];
    const inner = node.children.flatMap(under);
    return node.path.length === 0 ? [...inner, ...total] : [{ headerName, children: [...inner, ...total] }];
  };
  const values = parts.depths.columns === 0 ? measuresOf(tree.columns) : under(tree.columns);
  return { definitions: [nameDefinition(parts, sort), ...values], columns };
}

/** Common column properties: the summary sorts its own rows, by one column at a time. */
const sorting: ColDef<SummaryLine> = { comparator: () => 0, sortingOrder: ['desc', 'asc'], sortable: true };

function nameDefinition(
  { texts, depths, onToggle }: ColumnParts,
  { column, descending }: SummarySort,
): ColDef<SummaryLine> {
  return {
    ...sorting,
    colId: nameColumn,
    headerName: texts.rowKeys.join(' / '),
    pinned: 'left',
    lockPinned: true,
    lockPosition: 'left',
    width: 240,
    sortingOrder: ['asc', 'desc'],
    sort: column === null ? (descending ? 'desc' : 'asc') : null,
    valueGetter: ({ data }) => data,
    cellRenderer: (given: ICellRendererParams<SummaryLine>) => nameCell(given, texts, depths.rows > 1, onToggle),
    cellAriaRole: 'rowheader',
    suppressKeyboardEvent: (given) => turnsByKey(given, onToggle),
  };
}

/** The name of a group, with a button that collapses and expands it. */
function nameCell(
  { data, eGridCell }: ICellRendererParams<SummaryLine>,
  texts: SummaryTexts,
  hasLevels: boolean,
  onToggle: ColumnParts['onToggle'],
): HTMLElement {
  const element = document.createElement('span');
  element.className = `${styles.label}`;
  if (data === undefined) return element;
  const { node, depth, open } = data;
  element.style.paddingInlineStart = `${depth * 16}px`;
  const toggle = document.createElement('span');
  toggle.className = `${styles.toggle}`;
  toggle.ariaHidden = 'true';
  if (open === null) eGridCell.removeAttribute('aria-expanded');
  else {
    eGridCell.setAttribute('aria-expanded', String(open));
    toggle.dataset.open = String(open);
    toggle.addEventListener('click', () => onToggle(node, !open));
  }
  const name = document.createElement('span');
  name.className = node.path.at(-1)?.kind === 'missing' ? `${styles.text} ${styles.missing}` : `${styles.text}`;
  name.textContent = texts.ofRow(node);
  if (hasLevels) element.append(toggle);
  element.append(name);
  return element;
}

/** Left collapses and Right expands a group; if there is nothing to do they move to the next cell. */
function turnsByKey({ event, data }: SuppressKeyboardEventParams<SummaryLine>, onToggle: ColumnParts['onToggle']) {
  const opens = event.key === 'ArrowRight' ? true : event.key === 'ArrowLeft' ? false : null;
  if (opens === null || data === undefined || data.open === null || data.open === opens) return false;
  if (event.type === 'keydown') onToggle(data.node, opens);
  return true;
}

function valueColumn(
  { tree, texts, sort, ranges, depths }: ColumnParts,
  { node, measure }: ValueColumn,
  colId: string,
  headerName: string,
): ColDef<SummaryLine> {
  const isTotal = node.path.length < depths.columns;
  const isFinest = ({ data }: CellClassParams<SummaryLine>) => !isTotal && data?.node.path.length === depths.rows;
  const isSorting = sort.column === node.id && sort.measure === measure;
  return {
    ...sorting,
    colId,
    headerName,
    headerClass: isTotal ? `${summaryStyles.headNumber} ${summaryStyles.total}` : `${summaryStyles.headNumber}`,
    width: Math.max(
      96,
      Math.min(200, headerName.length * digitWidth + 36),
      valueLength(tree, texts, node, measure) * digitWidth + 28,
    ),
    sort: isSorting ? (sort.descending ? 'desc' : 'asc') : null,
    valueGetter: ({ data }) => (data === undefined ? undefined : tree.valuesAt(data.node.id, node.id)?.[measure]),
    valueFormatter: ({ value }) => texts.value(value, measure),
    cellClass: isTotal ? `${summaryStyles.value} ${summaryStyles.total}` : `${summaryStyles.value}`,
    cellStyle: (given) => {
      const heat = isFinest(given) ? heatOf(given.value, ranges[measure]) : 0;
      const share = Math.round(heat * strongest);
      return { backgroundColor: share === 0 ? '' : `color-mix(in srgb, var(--accent) ${share}%, var(--surface))` };
    },
  };
}
