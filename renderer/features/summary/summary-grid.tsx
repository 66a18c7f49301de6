import {
  CellApiModule,
  type CellClassParams,
  CellStyleModule,
  ClientSideRowModelModule,
  type ColDef,
  type ColGroupDef,
  ColumnApiModule,
  createGrid,
  type GridApi,
  type GridOptions,
  type ICellRendererParams,
  PinnedRowModule,
  RenderApiModule,
  RowApiModule,
  RowStyleModule,
  ScrollApiModule,
  type SuppressKeyboardEventParams,
} from 'ag-grid-community';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { SummarySort } from '#shared/summary.ts';
import { cspNonce } from '../../lib/csp-nonce.ts';
import { isPressed } from '../../lib/keyboard/pressed-keys.ts';
import { tabLeaves } from '../../lib/keyboard/regions.ts';
import { useSettings } from '../../state/settings.ts';
import { gridTheme, rowHeights } from '../../ui/grid-theme.ts';
import cellStyles from './grid-columns.module.css';
import type { SummaryTexts } from './model/summary-table.ts';
import {
  type HeatRange,
  heatOf,
  type SummaryLine,
  type SummaryNode,
  type SummaryTree,
  summaryLines,
} from './model/summary-tree.ts';
import { valueLength } from './model/value-width.ts';
import styles from './summary.module.css';
import type { ReadySummary } from './use-summary.ts';

const modules = [
  ClientSideRowModelModule,
  CellApiModule,
  CellStyleModule,
  ColumnApiModule,
  PinnedRowModule,
  RenderApiModule,
  RowApiModule,
  RowStyleModule,
  ScrollApiModule,
];

interface SummaryGridProps {
  readonly state: ReadySummary;
  readonly texts: SummaryTexts;
  readonly label: string;
  readonly collapsed: ReadonlySet<string>;
  readonly onToggle: (node: SummaryNode, open: boolean) => void;
  readonly onSort: (sort: SummarySort) => void;
  readonly onRows: (row: SummaryNode, column: SummaryNode) => void;
  /** Copies the table. */
  readonly onCopy: () => void;
}

/** The table of a summary. Only visible rows and columns are rendered. */
export function SummaryGrid(props: SummaryGridProps) {
  const { state, texts, label, collapsed } = props;
  const { summary, tree, ranges } = state;
  const element = useRef<HTMLDivElement>(null);
  const grid = useRef<GridApi<SummaryLine> | null>(null);
  const { density } = useSettings();
  const current = useRef(props);
  current.current = props;
  const { definitions, columns } = useMemo(
    () =>
      gridColumns({
        tree,
        texts,
        sort: summary.sort,
        ranges: summary.heat ? ranges : [],
        depths: { rows: summary.rows.length, columns: summary.columns.length },
        onToggle: (node, open) => current.current.onToggle(node, open),
      }),
    [tree, texts, summary, ranges],
  );
  const lines = useMemo(() => summaryLines(tree, summary.sort, collapsed), [tree, summary.sort, collapsed]);
  const total = useMemo((): SummaryLine[] => [{ node: tree.rows, depth: 0, open: null }], [tree]);
  const known = useRef(columns);
  known.current = columns;
  const varying = {
    columnDefs: definitions,
    rowData: lines,
    pinnedBottomRowData: total,
    rowHeight: rowHeights[density],
  };
  const first = useRef<GridOptions<SummaryLine>>(varying);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const options = { ...first.current, ...fixedOptions, ...handlers(current, known) };
    const api = createGrid<SummaryLine>(element.current, options, { modules });
    tabLeaves(element.current);
    grid.current = api;
    return () => {
      grid.current = null;
      api.destroy();
    };
  }, []);
  useLayoutEffect(() => {
    const api = grid.current;
    if (api === null) return;
    const focused = document.activeElement?.closest('[role="gridcell"], [role="rowheader"]')
      ? api.getFocusedCell()
      : null;
    api.updateGridOptions({ columnDefs: definitions });
    api.refreshCells({ force: true });
    if (focused !== null && !api.isDestroyed()) api.setFocusedCell(focused.rowIndex, focused.column, focused.rowPinned);
  }, [definitions]);
  useLayoutEffect(() => grid.current?.updateGridOptions({ rowData: lines }), [lines]);
  useLayoutEffect(() => grid.current?.updateGridOptions({ pinnedBottomRowData: total }), [total]);
  useLayoutEffect(() => grid.current?.updateGridOptions({ rowHeight: rowHeights[density] }), [density]);
  useEffect(
    () => element.current?.querySelector('[role="treegrid"], [role="grid"]')?.setAttribute('aria-label', label),
    [label],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isPressed(event, 'copyCells')) return;
    event.preventDefault();
    props.onCopy();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the grid inside has the focus.
    <div className={styles.grid} data-outdated={state.outdated || undefined} ref={element} onKeyDown={onKeyDown} />
  );
}

