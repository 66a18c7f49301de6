import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/api/column.ts';
import { type Filter, joinList } from '#shared/row-query.ts';
import type { ColumnProfile, ProfileBar } from '../../lib/column-profile.ts';
import { formatCount, formatDecimal, formatShare } from '../../lib/format.ts';
import { changeQuery, type DatasetTab, showView } from '../../session.ts';
import { useLocale } from '../../settings.ts';
import { Bars } from '../../ui/bars.tsx';

interface ProfileCellsProps {
  readonly tab: DatasetTab;
  readonly column: Column;
  readonly profile: ColumnProfile | undefined;
  /** Rows that were read. */
  readonly read: number;
}

/** The filter that keeps the rows of a bar; null for kinds of geometry, which no filter tells apart. */
function filterOf(column: Column, bar: ProfileBar): Filter | null {
  if (column.type === 'geometry') return null;
  if (bar.kind === 'value') return { column: column.name, lookup: 'exact', value: bar.value };
  return { column: column.name, lookup: 'range', value: joinList([String(bar.from), String(bar.to)]) };
}

/** The cells of one column's profile; while rows are read they hold their places. */
export function ProfileCells({ tab, column, profile, read }: ProfileCellsProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (profile === undefined)
    return ['missing', 'distinct', 'summary', 'distribution'].map((key) => <Waiting key={key} />);
  const share = read === 0 ? 0 : profile.missing / read;
  return (
    <>
      <td className={profile.missing === 0 ? 'sheet-number quiet' : 'sheet-number'}>
        {profile.missing === 0 ? '0' : formatShare(share, locale)}
      </td>
      <td className="sheet-number">{formatCount(profile.distinct, locale)}</td>
      <td>
        <Summary profile={profile} />
      </td>
      <td className="profile-bars">
        {profile.bars.length > 0 && (
          <Bars
            label={t('profile.distributionOf', { column: column.label || column.name })}
            bars={profile.bars.map((bar, position) => ({
              key: String(position),
              size: bar.count,
              text: barText(bar),
              onChoose: () => filterBy(filterOf(column, bar)),
            }))}
          />
        )}
      </td>
    </>
  );

  function barText(bar: ProfileBar): string {
    if (bar.kind === 'value') return t('profile.value', { value: bar.value, count: bar.count });
    const [from, to] = [formatDecimal(bar.from, locale), formatDecimal(bar.to, locale)];
    return from === to
      ? t('profile.value', { value: from, count: bar.count })
      : t('profile.range', { from, to, count: bar.count });
  }

  function filterBy(filter: Filter | null): void {
    if (filter === null) return;
    const others = tab.query.filters.filter((each) => each.column !== column.name);
    changeQuery(tab.id, { filters: [...others, filter] });
    showView(tab.id, 'rows');
  }
}

function Summary({ profile: { numbers, lengths, bars, distinct } }: { profile: ColumnProfile }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (numbers !== null) {
    const { min, median, max } = numbers;
    return t('profile.numbers', {
      min: formatDecimal(min, locale),
      median: formatDecimal(median, locale),
      max: formatDecimal(max, locale),
    });
  }
  const frequent = bars.flatMap((bar) => (bar.kind === 'value' ? [bar.value] : [])).slice(0, 3);
  if (frequent.length > 0) return <span className="profile-values">{frequent.join(', ')}</span>;
  if (lengths !== null) return <span className="quiet">{t('profile.lengths', lengths)}</span>;
  return <span className="quiet">{distinct === 0 ? t('profile.nothing') : ''}</span>;
}

function Waiting() {
  return (
    <td>
      <span className="profile-waiting" />
    </td>
  );
}
