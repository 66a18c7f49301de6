import type { GridApi } from 'ag-grid-community';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Row } from '#shared/cell.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { DatasetDetails, RowPage } from '#shared/rpc/records.ts';
import { onBackendRestart } from '../../backend/port.ts';
import { readRows, rereadViewProgress, setRowCount, useViewProgress } from '../../backend/rows.ts';
import { blockSizeFor } from '../../lib/block-size.ts';
import { type DataColumn, describedColumns } from '../../lib/data-column.ts';
import { failureOf } from '../../lib/format/failure-texts.ts';
import { knownCount } from '../../lib/format/known-count.ts';
import { newestVersion } from '../../lib/versions/version-metadata.ts';
import { firstRowsOf, storeFirstRows, takeFirstRows } from '../../startup/first-rows.ts';
import { type Density, useLocale, useSettings } from '../../state/settings.ts';
import { type DatasetTab, stateOf } from '../../state/tab.ts';
import { type Fractions, setFractions } from './columns/column-definitions.ts';
import { fitWidths } from './grid/fit-widths.ts';
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

/** The rows of a query and version. */
interface RowsOf extends Pick<SourceState, 'source' | 'query' | 'columns' | 'fill' | 'fractions'> {
  readonly newest: string;
  readonly density: Density;
  /** Reads the first rows before the grid has this source; settles when they are there or could not be read. */
  readonly readAhead: (signal: AbortSignal) => Promise<void>;
}

/**
 * A row source for the tab's query; a newer version of the dataset creates a new one. The grid keeps the previous one
 * until the first rows of the next are there, so that it is never empty in between.
 * @param unsure the record may be outdated: the dataset may have another version by now
 */