/** The options that never change. */
const fixedOptions: GridOptions<SummaryLine> = {
  theme: gridTheme,
  styleNonce: cspNonce,
  getRowId: ({ data }) => `r${data.node.id}`,
  defaultColDef: { resizable: true, suppressHeaderMenuButton: true, cellDataType: false, suppressMovable: true },
  rowClassRules: {
    [`${styles.subtotal}`]: ({ data }) => data?.open !== null && data !== undefined,
    [`${styles.grand}`]: ({ node }) => node.isRowPinned(),
  },
  suppressMultiSort: true,
  animateRows: false,
  suppressNoRowsOverlay: true,
  focusGridInnerElement: ({ api }) => {
    const focused = api.getFocusedCell();
    const column = focused?.column ?? api.getAllDisplayedColumns()[0];
    if (column !== undefined) api.setFocusedCell(focused?.rowIndex ?? 0, column, focused?.rowPinned);
    return column !== undefined;
  },
};

/** The handlers of the grid's events, with the properties and columns of the time of the event. */
function handlers(
  props: RefObject<SummaryGridProps>,
  columns: RefObject<GridColumns['columns']>,
): Pick<GridOptions<SummaryLine>, 'onSortChanged' | 'onCellDoubleClicked' | 'onCellKeyDown'> {
  const showRows = (line: SummaryLine | undefined, column: string) => {
    const { state, onRows } = props.current;
    const node = column === nameColumn ? state.tree.columns : columns.current.get(column)?.node;
    if (line !== undefined && node !== undefined) onRows(line.node, node);
  };
  return {
    onSortChanged: ({ api, source }) => {
      if (source === 'uiColumnSorted') props.current.onSort(sortOf(api, columns.current));
    },
    onCellDoubleClicked: ({ data, column, event }) => {
      const isToggle = event?.target instanceof Element && event.target.closest('[data-open]') !== null;
      if (!isToggle) showRows(data, column.getColId());
    },
    onCellKeyDown: ({ data, event, ...given }) => {
      if (event instanceof globalThis.KeyboardEvent && event.key === 'Enter' && 'column' in given) {
        showRows(data, given.column.getColId());
      }
    },
  };
}

/** The grid's requested order. */
function sortOf(api: GridApi<SummaryLine>, columns: GridColumns['columns']): SummarySort {
  const sorted = api.getColumnState().find(({ sort }) => sort != null);
  const column = sorted === undefined ? undefined : columns.get(sorted.colId);
  const descending = sorted?.sort === 'desc';
  return { column: column?.node.id ?? null, measure: column?.measure ?? 0, descending };
}

/** The frozen column with the names of the row groups. */
const nameColumn = 'name';

/** The content of a value column. */
interface ValueColumn {
  readonly node: SummaryNode;
  readonly measure: number;
}

interface GridColumns {
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
function gridColumns(parts: ColumnParts): GridColumns {
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
  element.className = `${cellStyles.label}`;
  if (data === undefined) return element;
  const { node, depth, open } = data;
  element.style.paddingInlineStart = `${depth * 16}px`;
  const toggle = document.createElement('span');
  toggle.className = `${cellStyles.toggle}`;
  toggle.ariaHidden = 'true';
  if (open === null) eGridCell.removeAttribute('aria-expanded');
  else {
    eGridCell.setAttribute('aria-expanded', String(open));
    toggle.dataset.open = String(open);
    toggle.addEventListener('click', () => onToggle(node, !open));
  }
  const name = document.createElement('span');
  name.className =
    node.path.at(-1)?.kind === 'missing' ? `${cellStyles.text} ${cellStyles.missing}` : `${cellStyles.text}`;
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
    headerClass: isTotal ? `${styles.headNumber} ${styles.total}` : `${styles.headNumber}`,
    width: Math.max(
      96,
      Math.min(200, headerName.length * digitWidth + 36),
      valueLength(tree, texts, node, measure) * digitWidth + 28,
    ),
    sort: isSorting ? (sort.descending ? 'desc' : 'asc') : null,
    valueGetter: ({ data }) => (data === undefined ? undefined : tree.valuesAt(data.node.id, node.id)?.[measure]),
    valueFormatter: ({ value }) => texts.value(value, measure),
    cellClass: isTotal ? `${styles.value} ${styles.total}` : `${styles.value}`,
    cellStyle: (given) => {
      const heat = isFinest(given) ? heatOf(given.value, ranges[measure]) : 0;
      const share = Math.round(heat * strongest);
      return { backgroundColor: share === 0 ? '' : `color-mix(in srgb, var(--accent) ${share}%, var(--surface))` };
    },
  };
}
