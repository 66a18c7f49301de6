import type { GridApi } from 'ag-grid-community';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Row } from '#shared/cell.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { DatasetDetails, RowPage } from '#shared/rpc/records.ts';
import { useDescribedColumns } from '../../backend/codes.ts';
import { onBackendRestart } from '../../backend/port.ts';
import { useConnection } from '../../backend/records.ts';
import { readRows, rereadViewProgress, setRowCount, useViewProgress } from '../../backend/rows.ts';
import { isAway } from '../../lib/catalogue/pinned.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { failureOf } from '../../lib/format/failure-texts.ts';
import { knownCount } from '../../lib/format/known-count.ts';
import { newestVersion } from '../../lib/versions/version-metadata.ts';
import { firstRowsOf, storeFirstRows, takeFirstRows } from '../../startup/first-rows.ts';
import { type Density, useLocale, useSettings } from '../../state/settings.ts';
import { type DatasetTab, stateOf } from '../../state/tab.ts';
import { type Fractions, setFractions } from './columns/column-definitions.ts';
import { fitWidths } from './columns/column-layout.ts';
import { preserveCellFocus } from './grid/grid-navigation.ts';
import { createRowSource, type FailedPart, type RowSource } from './row-source.ts';

/** For rows that another source will provide. */
const never = new Promise<never>(() => undefined);

/** A row source, what it answers, and its failures. */
export interface SourceState {
  readonly source: RowSource;
  /** The query of the rows in the grid: the tab's, as soon as its first rows are there. */
  readonly query: RowQuery;
  /** The columns of the rows in the grid. */
  readonly columns: readonly DataColumn[];
  /** Whether the rows in the grid are still those of the previous query or version. */
  readonly isOld: boolean;
  /**
   * Draws the rows that the last session stored in a new grid, without waiting for a request. If there are none, the
   * grid gets as many rows without values as there will be, if their number is known.
   */
  readonly fill: (grid: GridApi<Row>) => void;
  /** Whether the grid has drawn its first rows. */
  readonly drawn: boolean;
  readonly fractions: Fractions;
  readonly failed: readonly FailedPart[];
}

/**
 * Assigns final ids to rows that wait for their values. A row without an id would be redrawn when its values arrive,
 * and lose the focus; one with an id only has its cells filled.
 */
function assignRowIds(api: GridApi<Row> | null): void {
  if (api === null || api.isDestroyed()) return;
  api.forEachNode((node) => {
    if (node.id === undefined && node.rowIndex !== null) node.id = String(node.rowIndex);
  });
}

/** The visible rows of a grid, first and last inclusive; null before it is drawn. */
function rowsInView(api: GridApi<Row> | null): readonly [first: number, last: number] | null {
  if (api === null || api.isDestroyed() || api.getFirstDisplayedRowIndex() < 0) return null;
  return [api.getFirstDisplayedRowIndex(), api.getLastDisplayedRowIndex()];
}

type ReadBlock = (offset: number, limit: number, signal: AbortSignal) => Promise<RowPage>;

interface ReaderOptions extends Pick<DatasetTab, 'reference' | 'query'> {
  readonly newest: string;
  /** Whether the dataset may have another version by now. */
  readonly isUnsure: () => boolean;
  readonly onRead: (rows: readonly Row[]) => void;
}

function blockReader({ reference, query, newest, isUnsure, onRead }: ReaderOptions): ReadBlock {
  // The last session stored the first block, and the next one starts with it.
  const readFirst: ReadBlock = async (offset, limit, signal) => {
    const page = takeFirstRows(reference, query, limit) ?? (await readRows(reference, query, offset, limit, signal));
    storeFirstRows(reference, query, limit, page);
    return page;
  };
  return async (offset, limit, signal) => {
    const page = await (offset === 0
      ? readFirst(offset, limit, signal)
      : readRows(reference, query, offset, limit, signal));
    void rereadViewProgress(reference, query, newest);
    // Another version may have other columns too; its record is being fetched, and brings a new source.
    const isOther = page.version !== null && page.version !== newest;
    if (isUnsure() && query.version === null && isOther) return await never;
    onRead(page.rows);
    return page;
  };
}

/** The first block of rows, which can be read before the grid has their source. */
class FirstBlock {
  page: RowPage | null = null;
  #failure: unknown = null;
  readonly #read: ReadBlock;
  readonly #limit: number;

