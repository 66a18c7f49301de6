import './rows.css';
import type { GridApi } from 'ag-grid-community';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#shared/cell.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { readRows } from '../../api/records.ts';
import { readVersionMetadata } from '../../lib/version-metadata.ts';
import { type DatasetTab, noteFirstRow, noteRowCount, useSession } from '../../session.ts';
import { useLocale } from '../../settings.ts';
import { EmptyState, FailureNotice } from '../../ui/states.tsx';
import { type Fractions, noteFractions } from './column-definitions.ts';
import { goToRow } from './grid-navigation.ts';
import { createRowSource, type FailedPart, type RowSource } from './row-source.ts';
import { RowsGrid } from './rows-grid.tsx';
import { RowsToolbar } from './rows-toolbar.tsx';

/** Rows that the query has, where it can be told before reading any. */
function knownCount(query: RowQuery, details: DatasetDetails): number | null {
  if (query.filters.length > 0 || query.search !== '') return null;
  if (query.version === null) return details.rows;
  const version = details.dataset.versions.find((each) => each.slug === query.version);
  return version === undefined ? null : readVersionMetadata(version.metadata).rows;
}

interface SourceState {
  readonly source: RowSource;
  readonly fractions: Fractions;
  readonly failed: readonly FailedPart[];
}

/** A row source for what the tab asks; a newer version of the dataset makes a new one. */
function useRowSource(tab: DatasetTab, details: DatasetDetails, grid: { current: GridApi<Row> | null }): SourceState {
  const locale = useLocale();
  const [failed, setFailed] = useState<readonly FailedPart[]>([]);
  const { id, reference, query } = tab;
  const newest = details.dataset.versions.find((version) => version.ready)?.slug ?? '';
  const rowCount = knownCount(query, details);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows read from an older version must not stay.
  const { source, fractions } = useMemo(() => {
    const fractions: Fractions = new Map();
    const source = createRowSource({
      rowCount,
      read: async (offset, limit, signal) => {
        const page = await readRows(reference, query, offset, limit, signal);
        noteFractions(fractions, page.rows, details.dataset.columns, locale);
        return page;
      },
      inView: () => {
        const api = grid.current;
        if (api === null || api.isDestroyed() || api.getFirstDisplayedRowIndex() < 0) return null;
        return [api.getFirstDisplayedRowIndex(), api.getLastDisplayedRowIndex()];
      },
      onCount: (count) => noteRowCount(id, count),
      onFailures: setFailed,
    });
    return { source, fractions };
  }, [id, reference, query, newest, rowCount, grid, locale]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new source begins without failures and without a count.
  useEffect(() => {
    setFailed([]);
    noteRowCount(id, rowCount === null ? null : { count: rowCount, exact: true });
  }, [id, source, rowCount]);
  return { source, fractions, failed };
}

/** The rows of a dataset: a toolbar, the grid, and in their place whatever there is to say. */
export function RowsView({ tab, details }: { tab: DatasetTab; details: DatasetDetails }) {
  const { t } = useTranslation();
  const grid = useRef<GridApi<Row> | null>(null);
  const { source, fractions, failed } = useRowSource(tab, details, grid);
  const known = useSession((session) => session.rowCounts[tab.id]);
  const rows = known?.count ?? 0;
  const go = useCallback((row: number) => {
    if (grid.current !== null) goToRow(grid.current, row);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || (event.key !== 'Home' && event.key !== 'End')) return;
    if (event.target instanceof HTMLInputElement) return;
    // The grid would scroll there and leave its focus behind.
    event.preventDefault();
    event.stopPropagation();
    go(event.key === 'Home' ? 0 : rows - 1);
  };
  if (details.dataset.columns.length === 0) {
    return <EmptyState title={t('rows.noDataTitle')} text={t('rows.noDataText')} />;
  }
  const first = failed[0];
  return (
    <div className="rows" onKeyDownCapture={onKeyDown}>
      <RowsToolbar rows={rows} onGo={go} />
      {first !== undefined && (
        <FailureNotice
          text={t('rows.partFailed', { from: first.from + 1, to: Math.min(first.to, rows || first.to) })}
          failure={first.failure}
          onRetry={() => source.retry()}
        />
      )}
      <div className="rows-body">
        <RowsGrid
          label={t('rows.grid', { name: tab.label })}
          columns={details.dataset.columns}
          source={source}
          fractions={fractions}
          rows={rows}
          firstRow={tab.firstRow}
          onReady={(api) => {
            grid.current = api;
          }}
          onFirstRow={(row) => noteFirstRow(tab.id, row)}
        />
        {known?.exact === true && known.count === 0 && <NoRows query={tab.query} />}
      </div>
    </div>
  );
}

/** Stands under the headings where there is no row. */
function NoRows({ query }: { query: RowQuery }) {
  const { t } = useTranslation();
  const asksAll = query.filters.length === 0 && query.search === everyRow.search;
  return (
    <div className="rows-none">
      {asksAll ? (
        <EmptyState title={t('rows.emptyTitle')} text={t('rows.emptyText')} />
      ) : (
        <EmptyState title={t('rows.noMatchTitle')} text={t('rows.noMatchText')} />
      )}
    </div>
  );
}