export function useRowSource(
  tab: DatasetTab,
  details: DatasetDetails,
  grid: { current: GridApi<Row> | null },
  unsure: boolean,
): SourceState {
  const locale = useLocale();
  const [failed, setFailed] = useState<readonly FailedPart[]>([]);
  const { id, reference, query, layout } = tab;
  const columns = describedColumns(details.dataset, query.version);
  const newest = newestVersion(details.dataset);
  const rowCount = knownCount(query, details);
  // Rows of another height need a new grid, and the previous one takes its source with it.
  const density = useSettings((settings) => settings.density);
  /** The grid whose column widths are set: other rows, such as search results, leave them unchanged. */
  const fitted = useRef<GridApi<Row> | null>(null);
  const isPreparing = useRef(false);
  /** The grid that has drawn its first rows. */
  const drawn = useRef<GridApi<Row> | null>(null);
  const [drawnIn, setDrawnIn] = useState<GridApi<Row> | null>(null);
  const isUnsure = useRef(unsure);
  isUnsure.current = unsure;
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows read from an older version must not stay.
  const wanted = useMemo((): RowsOf => {
    const fractions: Fractions = new Map();
    /** What was read ahead. */
    let first: RowPage | null = null;
    let failure: unknown = null;
    const measure = (api: GridApi<Row> | null, rows: readonly Row[]) => {
      setFractions(fractions, rows, columns, locale);
      if (api === null || api === fitted.current || api.isDestroyed() || rows.length === 0) return;
      fitted.current = api;
      if (layout === null) fitWidths(api, columns, rows, locale);
    };
    // The last session stored the first block, and the next one starts with it.
    const readFirst = async (limit: number, signal: AbortSignal) => {
      const page = takeFirstRows(reference, query, limit) ?? (await readRows(reference, query, 0, limit, signal));
      storeFirstRows(reference, query, limit, page);
      return page;
    };
    const read = async (offset: number, limit: number, signal: AbortSignal) => {
      const reading = offset === 0 ? readFirst(limit, signal) : readRows(reference, query, offset, limit, signal);
      const page = await reading;
      void rereadViewProgress(reference, query, newest);
      // Its columns may be others too; the new record is being fetched, and brings a new source.
      const isOther = page.version !== null && page.version !== newest;
      if (isUnsure.current && query.version === null && isOther) return await never;
      measure(grid.current, page.rows);
      return page;
    };
    const source = createRowSource({
      read: async (offset, limit, signal) => {
        if (offset > 0) return await read(offset, limit, signal);
        if (first !== null) return first;
        const reason = failure;
        failure = null;
        if (reason !== null) throw reason;
        return await read(offset, limit, signal);
      },
      inView: () => {
        const api = grid.current;
        if (api === null || api.isDestroyed() || api.getFirstDisplayedRowIndex() < 0) return null;
        return [api.getFirstDisplayedRowIndex(), api.getLastDisplayedRowIndex()];
      },
      onRequested: () => assignRowIds(grid.current),
      onCount: (count) => {
        setRowCount(reference, query, newest, count);
      },
      onDrawn: () => {
        if (grid.current === drawn.current) return;
        drawn.current = grid.current;
        // The rest of the window changes in the frame in which the rows are drawn.
        flushSync(() => setDrawnIn(grid.current));
      },
      onFailures: setFailed,
      isPreparing: () => isPreparing.current,
    });
    const limit = blockSizeFor(columns.length);
    const readAhead = async (signal: AbortSignal) => {
      do {
        try {
          first = await read(0, limit, signal);
        } catch (error) {
          failure = error;
        }
        // Sorting very many rows takes longer than an answer is awaited.
      } while (!signal.aborted && first === null && failureOf(failure).kind === 'timeout' && isPreparing.current);
    };
    const fill = (api: GridApi<Row>) => {
      const page = first ?? firstRowsOf(reference, query, limit);
      if (page === null) {
        // Grey until they are read: as many as there are, of which the grid draws those in view.
        if (rowCount !== null && rowCount > 0) api.setRowCount(rowCount, true);
        return;
      }
      measure(api, page.rows);
      assignRowIds(api);
      const count = page.count ?? (page.last ? page.rows.length : rowCount);
      api.setRowCount(count ?? page.rows.length, count !== null);
      assignRowIds(api);
      api.forEachNode((node) => {
        const row = node.rowIndex === null ? undefined : page.rows[node.rowIndex];
        if (row !== undefined) node.setData(row);
      });
      drawn.current = api;
      setDrawnIn(api);
    };
    return { source, query, columns, newest, fill, fractions, density, readAhead };
  }, [id, reference, query, newest, grid, locale, density]);
  const [inGrid, setInGrid] = useState(wanted);
  const hasRows = drawn.current === grid.current && drawn.current?.isDestroyed() === false;
  const current = hasRows && inGrid.density === density ? inGrid : wanted;
  const { source, fill, fractions } = current;
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
  const filled = useRef(current);
  // In the frame in which the grid gets them. Another version of the same rows stays where it was scrolled to.
  useLayoutEffect(() => {
    const before = filled.current;
    const api = grid.current;
    filled.current = current;
    if (before === current || api === null || api !== drawn.current || api.isDestroyed()) return;
    preserveCellFocus(api, () => current.fill(api));
    const last = api.getDisplayedRowCount() - 1;
    const top = before.query === current.query ? stateOf(id).position.firstRow : 0;
    if (last >= 0) api.ensureIndexVisible(Math.min(top, last), 'top');
  }, [current, grid, id]);
  const progress = useViewProgress(reference, query, newest);
  isPreparing.current = progress?.state === 'preparing';
  useEffect(() => {
    if (!progress || isOld) return;
    source.counted(progress.count, progress.found);
    // Rows beyond those that were read can then be scrolled to.
    if (progress.count !== null) grid.current?.setRowCount(progress.count, true);
  }, [source, progress, isOld, grid]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new source begins without failures.
  useEffect(() => setFailed([]), [source]);
  // Rows that failed because the backend had ended can be read again.
  useEffect(() => onBackendRestart(() => source.retry()), [source]);
  const isDrawn = drawnIn !== null && drawnIn === grid.current;
  // Labels may change without the rows.
  const columnsInGrid = current.newest === newest ? columns : current.columns;
  return { source, query: current.query, columns: columnsInGrid, isOld, fill, drawn: isDrawn, fractions, failed };
}
