import { Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ProfileProgress } from '#shared/api/profile.ts';
import type { Filter } from '#shared/row-query.ts';
import type { ColumnOutline, ColumnProfile } from '#shared/rpc/calls/insight.ts';
import { reportFailure } from '../../backend/failure.ts';
import { medianQuery, type ProfileScope, profileQuery } from '../../backend/statistics.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { barText, type MedianEstimate, medianText, quantityText, valueText } from '../../lib/format/bar-text.ts';
import { formatDuration, remainingSeconds, shownFromSeconds } from '../../lib/format/duration.ts';
import { formatCount, formatShare } from '../../lib/format/format.ts';
import { barsOf, type ProfileBar } from '../../lib/format/profile-bars.ts';
import { filtersOf } from '../../lib/query/profile-filters.ts';
import { useLocale, useWords } from '../../state/settings.ts';
import { Distribution } from '../../ui/distribution.tsx';
import { FailureText } from '../../ui/states/failure-note.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
import styles from './columns.module.css';
import { Extent } from './extent.tsx';

interface ProfileCellsProps {
  readonly column: DataColumn;
  readonly scope: ProfileScope;
  /** Known before the profile. */
  readonly outline: ColumnOutline | undefined;
  readonly progress: ProfileProgress | undefined;
  /** Whether the profile is not requested for now. */
  readonly isStopped: boolean;
  readonly onFilter: (column: DataColumn, filters: readonly Filter[]) => void;
}

/** The cells of a column's profile; placeholders while rows are read. */
export function ProfileCells({ column, scope, outline, progress, isStopped, onFilter }: ProfileCellsProps) {
  const { t } = useTranslation();
  const {
    data: profile,
    error,
    isPlaceholderData,
    refetch,
  } = useQuery({
    ...profileQuery(scope, column.name),
    enabled: !isStopped,
  });
  if (profile === undefined && error !== null) {
    return (
      <td colSpan={4} className={styles.profileFailed}>
        <FailureText failure={error} />
        <button type="button" className={styles.link} onClick={() => void refetch()}>
          {t('common.retry')}
        </button>
      </td>
    );
  }
  return (
    <>
      <td data-number>
        <Missing profile={profile} outline={outline} />
      </td>
      <td data-number>{profile === undefined ? <Waiting /> : <Distinct profile={profile} />}</td>
      <td className={styles.profileSummary} data-old={isPlaceholderData || undefined}>
        {profile === undefined ? (
          <First column={column} outline={outline} />
        ) : (
          <Summary column={column} profile={profile} scope={scope} />
        )}
      </td>
      <td className={styles.profileBars} data-old={isPlaceholderData || undefined}>
        {profile === undefined ? (
          <Progress column={column} progress={progress} />
        ) : (
          <Bars column={column} profile={profile} onFilter={onFilter} />
        )}
      </td>
    </>
  );
}

function Missing({ profile, outline }: { profile: ColumnProfile | undefined; outline: ColumnOutline | undefined }) {
  const locale = useLocale();
  const missing = profile?.missing ?? outline?.missing ?? null;
  const rows = profile?.rows ?? outline?.rows ?? 0;
  if (missing === null) return <Waiting />;
  if (missing === 0) return <span className="quiet">0</span>;
  return <span {...hint(formatCount(missing, locale))}>{formatShare(missing / rows, locale)}</span>;
}

function Distinct({ profile: { distinct } }: { profile: ColumnProfile }) {
  const { t, locale } = useWords();
  if (distinct === null) return <span className="quiet">–</span>;
  const count = formatCount(distinct.count, locale);
  return distinct.exact ? count : <span {...hint(t('profile.estimated'))}>{t('profile.about', { count })}</span>;
}

/** The data of the outline, until the profile is available. */
function First({ column, outline }: { column: DataColumn; outline: ColumnOutline | undefined }) {
  const { t, locale } = useWords();
  if (outline === undefined || outline.min === null || outline.max === null) return <Waiting />;
  const [min, max] = [quantityText(outline.min, column, locale), quantityText(outline.max, column, locale)];
  return t('profile.ends', { min, max });
}

interface SummaryProps {
  readonly column: DataColumn;
  readonly profile: ColumnProfile;
  readonly scope: ProfileScope;
}

