import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useRef } from 'react';
import { createPortal } from 'react-dom';
import { profileQuery } from '../../backend/statistics.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { barText } from '../../lib/format/bar-text.ts';
import { knownCount } from '../../lib/format/known-count.ts';
import { barsOf, type ProfileBar } from '../../lib/format/profile-bars.ts';
import { filtersOf } from '../../lib/query/profile-filters.ts';
import { newestVersion } from '../../lib/versions/version-metadata.ts';
import { setConditions } from '../../state/query-edits.ts';
import { useLocale, useSettings } from '../../state/settings.ts';
import type { DatasetTab } from '../../state/tab.ts';
import { SmallButton } from '../../ui/actions/icon-button.tsx';
import { Distribution } from '../../ui/distribution.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
import { useHeadSlots } from './columns/column-definitions.ts';
import { RowsGrid } from './grid/rows-grid.tsx';
import { GridMenu } from './grid-menu.tsx';
import { type GridView, pressInGrid } from './grid-view.ts';
import { FailedRows, NewerNote, NoRows, PreparingNote, ReachedNote } from './row-notes.tsx';
import styles from './rows.module.css';

/** The grid with its menu, and the notes over it. */
export function GridBody({ view }: { view: GridView }) {
  const { tab, details, unsure, bare, rows, failed, selection } = view;
  const frame = useRef<HTMLDivElement>(null);
  const histograms = useSettings((settings) => settings.histograms);
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
      <GridMenu view={view}>
        <RowsGrid view={view} mostRows={mostRows.current} />
      </GridMenu>
      {histograms && <HeadHistograms tab={tab} newest={newest} />}
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

/** A histogram in each visible heading of a tab's grid. */
function HeadHistograms({ tab, newest }: HistogramsProps) {
  const slots = useHeadSlots((heads) => heads.slots);
  return slots
    .filter((slot) => slot.tab === tab.id)
    .map(({ column, element }) =>
      createPortal(<HeadHistogram tab={tab} newest={newest} column={column} />, element, column.name),
    );
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
