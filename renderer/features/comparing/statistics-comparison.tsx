import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { Column } from '#shared/api/column.ts';
import { everyRow } from '#shared/row-query.ts';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { profileQuery } from '../../backend/statistics.ts';
import { barText, medianText, quantityText, valueText } from '../../lib/format/bar-text.ts';
import { formatCount, formatDifference, formatShare } from '../../lib/format/format.ts';
import { barsOf } from '../../lib/format/profile-bars.ts';
import type { ColumnChange } from '../../lib/versions/schema-change.ts';
import { useLocale } from '../../state/settings.ts';
import { Distribution } from '../../ui/distribution.tsx';
import { HeadRow, LongTable, useLines } from '../../ui/layout/long-table.tsx';
import { FailureText } from '../../ui/states/note.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
import type { Pair } from './rows-comparison.tsx';
import styles from './statistics-comparison.module.css';

/** Pixels. */
const lineHeight = 96;

interface StatisticsComparisonProps {
  readonly reference: DatasetReference;
  readonly pair: Pair;
  readonly changes: readonly ColumnChange[];
  /** From the dataset's record, which describes the newest version. */
  readonly columns: readonly Column[];
}

/** The profile of each column in both versions, one above the other. */
export function StatisticsComparison({ reference, pair, changes, columns }: StatisticsComparisonProps) {
  const lines = useLines({ count: changes.length, height: lineHeight, overscan: 2 });
  const described = new Map(columns.map((column) => [column.name, column]));
  const heads = [
    'columns.column',
    'comparing.version',
    'profile.missing',
    'profile.distinct',
    'profile.summary',
    'profile.distribution',
  ] as const;
  return (
    <LongTable
      lines={lines}
      label={t('comparing.statistics')}
      tableLabel={t('comparing.statisticsTable')}
      className={styles.table}
    >
      <HeadRow texts={heads.map((head) => t(head))} />
      {lines.shown.map((index) => {
        const change = changes[index];
        if (change === undefined) return null;
        const known = described.get(change.name) ?? { label: change.name, description: '' };
        const column = { ...known, name: change.name, type: change.after ?? change.before ?? 'char' };
        return <StatisticsLines key={change.name} reference={reference} pair={pair} change={change} column={column} />;
      })}
    </LongTable>
  );
}

interface StatisticsLinesProps {
  readonly reference: DatasetReference;
  readonly pair: Pair;
  readonly change: ColumnChange;
  readonly column: Column;
}

function StatisticsLines({ reference, pair, change, column }: StatisticsLinesProps) {
  const scope = (version: string) => ({ reference, query: { ...everyRow, version }, newest: '', rows: 10_000 });
  const before = useQuery({ ...profileQuery(scope(pair.before), column.name), enabled: change.before !== null });
  const after = useQuery({ ...profileQuery(scope(pair.after), column.name), enabled: change.after !== null });
  return (
    <tbody className={styles.column}>
      <tr>
        <th scope="rowgroup" rowSpan={2} {...hint(column.name)}>
          {column.label || column.name}
        </th>
        <td className="quiet">{t('comparing.before')}</td>
        <Facts {...before} there={change.before !== null} other={undefined} column={column} />
      </tr>
      <tr>
        <td className="quiet">{t('comparing.after')}</td>
        <Facts {...after} there={change.after !== null} other={before.data} column={column} />
      </tr>
    </tbody>
  );
}

interface FactsProps extends Pick<UseQueryResult<ColumnProfile>, 'data' | 'error'> {
  /** Whether the version has the column. */
  readonly there: boolean;
  /** The earlier profile, for the difference. */
  readonly other: ColumnProfile | undefined;
  readonly column: Column;
}

function Facts({ there, data: profile, error, other, column }: FactsProps) {
  const locale = useLocale();
  if (!there || profile === undefined) {
    const state = error === null ? t('profile.reading') : <FailureText failure={error} />;
    return (
      <td colSpan={4} className="quiet">
        {there ? state : t('comparing.notThere')}
      </td>
    );
  }
  const { missing, rows, of, distinct } = profile;
  return (
    <>
      <td>
        {missing === 0 ? '0' : formatShare(missing / rows, locale)}
        <Difference now={missing} before={other?.missing} />
      </td>
      <td>
        {distinct === null
          ? '–'
          : distinct.exact
            ? formatCount(distinct.count, locale)
            : t('profile.about', { count: formatCount(distinct.count, locale) })}
        {distinct?.exact === true && other?.distinct?.exact === true && (
          <Difference now={distinct.count} before={other.distinct.count} />
        )}
      </td>
      <td className={styles.summary}>
        {summaryOf(profile, column, locale)}
        {rows !== of && (
          <span className="quiet">
            {' '}
            ({of === null ? t('profile.readUnknown', { read: rows }) : t('profile.readSome', { read: rows, count: of })}
            )
          </span>
        )}
      </td>
      <td>
        <Distribution
          label={t('profile.distributionOf', { column: column.label || column.name })}
          bars={barsOf(column, profile)}
          room={176}
          textOf={(bar) => barText(t, bar, column, locale)}
          mayChoose={() => false}
          onChoose={() => {}}
        />
      </td>
    </>
  );
}

/** The difference, if there is one. */
function Difference({ now, before }: { now: number; before: number | undefined }) {
  const locale = useLocale();
  return before === undefined || before === now ? null : (
    <span className="quiet"> ({formatDifference(now - before, locale)})</span>
  );
}

function summaryOf({ numbers, dates, frequent, geometry }: ColumnProfile, column: Column, locale: string): string {
  if (numbers !== null) {
    const [min, max] = [numbers.min, numbers.max].map((number) => quantityText(number, column, locale));
    return [min, medianText(t, numbers, column, locale), max].join(' · ');
  }
  if (dates !== null) return `${dates.min} – ${dates.max}`;
  if (geometry !== null) return geometry.kinds.map(({ kind }) => kind).join(', ');
  return (frequent ?? [])
    .slice(0, 3)
    .map(({ value }) => valueText(value, column, locale))
    .join(' · ');
}
