import { useTimeout } from '@mantine/hooks';
import {
  CellApiModule,
  CellStyleModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  type ColumnMovedEvent,
  type ColumnResizedEvent,
  CustomFilterModule,
  EventApiModule,
  type GridApi,
  type GridOptions,
  InfiniteRowModelModule,
  LocaleModule,
  RenderApiModule,
  RowApiModule,
  RowStyleModule,
  ScrollApiModule,
  type SortChangedEvent,
} from 'ag-grid-community';
import {
  type KeyboardEvent,
  type PointerEvent,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/api/column.ts';
import type { Row } from '#shared/cell.ts';
import type { OrderTerm } from '#shared/row-query.ts';
import { sameLayout } from '../../../lib/column-format.ts';
import { cspNonce } from '../../../lib/csp-nonce.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { useSettings, useWords } from '../../../state/settings.ts';
import { changeQuery, type DatasetTab, setLayout } from '../../../state/tab.ts';
import { filterRowHeight, gridTheme, headerHeight, histogramHeight, rowHeights } from '../../../ui/grid-theme.ts';
import { useShownRow } from '../cells/use-cell-selection.ts';
import { columnDefinitions, type HeadSlots, numberColumnDefinition } from '../columns/column-definitions.ts';
import {
  firstLayout,
  isFirstLayout,
  layoutState,
  orderingState,
  readLayout,
  readOrdering,
  sameOrdering,
} from '../columns/column-layout.ts';
import { useColumnFormats, useNumberRanges } from '../columns/format-dialog.tsx';
import { menuTarget } from '../grid-menu.tsx';
import type { GridView } from '../grid-view.ts';
import styles from '../rows.module.css';
import { blockSizeFor } from '../use-row-source.ts';
import { GridElement } from './grid-element.tsx';
import { enterGrid, preserveCellFocus } from './grid-navigation.ts';
import { rowBuffer, topRow, useScrollPosition } from './grid-scrolling.ts';

const modules = [
  InfiniteRowModelModule,
  LocaleModule,
  CellApiModule,
  CellStyleModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  CustomFilterModule,
  EventApiModule,
  RenderApiModule,
  RowApiModule,
  RowStyleModule,
  ScrollApiModule,
];

const rowClassRules = { 'rows-loading': ({ data }: { data: Row | undefined }) => data === undefined };

/** Ctrl and Tab show another tab of the window; the grid would also move to the next cell. */
const isTabSwitch = ({ event }: { event: Pick<KeyboardEvent, 'key' | 'ctrlKey'> }) =>
  event.key === 'Tab' && event.ctrlKey;

const fixedOptions: GridOptions<Row> = {
  theme: gridTheme,
  styleNonce: cspNonce,
  rowModelType: 'infinite',
  maxBlocksInCache: 20,
  maxConcurrentDatasourceRequests: -1,
  floatingFiltersHeight: filterRowHeight,
  rowClassRules,
  rowBuffer,
  // Screen readers number the columns in the order of the page.
  ensureDomOrder: true,
  suppressNoRowsOverlay: true,
  suppressDragLeaveHidesColumns: true,
  onCellDoubleClicked: () => useSettings.setState({ details: true }),
};

interface RowsGridProps {
  readonly view: GridView;
  /** The most rows that there have been, for the width of their numbers. */
  readonly mostRows: number;
  readonly heads: HeadSlots;
}

function useDefinitions({ view: { tab, columns, fractions, selection }, mostRows, heads }: RowsGridProps) {
  const { t, locale } = useWords();
  const { raw, filterRow } = useSettings();
  // The width of row numbers depends on their digits, so that the column only moves when a digit is added.
  const digits = 10 ** Math.max(4, String(mostRows).length) - 1;
  // Other rows, such as search results, do not create other columns: a heading stays the one being clicked.
  const current = useRef(fractions);
  current.current = fractions;
  const formats = useColumnFormats(tab.reference);
  const ranges = useNumberRanges(tab, formats);
  const currentRanges = useRef(ranges);
  currentRanges.current = ranges;
  const { search } = tab.query;
  const definitions = useMemo(
    () => [
      numberColumnDefinition(t('rows.number'), locale, digits),
      ...columnDefinitions({
        heads,
        columns,
        locale,
        raw,
        fraction: (position) => current.current.get(position) ?? 0,
        formats,
        range: (column) => currentRanges.current.get(column),
        search,
      }),
    ],
    [heads, columns, locale, digits, raw, formats, search, t],
  );
  const defaults = useMemo(
    () => ({
      resizable: true,
      suppressHeaderMenuButton: true,
      cellDataType: false,
      floatingFilter: filterRow,
      sortingOrder: ['asc' as const, 'desc' as const, null],
      suppressKeyboardEvent: isTabSwitch,
      suppressHeaderKeyboardEvent: isTabSwitch,
      cellClassRules: {
        'rows-chosen': ({ api, node, column }: ChosenQuestion) =>
          selection.marks(api, node.rowIndex, column.getColId()),
      },
    }),
    [filterRow, selection],
  );
  // The appearance of cells besides their values: drawn cells are redrawn when it changes.
  const look = JSON.stringify([raw, search, formats, [...ranges]]);
  return { definitions, defaults, look };
}

/** Applies the tab's column layout if it was changed elsewhere, for instance by undo, and stores what the user changes. */
function useLayout(api: GridApi<Row> | null, { id, layout }: DatasetTab, columns: readonly DataColumn[]) {
  useEffect(() => {
    if (api === null || api.isDestroyed()) return;
    const isThere = layout === null ? isFirstLayout(api, columns) : sameLayout(layout, readLayout(api, columns));
    if (!isThere)
      api.applyColumnState({ state: layoutState(layout ?? firstLayout(columns), columns), applyOrder: true });
  }, [api, layout, columns]);
  const keepLayout = ({ api: changed }: { readonly api: GridApi<Row> }) => {
    // The grid also reports this when undo restored the initial layout.
    if (layout !== null || !isFirstLayout(changed, columns)) setLayout(id, readLayout(changed, columns));
  };
  return {
    onColumnMoved: (event: ColumnMovedEvent<Row>) => event.finished && keepLayout(event),
    onColumnResized: (event: ColumnResizedEvent<Row>) => {
      if (event.finished && event.source !== 'api') setLayout(id, readLayout(event.api, columns));
    },
    onColumnPinned: keepLayout,
    onColumnVisible: keepLayout,
  };
}

/** Draws the cells again when their appearance changes. @returns what to call when they are drawn in a new grid */
function useLook(api: GridApi<Row> | null, look: string): () => void {
  const drawn = useRef('');
  useEffect(() => {
    if (api === null || drawn.current === look) return;
    drawn.current = look;
    api.refreshCells({ force: true });
  }, [api, look]);
  return () => {
    drawn.current = look;
  };
}

interface ChosenQuestion {
  readonly api: GridApi<Row>;
  readonly node: { readonly rowIndex: number | null };
  readonly column: { getColId(): string };
}

/** The grid. Only the blocks of rows around the view are in memory, and only visible columns are drawn. */
export function RowsGrid(props: RowsGridProps) {
  const { tab, api, selection, events, onReady, onShownRow, source, query, columns, isOld, drawn } = props.view;
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const { density, histograms } = useSettings();
  const rowHeight = rowHeights[density];
  const { definitions, defaults, look } = useDefinitions(props);
  const { onSortChanged, headingEvents } = useGridOrdering(api, tab, columns, query.ordering);
  const trackRow = useShownRow(onShownRow);
  const settled = useSettled(drawn);
  const position = useScrollPosition({ tab, api, drawn, frame, rowHeight, selection });
  const setLook = useLook(api, look);
  const layoutEvents = useLayout(api, tab, columns);
  const label = t('rows.grid', { name: tab.label });
  const localeText = useMemo(() => ({ ariaSortableColumn: t('grid.sortHint') }), [t]);
  useEffect(() => {
    if (api !== null) frame.current?.querySelector('[role="grid"]')?.setAttribute('aria-label', label);
  }, [api, label]);
  const options: GridOptions<Row> = {
    ...fixedOptions,
    datasource: source,
    cacheBlockSize: blockSizeFor(columns.length),
    columnDefs: definitions,
    defaultColDef: defaults,
    rowHeight,
    headerHeight: headerHeight + (histograms ? histogramHeight : 0),
    localeText,
    focusGridInnerElement: ({ api: entered }) => enterGrid(entered, topRow(entered, rowHeight)),
    onViewportChanged: () => source.viewChanged(),
    onBodyScrollEnd: ({ api: scrolled }) => position.store(scrolled),
    onSortChanged,
    ...layoutEvents,
    ...events,
    onCellFocused: (event) => {
      events.onCellFocused(event);
      trackRow(event);
    },
  };
  const onCreated = (created: GridApi<Row>) => {
    position.begin();
    setLook();
    if (tab.layout !== null) {
      created.applyColumnState({ state: layoutState(tab.layout, columns), applyOrder: true });
    }
    onReady(created);
  };
  const marks = { 'data-settling': !settled || undefined, 'data-old': isOld || undefined, 'aria-busy': isOld };
  return (
    <div className={styles.grid} {...marks} ref={frame} {...headingEvents}>
      <GridElement key={density} modules={modules} options={options} onCreated={onCreated} onLeaving={position.leave} />
    </div>
  );
}

/** Maximum milliseconds that headings wait for the first rows, which determine column widths. */
const settleMs = 400;

/**
 * Whether a grid can be shown: not before its first rows have determined the column widths, unless they take long, so
 * that nothing moves while the user is reading.
 * @param drawn whether its first rows are drawn
 */
function useSettled(drawn: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useTimeout(() => setIsLate(true), settleMs, { autoInvoke: true });
  return drawn || isLate;
}

/** Pixels beyond which a heading is dragged rather than clicked. */
const maxClickMove = 4;

/**
 * The ordering after a column's heading was chosen: ascending, then descending, then none.
 * @param more whether other columns go on ordering the rows
 */
export function nextOrdering(ordering: readonly OrderTerm[], column: string, more: boolean): readonly OrderTerm[] {
  const term = ordering.find((each) => each.column === column);
  const next = term?.descending === true ? [] : [{ column, descending: term !== undefined }];
  if (!more) return next;
  return term === undefined ? [...ordering, ...next] : ordering.flatMap((each) => (each === term ? next : [each]));
}

/**
 * Synchronises the headings with the query: choosing a heading changes the tab's query, and the headings show that of
 * the rows in the grid. The grid itself would drop its rows as soon as a heading is chosen, before there are others.
 * @param ordering of the rows in the grid
 * @returns handlers for the element around the grid, and for changes that the grid makes all the same
 */
function useGridOrdering(
  api: GridApi<Row> | null,
  { id, query }: DatasetTab,
  columns: readonly Column[],
  ordering: readonly OrderTerm[],
) {
  const pressed = useRef({ x: 0, y: 0 });
  // With the rows, before they are painted.
  useLayoutEffect(() => {
    if (api === null || api.isDestroyed() || sameOrdering(readOrdering(api, columns), ordering)) return;
    const state = orderingState(ordering, columns);
    preserveCellFocus(api, () => api.applyColumnState({ state, defaultState: { sort: null } }));
  }, [api, ordering, columns]);
  const onChosen = (event: SyntheticEvent, more: boolean) => {
    const { target } = event;
    if (!(target instanceof Element) || target.closest('.ag-header-cell-resize') !== null) return;
    const heading = menuTarget(target);
    const column = heading?.kind === 'column' ? columns[heading.column] : undefined;
    if (column === undefined || column.type === 'geometry') return;
    event.stopPropagation();
    changeQuery(id, { ordering: nextOrdering(query.ordering, column.name, more) });
  };
  return {
    onSortChanged: (event: SortChangedEvent<Row>) => {
      const changed = readOrdering(event.api, columns);
      if (!sameOrdering(changed, ordering)) changeQuery(id, { ordering: changed });
    },
    headingEvents: {
      onPointerDownCapture: ({ clientX, clientY }: PointerEvent) => {
        pressed.current = { x: clientX, y: clientY };
      },
      onClickCapture: (event: SyntheticEvent<Element, MouseEvent>) => {
        const { clientX, clientY, detail, shiftKey } = event.nativeEvent;
        const { x, y } = pressed.current;
        // Assistive technology clicks without pressing anywhere.
        if (detail === 0 || Math.hypot(clientX - x, clientY - y) <= maxClickMove) onChosen(event, shiftKey);
      },
      onKeyDownCapture: (event: KeyboardEvent) => {
        const isHeading = event.target instanceof Element && event.target.matches('[role="columnheader"]');
        if (event.key === 'Enter' && isHeading && !event.ctrlKey && !event.metaKey) onChosen(event, event.shiftKey);
      },
    },
  };
}