  constructor(read: ReadBlock, limit: number) {
    this.#read = read;
    this.#limit = limit;
  }

  /** Reads the block; settles when it is there or could not be read. */
  async readAhead(signal: AbortSignal, isPreparing: () => boolean): Promise<void> {
    do {
      try {
        this.page = await this.#read(0, this.#limit, signal);
        return;
      } catch (error) {
        this.#failure = error;
      }
      // Sorting very many rows takes longer than an answer is awaited.
    } while (!signal.aborted && failureOf(this.#failure).kind === 'timeout' && isPreparing());
  }

  /** The block as it was read ahead, with its failure at most once; otherwise it is read now. */
  async take(limit: number, signal: AbortSignal): Promise<RowPage> {
    if (this.page !== null) return this.page;
    const failure = this.#failure;
    this.#failure = null;
    if (failure !== null) throw failure;
    return await this.#read(0, limit, signal);
  }
}

/**
 * Draws the first block in a grid without waiting for a request.
 * @param known number of rows, if the record of the dataset implies it
 */
function drawFirst(api: GridApi<Row>, page: RowPage, known: number | null): void {
  assignRowIds(api);
  const count = page.count ?? (page.last ? page.rows.length : known);
  api.setRowCount(count ?? page.rows.length, count !== null);
  assignRowIds(api);
  api.forEachNode((node) => {
    const row = node.rowIndex === null ? undefined : page.rows[node.rowIndex];
    if (row !== undefined) node.setData(row);
  });
}

interface RowsOf extends Pick<SourceState, 'source' | 'query' | 'columns' | 'fill' | 'fractions'> {
  readonly newest: string;
  readonly density: Density;
  /** Reads the first rows before the grid has this source; settles when they are there or could not be read. */
  readonly readAhead: (signal: AbortSignal) => Promise<void>;
}

type Grid = { current: GridApi<Row> | null };

/** What the rows of all queries of a tab share. */
function useGridState(unsure: boolean) {
  /** The grid that has drawn its first rows. */
  const drawn = useRef<GridApi<Row> | null>(null);
  /** The grid whose column widths are set: other rows, such as search results, leave them unchanged. */
  const fitted = useRef<GridApi<Row> | null>(null);
  const isPreparing = useRef(false);
  const isUnsure = useRef(unsure);
  isUnsure.current = unsure;
  const [drawnIn, setDrawnIn] = useState<GridApi<Row> | null>(null);
  const [failed, setFailed] = useState<readonly FailedPart[]>([]);
  return { drawn, fitted, isPreparing, isUnsure, drawnIn, setDrawnIn, failed, setFailed };
}

/** The rows that the tab's query asks for; a newer version of the dataset makes them others. */
function useWantedRows(tab: DatasetTab, details: DatasetDetails, grid: Grid, state: ReturnType<typeof useGridState>) {
  const locale = useLocale();
  const { id, reference, query, layout } = tab;
  const columns = useDescribedColumns(reference, details.dataset, query.version);
  const newest = newestVersion(details.dataset);
  const rowCount = knownCount(query, details);
  // Rows of another height need a new grid, and the previous one takes its source with it.
  const density = useSettings((settings) => settings.density);
  const { drawn, fitted, isPreparing, isUnsure, setDrawnIn, setFailed } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows read from an older version must not stay.
  const rows = useMemo((): RowsOf => {
    const fractions: Fractions = new Map();
    const measure = (api: GridApi<Row> | null, read: readonly Row[]) => {
      setFractions(fractions, read, columns, locale);
      if (api === null || api === fitted.current || api.isDestroyed() || read.length === 0) return;
      fitted.current = api;
      if (layout === null) fitWidths(api, columns, read, locale);
    };
    const onRead = (read: readonly Row[]) => measure(grid.current, read);
    const read = blockReader({ reference, query, newest, isUnsure: () => isUnsure.current, onRead });
    const limit = blockSizeFor(columns.length);
    const first = new FirstBlock(read, limit);
    const source = createRowSource({
      read: (offset, size, signal) => (offset > 0 ? read(offset, size, signal) : first.take(size, signal)),
      inView: () => rowsInView(grid.current),
      onRequested: () => assignRowIds(grid.current),
      onCount: (count) => setRowCount(reference, query, newest, count),
      onDrawn: () => {
        if (grid.current === drawn.current) return;
        drawn.current = grid.current;
        // The rest of the window changes in the frame in which the rows are drawn.
        flushSync(() => setDrawnIn(grid.current));
      },
      onFailures: setFailed,
      isPreparing: () => isPreparing.current,
    });
    const fill = (api: GridApi<Row>) => {
      const page = first.page ?? firstRowsOf(reference, query, limit);
      // Grey until they are read: as many as there are, of which the grid draws those in view.
      if (page === null && rowCount !== null && rowCount > 0) api.setRowCount(rowCount, true);
      if (page === null) return;
      measure(api, page.rows);
      drawFirst(api, page, rowCount);
      drawn.current = api;
      setDrawnIn(api);
    };
    const readAhead = (signal: AbortSignal) => first.readAhead(signal, () => isPreparing.current);
    return { source, query, columns, newest, fill, fractions, density, readAhead };
  }, [id, reference, query, newest, grid, locale, density]);
  return { rows, columns, newest };
}

/** The rows for the grid: the previous ones until the first of the wanted ones are there. */
function useRowsInGrid(wanted: RowsOf, grid: Grid, drawn: Grid): RowsOf {
  const [inGrid, setInGrid] = useState(wanted);
  const hasRows = drawn.current === grid.current && drawn.current?.isDestroyed() === false;
  const current = hasRows && inGrid.density === wanted.density ? inGrid : wanted;
  const isOld = current !== wanted;
  useEffect(() => {
    const left = new AbortController();
    const show = () => {
      if (!left.signal.aborted) setInGrid(wanted);
    };
    if (isOld) void wanted.readAhead(left.signal).then(show);
    else show();
    return () => left.abort();
  }, [wanted, isOld]);
  return current;
}

/** Draws other rows in the frame in which the grid gets them. Another version of the same rows stays where it was scrolled to. */
function useFilledGrid(tab: string, current: RowsOf, grid: Grid, drawn: Grid): void {
  const filled = useRef(current);
  useLayoutEffect(() => {
    const before = filled.current;
    const api = grid.current;
    filled.current = current;
    if (before === current || api === null || api !== drawn.current || api.isDestroyed()) return;
    preserveCellFocus(api, () => current.fill(api));
    const last = api.getDisplayedRowCount() - 1;
    const top = before.query === current.query ? stateOf(tab).position.firstRow : 0;
    if (last >= 0) api.ensureIndexVisible(Math.min(top, last), 'top');
  }, [current, grid, drawn, tab]);
}

/**
 * A row source for the tab's query; a newer version of the dataset creates a new one. The grid keeps the previous one
 * until the first rows of the next are there, so that it is never empty in between.
 * @param unsure the record may be outdated: the dataset may have another version by now
 */
export function useRowSource(tab: DatasetTab, details: DatasetDetails, grid: Grid, unsure: boolean): SourceState {
  const state = useGridState(unsure);
  const { drawn, isPreparing, drawnIn, failed } = state;
  const { rows: wanted, columns, newest } = useWantedRows(tab, details, grid, state);
  const current = useRowsInGrid(wanted, grid, drawn);
  const { source, query, fill, fractions } = current;
  const isOld = current !== wanted;
  useFilledGrid(tab.id, current, grid, drawn);
  const progress = useViewProgress(tab.reference, tab.query, newest);
  isPreparing.current = progress?.state === 'preparing';
  useEffect(() => {
    if (!progress || isOld) return;
    source.counted(progress.count, progress.found);
    // Rows beyond those that were read can then be scrolled to.
    if (progress.count !== null) grid.current?.setRowCount(progress.count, true);
  }, [source, progress, isOld, grid]);
  const service = useConnection(tab.reference.connection);
  const isServiceAway = service !== undefined && isAway(service);
  // A new source begins without failures, and what failed while the service was away can be read once it is back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => source.retry(), [source, isServiceAway]);
  // Rows that failed because the backend had ended can be read again.
  useEffect(() => onBackendRestart(() => source.retry()), [source]);
  // Labels may change without the rows.
  const columnsInGrid = current.newest === newest ? columns : current.columns;
  const isDrawn = drawnIn !== null && drawnIn === grid.current;
  return { source, query, columns: columnsInGrid, isOld, fill, drawn: isDrawn, fractions, failed };
}

/** Number of rows to read at once: fewer for wide tables, so that their values do not block drawing. */
export function blockSizeFor(columns: number): number {
  return Math.min(200, Math.max(50, Math.ceil(10_000 / Math.max(1, columns))));
}
