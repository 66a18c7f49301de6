import {
  CellApiModule,
  CellStyleModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  createGrid,
  type GridApi,
  type GridOptions,
  PinnedRowModule,
  RenderApiModule,
  RowApiModule,
  RowStyleModule,
  ScrollApiModule,
} from 'ag-grid-community';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { SummarySort } from '#shared/summary.ts';
import { cspNonce } from '../../lib/csp-nonce.ts';
import { isPressed } from '../../lib/keyboard/pressed-keys.ts';
import { tabLeaves } from '../../lib/keyboard/regions.ts';
import { useSettings } from '../../state/settings.ts';
import { gridTheme, rowHeights } from '../../ui/grid-theme.ts';
import { gridColumns, nameColumn } from './grid-columns.ts';
import type { SummaryTexts } from './model/summary-table.ts';
import { type SummaryLine, type SummaryNode, summaryLines } from './model/summary-tree.ts';
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

type ColumnsById = ReadonlyMap<string, { readonly node: SummaryNode; readonly measure: number }>;

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
  columns: RefObject<ColumnsById>,
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
function sortOf(api: GridApi<SummaryLine>, columns: ColumnsById): SummarySort {
  const sorted = api.getColumnState().find(({ sort }) => sort != null);
  const column = sorted === undefined ? undefined : columns.get(sorted.colId);
  const descending = sorted?.sort === 'desc';
  return { column: column?.node.id ?? null, measure: column?.measure ?? 0, descending };
}
