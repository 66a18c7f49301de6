import type { GridApi } from 'ag-grid-community';
import { t } from 'i18next';
import { type RefObject, useEffect, useState } from 'react';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Row } from '#shared/cell.ts';
import { type RowQuery, selectsRows } from '#shared/row-query.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { useRowsReached, useViewProgress } from '../../backend/rows.ts';
import { formatDuration, remainingSeconds, shownFromSeconds } from '../../lib/format/duration.ts';
import { newestVersion } from '../../lib/versions/version-metadata.ts';
import { signInTo } from '../../state/dialogs.ts';
import { openDifference } from '../../state/open-view.ts';
import { useLocale } from '../../state/settings.ts';
import type { DatasetTab } from '../../state/tab.ts';
import { openDataset } from '../../state/tabs.ts';
import { SmallButton } from '../../ui/actions/icon-button.tsx';
import { EmptyState, FailureNotice } from '../../ui/states/states.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
import type { GridView } from './grid-view.ts';
import type { FailedPart } from './row-source.ts';
import styles from './rows.module.css';

interface NewerNoteProps {
  readonly tab: DatasetTab;
  readonly dataset: Dataset;
  /** The record may be outdated and is being read again. */
  readonly unsure: boolean;
}

/**
 * States that the rows were replaced by those of a newer version while they were shown, and leads back to the previous
 * one. Rows that the last session stored are not meant: they are only shown until the record is there.
 */
export function NewerNote({ tab, dataset, unsure }: NewerNoteProps) {
  const now = newestVersion(dataset);
  const [seen, setSeen] = useState<{ now: string; before: string | null; isSure: boolean }>({
    now,
    before: null,
    isSure: !unsure,
  });
  if (seen.now !== now) setSeen({ now, before: seen.before ?? (seen.isSure ? seen.now : null), isSure: !unsure });
  else if (!seen.isSure && !unsure) setSeen({ ...seen, isSure: true });
  const { before } = seen;
  const { reference, label, query } = tab;
  // The version may have been deleted since.
  if (before === null || query.version !== null || !dataset.versions.some(({ slug }) => slug === before)) return null;
  const dismiss = () => setSeen({ ...seen, before: null });
  const act = (run: () => void) => () => {
    dismiss();
    run();
  };
  return (
    <div className={styles.reached}>
      <span role="status">{t('newer.shown')}</span>
      <SmallButton
        text={t('newer.changes')}
        onClick={act(() => openDifference({ reference, label }, { before, after: now }))}
      />
      <SmallButton text={t('newer.previous')} onClick={act(() => openDataset(reference, label, before))} />
      <SmallButton text={t('common.close')} variant="subtle" onClick={dismiss} />
    </div>
  );
}

/** Shown below the headings if there are no rows. */
export function NoRows({ query }: { query: RowQuery }) {
  return (
    <div className={styles.none}>
      {selectsRows(query) ? (
        <EmptyState title={t('rows.noMatchTitle')} text={t('rows.noMatchText')} />
      ) : (
        <EmptyState title={t('rows.emptyTitle')} text={t('rows.emptyText')} />
      )}
    </div>
  );
}

/** Shows the progress towards the requested rows if a service only provides them page by page. */
export function ReachedNote({ reference }: { reference: DatasetReference }) {
  const way = useRowsReached(reference);
  if (way === null) return null;
  const { reached, requested } = way;
  return (
    <div className={styles.reached} role="status" data-tooltip={t('reached.why')}>
      <span>{t('reached.row', { reached, requested })}</span>
      <progress max={Math.max(1, requested)} value={Math.min(reached, requested)} aria-label={t('reached.why')} />
    </div>
  );
}

interface PreparingNoteProps {
  readonly tab: Pick<DatasetTab, 'reference' | 'query'>;
  readonly newest: string;
}

/**
 * Shows how far the service is in sorting or filtering the rows, while only those near the ends can be read. It
 * disappears when all can be.
 */
export function PreparingNote({ tab: { reference, query }, newest }: PreparingNoteProps) {
  const locale = useLocale();
  const progress = useViewProgress(reference, query, newest);
  if (progress?.state !== 'preparing' || progress.seconds < shownFromSeconds) return null;
  const { phase, fraction, seconds } = progress;
  const remaining = remainingSeconds(seconds, fraction);
  const doing = phase === 'filtering' ? t('preparing.filtering') : t('preparing.sorting');
  return (
    <div className={styles.reached} {...hint(t('preparing.why'))}>
      <span role="status">{doing}</span>
      {/* Not announced at every change. */}
      {fraction === null ? (
        <span>{t('preparing.since', { seconds: Math.floor(seconds) })}</span>
      ) : (
        <>
          <progress value={fraction} aria-label={doing} />
          <span aria-hidden="true">{new Intl.NumberFormat(locale, { style: 'percent' }).format(fraction)}</span>
          {remaining !== null && (
            <span aria-hidden="true">{t('jobs.remaining', { time: formatDuration(remaining, locale) })}</span>
          )}
        </>
      )}
    </div>
  );
}

interface FailedRowsProps {
  readonly view: GridView;
  readonly api: GridApi<Row>;
  /** The element around the grid; positions are relative to its corner. */
  readonly frame: RefObject<HTMLElement | null>;
}

interface Placed {
  readonly part: FailedPart;
  /** The middle of its visible part, in pixels from the top of the frame. */
  readonly middle: number;
}

/** Half the height of the notice, which is kept within the grid. */
const half = 22;

function inSight(frame: HTMLElement, failed: readonly FailedPart[]): Placed | null {
  const box = frame.getBoundingClientRect();
  const top = frame.querySelector('.ag-header')?.getBoundingClientRect().bottom ?? box.top;
  const drawn = [...frame.querySelectorAll('[role="row"][row-index]')].map((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { row: Number(element.getAttribute('row-index')), top, bottom };
  });
  for (const part of failed) {
    const own = drawn.filter(
      ({ row, ...each }) => row >= part.from && row < part.to && each.bottom > top && each.top < box.bottom,
    );
    if (own.length === 0) continue;
    const from = Math.max(top, Math.min(...own.map((each) => each.top)));
    const to = Math.min(box.bottom, Math.max(...own.map((each) => each.bottom)));
    const middle = Math.min(box.bottom - half, Math.max(top + half, (from + to) / 2));
    return { part, middle: middle - box.top };
  }
  return null;
}

/** A notice over rows that could not be read, with a retry button, as long as they are visible. */
export function FailedRows({ view, api, frame }: FailedRowsProps) {
  const { tab, source, failed, rows } = view;
  const [placed, setPlaced] = useState<Placed | null>(null);
  useEffect(() => {
    if (failed.length === 0 || api.isDestroyed()) {
      setPlaced(null);
      return;
    }
    const measure = () => setPlaced(frame.current === null ? null : inSight(frame.current, failed));
    measure();
    const events = ['viewportChanged', 'bodyScroll', 'modelUpdated', 'gridSizeChanged'] as const;
    for (const event of events) api.addEventListener(event, measure);
    return () => {
      if (!api.isDestroyed()) for (const event of events) api.removeEventListener(event, measure);
    };
  }, [api, frame, failed]);
  if (placed === null) return null;
  const { part, middle } = placed;
  return (
    <div className={styles.failed} style={{ top: middle - half }}>
      <FailureNotice
        text={t('inspect.failed', { from: part.from + 1, to: rows === 0 ? part.to : Math.min(part.to, rows) })}
        failure={part.failure}
        onRetry={() => source.retry()}
        onSignIn={signInTo(tab.reference.connection)}
      />
    </div>
  );
}
