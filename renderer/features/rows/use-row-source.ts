import type { GridApi } from 'ag-grid-community';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Row } from '#shared/cell.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { onBackendRestart } from '../../api/backend.ts';
import { readRows, records, rereadViewProgress, rowCountQuery, useViewProgress } from '../../api/service/records.ts';
import { describedColumns } from '../../lib/data-column.ts';
import { knownCount } from '../../lib/format/known-count.ts';
import { type DatasetTab, noteRowCount } from '../../session/session.ts';
import { useLocale, useSettings } from '../../session/settings.ts';
import { storeFirstRows, withFirstRows } from '../../startup/first-rows.ts';
import { assignRowIds } from './assign-row-ids.ts';
import { type Fractions, noteFractions } from './columns/column-definitions.ts';
import { fitWidths } from './grid/fit-widths.ts';
import { createRowSource, type FailedPart, type RowSource } from './row-source.ts';

/** For rows that another source will provide. */
const never = new Promise<never>(() => undefined);

/** A row source, its known row count, and its failures. */
export interface SourceState {
  readonly source: RowSource;
  readonly fractions: Fractions;
  readonly failed: readonly FailedPart[];
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
  const isUnsure = useRef(unsure);
  isUnsure.current = unsure;
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows read from an older version must not stay.
  const { source, fractions } = useMemo(() => {
    const fractions: Fractions = new Map();
    const measure = (api: GridApi<Row> | null, rows: readonly Row[]) => {
      noteFractions(fractions, rows, columns, locale);
      if (api === null || api === fitted.current || api.isDestroyed() || rows.length === 0) return;
      fitted.current = api;
      if (layout === null) fitWidths(api, columns, rows, locale);
    };
    const readPage = withFirstRows(reference, query, (offset, limit, signal) =>
      readRows(reference, query, offset, limit, signal),
    );
    const source = createRowSource({
      rowCount,
      read: async (offset, limit, signal) => {
        const page = await readPage(offset, limit, signal);
        void rereadViewProgress(reference, query, newest);
        // Its columns may be others too; the new record is being fetched, and brings a new source.
        if (isUnsure.current && query.version === null && page.version !== newest) return await never;
        if (offset === 0 && !isUnsure.current) storeFirstRows(reference, query, limit, page);
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
      onFailures: setFailed,
      isPreparing: () => isPreparing.current,
    });
    return { source, fractions };
  }, [id, reference, query, newest, rowCount, grid, locale, density]);
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
  return { source, fractions, failed };
}
