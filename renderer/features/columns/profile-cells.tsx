import { Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { type PointerEvent, useRef, useState } from 'react';
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
import { useLocale } from '../../state/settings.ts';
import { Distribution } from '../../ui/distribution.tsx';
import { FailureText } from '../../ui/states/note.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
import styles from './columns.module.css';

export interface ProfileCellsProps {
  readonly column: DataColumn;
  readonly scope: ProfileScope;
  /** Known before the profile. */
  readonly outline: ColumnOutline | undefined;
  /** How far the profile is, if the service reports that. */
  readonly progress: ProfileProgress | undefined;
  /** Whether the profile is not requested for now. */
  readonly isStopped: boolean;
  readonly onFilter: (column: DataColumn, filters: readonly Filter[]) => void;
}

/** The cells of a column's profile; placeholders while rows are read. */
export function ProfileCells({ column, scope, outline, progress, isStopped, onFilter }: ProfileCellsProps) {
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
  const locale = useLocale();
  if (distinct === null) return <span className="quiet">–</span>;
  const count = formatCount(distinct.count, locale);
  return distinct.exact ? count : <span {...hint(t('profile.estimated'))}>{t('profile.about', { count })}</span>;
}

/** The data of the outline, until the profile is available. */
function First({ column, outline }: { column: DataColumn; outline: ColumnOutline | undefined }) {
  const locale = useLocale();
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
  const locale = useLocale();
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
  const locale = useLocale();
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
  const locale = useLocale();
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
  const locale = useLocale();
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

interface ExtentProps {
  readonly label: string;
  readonly geometry: NonNullable<ColumnProfile['geometry']>;
  /** A part was brushed. */
  readonly onChoose: (box: Box) => void;
}

/** Size in pixels of a grid cell. */
const part = 3;

/** The part of a drawing of a box that is brushed; a press without brushing selects the whole box. */
function useBrushedPart({ geometry: { box }, onChoose }: ExtentProps, width: number, height: number) {
  const frame = useRef<SVGSVGElement>(null);
  const [brush, setBrush] = useState<readonly [Share, Share] | null>(null);
  const at = (event: PointerEvent): Share => {
    const rectangle = frame.current?.getBoundingClientRect();
    const share = (from: number, length: number) => Math.min(1, Math.max(0, from / length));
    return {
      x: share(event.clientX - (rectangle?.left ?? 0), width),
      y: share(event.clientY - (rectangle?.top ?? 0), height),
    };
  };
  const chooseAll = () => onChoose(partOf(box, { x: 0, y: 0 }, { x: 1, y: 1 }));
  const events = {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      setBrush([at(event), at(event)]);
    },
    onPointerMove: (event: PointerEvent) => brush !== null && setBrush([brush[0], at(event)]),
    onPointerUp: () => {
      setBrush(null);
      if (brush === null) return;
      const [one, other] = brush;
      const isDrawn = Math.abs(one.x - other.x) * width > 2 && Math.abs(one.y - other.y) * height > 2;
      if (isDrawn) onChoose(partOf(box, one, other));
      else chooseAll();
    },
    onPointerCancel: () => setBrush(null),
  };
  return { frame, brush, chooseAll, events };
}

/**
 * Where geometries are located, darker where denser. Brushing filters by a part; the keyboard selects the whole box.
 */
function Extent(props: ExtentProps) {
  const { label, geometry } = props;
  const { grid } = geometry;
  const [width, height] = [grid.columns * part, grid.rows * part];
  const { frame, brush, chooseAll, events } = useBrushedPart(props, width, height);
  const densest = Math.max(1, ...grid.counts);
  return (
    // A drawing that acts as a button: a press selects the whole box, brushing a part of it.
    <button
      type="button"
      className={styles.extent}
      aria-label={label}
      data-tooltip={label}
      // Keys and screen readers activate it without a pointer.
      onClick={(event) => event.detail === 0 && chooseAll()}
      {...events}
    >
      <svg ref={frame} width={width} height={height} aria-hidden="true">
        {grid.counts.map((count, position) => {
          const [column, row] = [position % grid.columns, Math.floor(position / grid.columns)];
          return count === 0 ? null : (
            <rect
              key={`${column} ${row}`}
              x={column * part}
              y={row * part}
              width={part}
              height={part}
              // By square root, or a single dense part would make all others pale.
              opacity={0.25 + 0.75 * Math.sqrt(count / densest)}
            />
          );
        })}
        {brush !== null && (
          <rect
            className={styles.extentBrush}
            x={Math.min(brush[0].x, brush[1].x) * width}
            y={Math.min(brush[0].y, brush[1].y) * height}
            width={Math.abs(brush[0].x - brush[1].x) * width}
            height={Math.abs(brush[0].y - brush[1].y) * height}
          />
        )}
      </svg>
    </button>
  );
}

/** West, south, east, north. */
type Box = readonly [west: number, south: number, east: number, north: number];

/** A position within a drawing of a box: 0 to 1 from the west and from the north. */
interface Share {
  readonly x: number;
  readonly y: number;
}

/** Six decimals are a tenth of a metre; rounded outwards, so that nothing at the edge is excluded. */
const rounded = (value: number, away: -1 | 1) => (away < 0 ? Math.floor(value * 1e6) : Math.ceil(value * 1e6)) / 1e6;

/** The part of a box between two positions in its drawing. */
export function partOf([west, south, east, north]: Box, one: Share, other: Share): Box {
  const x = (share: number) => west + (east - west) * share;
  const y = (share: number) => north - (north - south) * share;
  return [
    rounded(x(Math.min(one.x, other.x)), -1),
    rounded(y(Math.max(one.y, other.y)), -1),
    rounded(x(Math.max(one.x, other.x)), 1),
    rounded(y(Math.min(one.y, other.y)), 1),
  ];
}
