import { useTranslation } from 'react-i18next';
import { useViewProgress } from '../../backend/service/records.ts';
import { formatDuration, remainingSeconds, shownFromSeconds } from '../../lib/format/duration.ts';
import type { DatasetTab } from '../../state/session.ts';
import { useLocale } from '../../state/settings.ts';
import { hint } from '../../ui/tooltip/hint.ts';
import styles from './rows.module.css';

interface PreparingNoteProps {
  readonly tab: Pick<DatasetTab, 'reference' | 'query'>;
  readonly newest: string;
}

/**
 * Shows how far the service is in sorting or filtering the rows, while only those near the ends can be read. It
 * disappears when all can be.
 */
export function PreparingNote({ tab: { reference, query }, newest }: PreparingNoteProps) {
  const { t } = useTranslation();
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
