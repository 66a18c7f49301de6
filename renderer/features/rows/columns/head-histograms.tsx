import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { profileQuery } from '../../../backend/statistics.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { barText } from '../../../lib/format/bar-text.ts';
import { barsOf, type ProfileBar } from '../../../lib/format/profile-bars.ts';
import { filtersOf } from '../../../lib/query/profile-filters.ts';
import { setConditions } from '../../../state/query-edits.ts';
import { useLocale } from '../../../state/settings.ts';
import type { DatasetTab } from '../../../state/tab.ts';
import { Distribution } from '../../../ui/distribution.tsx';
import { hint } from '../../../ui/tooltip/hint.ts';
import styles from '../rows.module.css';
import { useHeadSlots } from './column-head.ts';

/** Number of rows read for a histogram if the service does not calculate profiles. */
const profiledRows = 20_000;

interface HistogramsProps {
  readonly tab: DatasetTab;
  /** Slug of the newest version. */
  readonly newest: string;
}

/** A histogram in each visible heading of a tab's grid. */
export function HeadHistograms({ tab, newest }: HistogramsProps) {
  const slots = useHeadSlots((heads) => heads.slots);
  return slots
    .filter((slot) => slot.tab === tab.id)
    .map(({ column, element }) =>
      createPortal(<HeadHistogram tab={tab} newest={newest} column={column} />, element, column.name),
    );
}

function HeadHistogram({ tab, newest, column }: HistogramsProps & { readonly column: DataColumn }) {
  const { t } = useTranslation();
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
        <button type="button" {...hint(t('figures.histogramFailed'))} onClick={() => void refetch()}>
          {t('common.retry')}
        </button>
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
