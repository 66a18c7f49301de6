import {
  CellApiModule,
  CellStyleModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  CustomFilterModule,
  EventApiModule,
  type GridApi,
  InfiniteRowModelModule,
  LocaleModule,
  RenderApiModule,
  RowApiModule,
  RowStyleModule,
  ScrollApiModule,
} from 'ag-grid-community';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#shared/cell.ts';
import type { OrderTerm } from '#shared/row-query.ts';
import { blockSizeFor } from '../../../lib/block-size.ts';
import { cspNonce } from '../../../lib/csp-nonce.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { type DatasetTab, noteLayout, noteScrollPosition } from '../../../state/session.ts';
import { useLocale, useSettings } from '../../../state/settings.ts';
import { sameLayout } from '../../../state/view-steps.ts';
import { filterRowHeight, gridTheme, headerHeight, histogramHeight, rowHeights } from '../../../ui/grid-theme.ts';
import type { ShownRow } from '../cells/row-details.tsx';
import type { CellSelectionOfGrid, useCellSelection } from '../cells/use-cell-selection.ts';
import { useShownRow } from '../cells/use-shown-row.ts';
import { columnDefinitions, type Fractions, numberColumnDefinition } from '../columns/column-definitions.ts';
import { useColumnFormats } from '../columns/column-formats.ts';
import { firstLayout, isFirstLayout, layoutState, readLayout } from '../columns/column-layout.ts';
import { useNumberRanges } from '../columns/use-number-ranges.ts';
import type { RowSource } from '../row-source.ts';
import styles from '../rows.module.css';
import { useGridOrdering } from '../use-grid-ordering.ts';
import { useSettled } from '../use-settled.ts';
import { scrollWhileSelecting } from './drag-select.ts';
import { preserveExactScroll, steadyWheel } from './exact-scroll.ts';
import { GridElement } from './grid-element.tsx';
import { enterGrid, returnToRow, scrollSideways } from './grid-navigation.ts';
import { scrollTogether } from './scroll-together.ts';

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

/** Number of rows drawn beyond the view. */
const rowBuffer = 6;

/** The topmost visible row; the first one drawn is above it. */
function topRow(api: GridApi<Row>, rowHeight: number): number {
  const first = api.getFirstDisplayedRowIndex();
  return first > 0 ? first + rowBuffer : Math.round(api.getVerticalPixelRange().top / rowHeight);
}

/** The scroll position of the grid. */
function placeOf(api: GridApi<Row>, rowHeight: number): Pick<DatasetTab, 'firstRow' | 'sideways'> {
  return { firstRow: topRow(api, rowHeight), sideways: api.getHorizontalPixelRange().left };
}

const rowClassRules = { 'rows-loading': ({ data }: { data: Row | undefined }) => data === undefined };

/** Ctrl and Tab show another tab of the window; the grid would also move to the next cell. */
const isTabSwitch = ({ event }: { event: KeyboardEvent }) => event.key === 'Tab' && event.ctrlKey;

interface RowsGridProps {
  readonly tab: DatasetTab;
  /** The grid, once the components that depend on it can be rendered. */
  readonly api: GridApi<Row> | null;
  readonly columns: readonly DataColumn[];
  readonly source: RowSource;
  /** The ordering of the rows that the source has. */
  readonly ordering: readonly OrderTerm[];
  /** Whether the rows are still those of the previous query. */
  readonly isOld: boolean;
  /** Whether the first rows are drawn. */
  readonly drawn: boolean;
  readonly fractions: Fractions;
  /** The most rows that there have been, for the width of their numbers. */
  readonly rows: number;
  readonly selection: CellSelectionOfGrid;
  readonly selectionEvents: ReturnType<typeof useCellSelection>['events'];
  readonly onReady: (api: GridApi<Row>) => void;
  readonly onShownRow: (shown: ShownRow | null) => void;
}

/** Definitions of all columns, and their common properties. */
function useDefinitions({ tab, columns, fractions, rows, selection }: RowsGridProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { raw, filterRow } = useSettings();
  // The width of row numbers depends on their digits, so that the column only moves when a digit is added.
  const digits = 10 ** Math.max(4, String(rows).length) - 1;
  const { id } = tab;
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
        tab: id,
        columns,
        locale,
        raw,
        fraction: (position) => current.current.get(position) ?? 0,
        formats,
        range: (column) => currentRanges.current.get(column),
        search,
      }),
    ],
    [id, columns, locale, digits, raw, formats, search, t],
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

/** Applies the tab's column layout if it was changed elsewhere, for instance by undo. */
function useLayout(api: GridApi<Row> | null, { layout }: DatasetTab, columns: readonly DataColumn[]): void {
  useEffect(() => {
    if (api === null || api.isDestroyed()) return;
    const isThere = layout === null ? isFirstLayout(api, columns) : sameLayout(layout, readLayout(api, columns));
    if (!isThere)
      api.applyColumnState({ state: layoutState(layout ?? firstLayout(columns), columns), applyOrder: true });
  }, [api, layout, columns]);
}

interface ChosenQuestion {
  readonly api: GridApi<Row>;
  readonly node: { readonly rowIndex: number | null };
  readonly column: { getColId(): string };
}

