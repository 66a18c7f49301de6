import type { GridApi } from 'ag-grid-community';
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Row } from '#shared/cell.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { onBackendRestart } from '../../api/backend.ts';
import { readRows, records, rereadViewProgress, rowCountQuery, useViewProgress } from '../../api/service/records.ts';
import { blockSizeFor } from '../../lib/block-size.ts';
import { describedColumns } from '../../lib/data-column.ts';
import { knownCount } from '../../lib/format/known-count.ts';
import { type DatasetTab, noteRowCount } from '../../session/session.ts';
import { useLocale, useSettings } from '../../session/settings.ts';
import { firstRowsOf, storeFirstRows, takeFirstRows } from '../../startup/first-rows.ts';
import { type Fractions, noteFractions } from './columns/column-definitions.ts';
import { fitWidths } from './grid/fit-widths.ts';
import { createRowSource, type FailedPart, type RowSource } from './row-source.ts';

/** For rows that another source will provide. */
const never = new Promise<never>(() => undefined);

/** A row source, its known row count, and its failures. */
export interface SourceState {
  readonly source: RowSource;
  /** Draws the rows that the last session stored in a new grid, if there are any, without waiting for a request. */
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

/**
 * A row source for the tab's query; a newer version of the dataset creates a new one.
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
  const newest = details.dataset.versions.find((version) => version.ready)?.slug ?? '';
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
  const { source, fill, fractions } = useMemo(() => {
    const fractions: Fractions = new Map();
    const measure = (api: GridApi<Row> | null, rows: readonly Row[]) => {
      noteFractions(fractions, rows, columns, locale);
      if (api === null || api === fitted.current || api.isDestroyed() || rows.length === 0) return;
      fitted.current = api;
      if (layout === null) fitWidths(api, columns, rows, locale);
    };
    // The last session stored the first block, and the next one starts with it.
    const readFirst = async (limit: number, signal: AbortSignal) => {
      const page = takeFirstRows(reference, query, limit) ?? (await readRows(reference, query, 0, limit, signal));
      if (!isUnsure.current) storeFirstRows(reference, query, limit, page);
      return page;
    };
    const source = createRowSource({
      read: async (offset, limit, signal) => {
        const reading = offset === 0 ? readFirst(limit, signal) : readRows(reference, query, offset, limit, signal);
        const page = await reading;
        void rereadViewProgress(reference, query, newest);
        // Its columns may be others too; the new record is being fetched, and brings a new source.
        if (isUnsure.current && query.version === null && page.version !== newest) return await never;
        measure(grid.current, page.rows);
        return page;
      },
      inView: () => {
        const api = grid.current;
        if (api === null || api.isDestroyed() || api.getFirstDisplayedRowIndex() < 0) return null;
        return [api.getFirstDisplayedRowIndex(), api.getLastDisplayedRowIndex()];
      },
      onRequested: () => assignRowIds(grid.current),
      onCount: (count) => {
        noteRowCount(id, count);
        // Other views need not count these rows again.
        if (count.exact) records.setQueryData(rowCountQuery(reference, query, newest).queryKey, count.count);
      },
      onDrawn: () => {
        if (grid.current === drawn.current) return;
        drawn.current = grid.current;
        // In the frame in which they are drawn.
        flushSync(() => setDrawnIn(grid.current));
      },
      onFailures: setFailed,
      isPreparing: () => isPreparing.current,
    });
    const fill = (api: GridApi<Row>) => {
      const first = firstRowsOf(reference, query, blockSizeFor(columns.length));
      if (first === null) return;
      measure(api, first.rows);
      api.setRowCount(rowCount ?? first.rows.length, rowCount !== null);
      assignRowIds(api);
      api.forEachNode((node) => {
        const row = node.rowIndex === null ? undefined : first.rows[node.rowIndex];
        if (row !== undefined) node.setData(row);
      });
      drawn.current = api;
      setDrawnIn(api);
    };
    return { source, fill, fractions };
  }, [id, reference, query, newest, grid, locale, density]);
  const progress = useViewProgress(reference, query, newest);
  isPreparing.current = progress?.state === 'preparing';
  useEffect(() => {
    if (!progress) return;
    source.counted(progress.count, progress.found);
    // Rows beyond those that were read can then be scrolled to.
    if (progress.count !== null) grid.current?.setRowCount(progress.count, true);
  }, [source, progress, grid]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new source begins without failures.
  useEffect(() => setFailed([]), [source]);
  // Rows that failed because the backend had ended can be read again.
  useEffect(() => onBackendRestart(() => source.retry()), [source]);
  return { source, fill, drawn: drawnIn !== null && drawnIn === grid.current, fractions, failed };
}