function Summary({ column, profile, scope }: SummaryProps) {
  const { t, locale } = useWords();
  const { numbers, dates, geometry, frequent, lengths, rows, missing } = profile;
  if (missing === rows) return <span className="quiet">{t('profile.nothing')}</span>;
  if (numbers !== null) {
    const [min, max] = [numbers.min, numbers.max].map((number) => quantityText(number, column, locale));
    return (
      <>
        <span className={styles.profileValues}>{t('profile.ends', { min, max })}</span>
        <span className={styles.schemaSecond}>
          <Median column={column} profile={profile} scope={scope} estimate={numbers} />
        </span>
      </>
    );
  }
  if (dates !== null) {
    const [min, max] = [dates.min, dates.max].map((date) => valueText(date, column, locale));
    return (
      <span {...hint(t('profile.ends', dates))}>
        <span className={styles.profileValues}>{`${min} – `}</span>
        <span className={styles.profileValues}>{max}</span>
      </span>
    );
  }
  if (geometry !== null) {
    return <span className={styles.profileValues}>{geometry.kinds.map(({ kind }) => kind).join(', ')}</span>;
  }
  const values = (frequent ?? []).slice(0, 3).map(({ value }) => valueText(value, column, locale));
  if (values.length > 0) {
    return (
      <span className={styles.profileValues} data-tooltip={values.join('\n')}>
        {values.join(' · ')}
      </span>
    );
  }
  return lengths === null ? null : <span className="quiet">{t('profile.lengths', lengths)}</span>;
}

/** The median; an estimate is marked, and replaced by the exact value when it is pressed. */
function Median({ column, profile, scope, estimate }: SummaryProps & { estimate: MedianEstimate }) {
  const { t, locale } = useWords();
  const exact = useQuery({ ...medianQuery(scope, column.name, profile.rows), enabled: false });
  const median = estimate.quartilesExact ? estimate.quartiles[1] : exact.data;
  if (median !== undefined) return t('profile.median', { median: quantityText(median, column, locale) });
  return (
    <button
      type="button"
      className={styles.link}
      disabled={exact.isFetching}
      {...hint(t('profile.estimatedMedian'))}
      onClick={() => void exact.refetch().then(({ error }) => error !== null && reportFailure(error))}
    >
      {t('profile.median', { median: medianText(t, estimate, column, locale) })}
    </button>
  );
}

interface BarsProps {
  readonly column: DataColumn;
  readonly profile: ColumnProfile;
  readonly onFilter: ProfileCellsProps['onFilter'];
}

function Bars({ column, profile, onFilter }: BarsProps) {
  const { t, locale } = useWords();
  const bars = barsOf(column, profile);
  if (bars.length === 0) return null;
  const filters = (chosen: readonly ProfileBar[]) => filtersOf(column, profile, chosen);
  return (
    <Flex align="flex-end" gap="sm">
      {profile.geometry !== null && (
        <Extent
          label={t('profile.extentOf', { column: column.label || column.name })}
          geometry={profile.geometry}
          onChoose={(box) => onFilter(column, [{ column: column.name, lookup: 'bbox', value: box.join(',') }])}
        />
      )}
      <Distribution
        label={t('profile.distributionOf', { column: column.label || column.name })}
        bars={bars}
        room={profile.geometry === null ? 176 : 90}
        textOf={(bar) => barText(t, bar, column, locale)}
        mayChoose={(bar) => filters([bar]).length > 0}
        onChoose={(chosen) => onFilter(column, filters(chosen))}
      />
    </Flex>
  );
}

function Progress({ column, progress }: { column: DataColumn; progress: ProfileProgress | undefined }) {
  const { t, locale } = useWords();
  if (progress === undefined || progress.seconds < shownFromSeconds) return <Waiting />;
  const { fraction, seconds } = progress;
  const label = t('profile.progressOf', { column: column.label || column.name });
  if (fraction === null) return <progress aria-label={label} />;
  const remaining = remainingSeconds(seconds, fraction);
  return (
    <span className={styles.profileProgress}>
      <progress value={fraction} aria-label={label} />
      <span>{new Intl.NumberFormat(locale, { style: 'percent' }).format(fraction)}</span>
      {remaining !== null && (
        <span className="quiet">{t('jobs.remaining', { time: formatDuration(remaining, locale) })}</span>
      )}
    </span>
  );
}

function Waiting() {
  return <span className={styles.profileWaiting} />;
}