/** The grid. Only the blocks of rows around the view are in memory, and only visible columns are drawn. */
export function RowsGrid(props: RowsGridProps) {
  const { tab, api, columns, source, ordering, isOld, drawn, selection, selectionEvents, onReady, onShownRow } = props;
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  /** The grid is at the tab's scroll position; before that its own position is meaningless. */
  const placed = useRef(false);
  /** It moves, and its position is not noted yet. */
  const moving = useRef(false);
  /** The appearance of the cells that are drawn. */
  const drawnLook = useRef('');
  const { density, histograms } = useSettings();
  const rowHeight = rowHeights[density];
  const { definitions, defaults, look } = useDefinitions(props);
  const { onSortChanged, headingEvents } = useGridOrdering(api, tab, columns, ordering);
  const followRow = useShownRow(onShownRow);
  const settled = useSettled(drawn);
  const label = t('rows.grid', { name: tab.label });
  const localeText = useMemo(() => ({ ariaSortableColumn: t('grid.sortHint') }), [t]);
  /** To the tab's scroll position. */
  const goBack = (grid: GridApi<Row>) => {
    const viewport = frame.current?.querySelector('.ag-grid-viewport');
    if (viewport) scrollSideways(grid, viewport, tab.sideways);
    returnToRow(grid, tab.firstRow, () => {
      placed.current = true;
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each grid, before its first rows are painted.
  useLayoutEffect(() => {
    if (api !== null && drawn && !api.isDestroyed()) goBack(api);
  }, [api, drawn]);
  // Reading the position makes the browser lay out the page: only once it has changed.
  const notePlace = (grid: GridApi<Row>) => {
    moving.current = false;
    if (placed.current) noteScrollPosition(tab.id, placeOf(grid, rowHeight));
  };
  const keepLayout = (changed: GridApi<Row>) => {
    // The grid also reports this when undo restored the initial layout.
    if (tab.layout !== null || !isFirstLayout(changed, columns)) noteLayout(tab.id, readLayout(changed, columns));
  };
  useEffect(() => {
    const viewport = frame.current?.querySelector<HTMLElement>('.ag-grid-viewport');
    if (api === null || viewport === undefined || viewport === null) return;
    // The grid reports it later.
    const onScroll = () => {
      moving.current = true;
    };
    viewport.addEventListener('scroll', onScroll, { passive: true });
    const release = preserveExactScroll(viewport);
    const stopWheel = steadyWheel(viewport, () => ({ rows: api.getDisplayedRowCount(), rowHeight }));
    const stopTogether = scrollTogether(tab.id, viewport);
    const stopDrag = scrollWhileSelecting({ viewport, api, selection, rowHeight });
    return () => {
      viewport.removeEventListener('scroll', onScroll);
      stopTogether();
      stopDrag();
      stopWheel();
      release();
    };
  }, [api, rowHeight, selection, tab.id]);
  useEffect(() => {
    if (api !== null) frame.current?.querySelector('[role="grid"]')?.setAttribute('aria-label', label);
  }, [api, label]);
  useEffect(() => {
    if (api === null || drawnLook.current === look) return;
    drawnLook.current = look;
    api.refreshCells({ force: true });
  }, [api, look]);
  useLayout(api, tab, columns);
  return (
    <div
      className={styles.grid}
      data-settling={!settled || undefined}
      data-old={isOld || undefined}
      aria-busy={isOld}
      ref={frame}
      {...headingEvents}
    >
      <GridElement
        key={density}
        modules={modules}
        options={{
          theme: gridTheme,
          styleNonce: cspNonce,
          rowModelType: 'infinite',
          datasource: source,
          cacheBlockSize: blockSizeFor(columns.length),
          maxBlocksInCache: 20,
          maxConcurrentDatasourceRequests: -1,
          columnDefs: definitions,
          defaultColDef: defaults,
          rowHeight,
          headerHeight: headerHeight + (histograms ? histogramHeight : 0),
          floatingFiltersHeight: filterRowHeight,
          rowClassRules,
          rowBuffer,
          localeText,
          // Screen readers number the columns in the order of the page.
          ensureDomOrder: true,
          suppressNoRowsOverlay: true,
          suppressDragLeaveHidesColumns: true,
          focusGridInnerElement: ({ api: entered }) => enterGrid(entered, topRow(entered, rowHeight)),
          onViewportChanged: () => source.viewChanged(),
          onBodyScrollEnd: ({ api: scrolled }) => notePlace(scrolled),
          onSortChanged,
          onColumnMoved: (event) => event.finished && keepLayout(event.api),
          onColumnResized: (event) => {
            if (event.finished && event.source !== 'api') noteLayout(tab.id, readLayout(event.api, columns));
          },
          onColumnPinned: (event) => keepLayout(event.api),
          onColumnVisible: (event) => keepLayout(event.api),
          ...selectionEvents,
          onCellFocused: (event) => {
            selectionEvents.onCellFocused(event);
            followRow(event);
          },
          onCellDoubleClicked: () => useSettings.setState({ details: true }),
        }}
        onCreated={(created) => {
          placed.current = false;
          moving.current = false;
          drawnLook.current = look;
          if (tab.layout !== null) {
            created.applyColumnState({ state: layoutState(tab.layout, columns), applyOrder: true });
          }
          onReady(created);
        }}
        // After leaving while the grid still scrolls, the tab returns to the target of the scrolling.
        onLeaving={(leaving) => moving.current && notePlace(leaving)}
      />
    </div>
  );
}
