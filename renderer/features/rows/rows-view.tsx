import { Button, Flex } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { GridApi } from 'ag-grid-community';
import { t } from 'i18next';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Row } from '#shared/cell.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { can } from '../../backend/shell.ts';
import { profileQuery } from '../../backend/statistics.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { barText } from '../../lib/format/bar-text.ts';
import { knownCount } from '../../lib/format/known-count.ts';
import { barsOf, type ProfileBar } from '../../lib/format/profile-bars.ts';
import { filtersOf } from '../../lib/query/profile-filters.ts';
import { newestVersion } from '../../lib/versions/version-metadata.ts';
import { askToPublish, openHelp } from '../../state/dialogs.ts';
import { setConditions } from '../../state/query-edits.ts';
import { useLocale, useSettings } from '../../state/settings.ts';
import type { DatasetTab } from '../../state/tab.ts';
import { useWantedFocus } from '../../state/wanted-focus.ts';
import { PlainButton, SmallButton } from '../../ui/actions/icon-button.tsx';
import { Distribution } from '../../ui/distribution.tsx';
import statesStyles from '../../ui/states/states.module.css';
import { EmptyState } from '../../ui/states/states.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
import { RowDetails } from './cells/row-details.tsx';
import type { HeadSlot, HeadSlots } from './columns/column-definitions.ts';
import { QueryChips } from './filters/query-chips.tsx';
import { QuickFilter } from './filters/quick-filter.tsx';
import { RowsGrid } from './grid/rows-grid.tsx';
import { GridMenu } from './grid-menu.tsx';
import { type GridView, pressInGrid, type RowsViewProps, useGridView } from './grid-view.ts';
import { FailedRows, NewerNote, NoRows, PreparingNote, ReachedNote } from './row-notes.tsx';
import styles from './rows.module.css';
import { RowsToolbar } from './rows-toolbar.tsx';
import { useSearchHits } from './use-search-hits.ts';

/** The rows of a dataset: a toolbar, and the grid or a state in its place. */
export function RowsView(props: RowsViewProps) {
  const view = useGridView(props);
  const { tab, details, bare, api, columns, drawn, failed, isEmpty, rows, go, shown } = view;
  const { details: detailsOpen } = useSettings();
  useWantedFocus(tab.id, !bare && (drawn || isEmpty || failed.length > 0 || columns.length === 0));
  const { goToHit, onHitKey } = useSearchHits(tab, api, columns, rows);
  if (columns.length === 0) return <NoData reference={tab.reference} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys for matches work wherever the focus is in it.
    <div className={styles.rows} onKeyDown={onHitKey}>
      {!bare && <RowsToolbar view={view} onHit={(forward) => void goToHit(forward)} />}
      {!bare && <QueryChips tab={tab} dataset={details.dataset} />}
      <Flex flex={1} mih={0}>
        <GridBody view={view} />
        {detailsOpen && !bare && (
          <RowDetails shown={shown} columns={columns} onMove={go} onClose={() => closeDetails(api)} />
        )}
      </Flex>
    </div>
  );
}

function closeDetails(api: GridApi<Row> | null): void {
  useSettings.setState({ details: false });
  const focused = api?.getFocusedCell() ?? null;
  if (focused !== null) api?.setFocusedCell(focused.rowIndex, focused.column);
}

function NoData({ reference }: { reference: DatasetReference }) {
  return (
    <EmptyState title={t('rows.noDataTitle')} text={t('rows.noDataText')}>
      <div className={statesStyles.actions}>
        {can('publish') && <Button onClick={() => askToPublish([], reference)}>{t('namespacePage.addData')}</Button>}
        <PlainButton text={t('help.readHow')} onClick={() => openHelp('publish')} />
      </div>
    </EmptyState>
  );
}

/** The grid with its menu, and the notes over it. */
function GridBody({ view }: { view: GridView }) {
  const { tab, details, unsure, bare, rows, failed, selection } = view;
  const frame = useRef<HTMLDivElement>(null);
  const heads: HeadSlots = useRef(() => {});
  /** The most rows so far: room for their numbers stays when a filter leaves fewer, or all columns would move. */
  const mostRows = useRef(0);
  const allRows = knownCount({ ...tab.query, filters: [], search: '' }, details) ?? 0;
  mostRows.current = Math.max(mostRows.current, rows, allRows);
  const newest = newestVersion(details.dataset);
  return (
    <div
      className={styles.body}
      ref={frame}
      data-failed={failed.length > 0 || undefined}
      onKeyDownCapture={(event) => pressInGrid(event, view)}
      onMouseDownCapture={(event) => selection.press(event)}
    >
      <HeadContents tab={tab} newest={newest} heads={heads} />
      <GridMenu view={view}>
        <RowsGrid view={view} mostRows={mostRows.current} heads={heads} />
      </GridMenu>
      {view.api !== null && <FailedRows view={view} api={view.api} frame={frame} />}
      <ReachedNote reference={tab.reference} />
      <PreparingNote tab={tab} newest={newest} />
      {!bare && tab.file === undefined && <NewerNote tab={tab} dataset={details.dataset} unsure={unsure} />}
      {view.isEmpty && <NoRows query={tab.query} />}
    </div>
  );
}

/** Number of rows read for a histogram if the service does not calculate profiles. */
const profiledRows = 20_000;

interface HistogramsProps {
  readonly tab: DatasetTab;
  /** Slug of the newest version. */
  readonly newest: string;
}

/** What is in each visible heading of the grid. Drawn apart from it: the headings change while it scrolls. */
function HeadContents({ heads, ...shown }: HistogramsProps & { readonly heads: HeadSlots }) {
  const histograms = useSettings((settings) => settings.histograms);
  const [slots, setSlots] = useState<readonly HeadSlot[]>([]);
  heads.current = setSlots;
  return slots.map(({ kind, column, element }) => {
    const histogram = histograms && <HeadHistogram {...shown} column={column} />;
    const content = kind === 'filter' ? <QuickFilter tab={shown.tab} column={column} /> : histogram;
    return createPortal(content, element, `${kind} ${column.name}`);
  });
}

function HeadHistogram({ tab, newest, column }: HistogramsProps & { readonly column: DataColumn }) {
  const locale = useLocale();
  const { ref, width } = useElementSize();
  const scope = { reference: tab.reference, query: tab.query, newest, rows: profiledRows };
  const { data: profile, error, isPlaceholderData, refetch } = useQuery(profileQuery(scope, column.name));
  const name = column.label || column.name;
  const bars = profile === undefined ? [] : barsOf(column, profile);
  const filters = (chosen: readonly ProfileBar[]) => (profile === undefined ? [] : filtersOf(column, profile, chosen));
  return (
    <div className={styles.headHistogram} ref={ref} data-old={isPlaceholderData || undefined}>
      {profile === undefined && error === null && <span className={styles.headHistogramWaiting} aria-hidden />}
      {profile === undefined && error !== null && (
        <SmallButton
          text={t('common.retry')}
          variant="subtle"
          {...hint(t('figures.histogramFailed'))}
          onClick={() => void refetch()}
        />
      )}
      {profile !== undefined && bars.length === 0 && <span className="quiet">{t('figures.histogramMissing')}</span>}
      {bars.length > 0 && width > 0 && (
        <Distribution
          label={t('profile.distributionOf', { column: name })}
          bars={bars}
          room={Math.min(width, 176)}
          textOf={(bar) => barText(t, bar, column, locale)}
          mayChoose={(bar) => filters([bar]).length > 0}
          onChoose={(chosen) => setConditions(tab.id, column.name, filters(chosen))}
        />
      )}
    </div>
  );
}
