import '../../ui/sheet.css';
import './columns.css';
import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/api/column.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { failureOf } from '../../api/failure.ts';
import { formatCount } from '../../lib/format.ts';
import { typeName } from '../../lib/type-name.ts';
import type { DatasetTab } from '../../session.ts';
import { useLocale } from '../../settings.ts';
import { EmptyState, FailureNotice } from '../../ui/states.tsx';
import { ProfileCells } from './profile-cells.tsx';
import { firstRows, type Profiles, useProfiles } from './use-profiles.ts';

/** Rows that a profile is made from at most: they are all held while it is made. */
const mostRows = 100_000;

function holds(column: Column, search: string): boolean {
  const wanted = search.trim().toLocaleLowerCase();
  return [column.label, column.name, column.description].some((text) => text.toLocaleLowerCase().includes(wanted));
}

/** The schema of a dataset: a line a column, in their order. */
export function ColumnsView({ tab, details }: { tab: DatasetTab; details: DatasetDetails }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { columns } = details.dataset;
  const [wanted, setWanted] = useState(() => firstRows(columns.length));
  const { data: profiles, error, isFetching, refetch } = useProfiles(tab, details, wanted);
  if (columns.length === 0) return <EmptyState title={t('columns.emptyTitle')} text={t('columns.emptyText')} />;
  const found = columns.map((column, position) => ({ column, position })).filter(({ column }) => holds(column, search));
  return (
    <div className="sheet">
      <div className="sheet-bar">
        <TextInput
          aria-label={t('columns.search')}
          placeholder={t('columns.search')}
          leftSection={<IconSearch size={14} stroke={1.5} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          w={240}
        />
        <span className="quiet">{t('common.columns', { count: found.length })}</span>
        <ProfileReach profiles={profiles} busy={isFetching} onMore={() => setWanted(wanted * 10)} />
      </div>
      {error !== null && !isFetching && (
        <FailureNotice text="" failure={failureOf(error)} onRetry={() => void refetch()} />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard. */}
      <section className="sheet-scroller" aria-label={t('views.columns')} tabIndex={0}>
        {found.length === 0 ? (
          <EmptyState title={t('columns.noMatch', { text: search })} text="" />
        ) : (
          <ColumnTable tab={tab} found={found} profiles={profiles} />
        )}
      </section>
    </div>
  );
}

type Found = readonly { readonly column: Column; readonly position: number }[];

interface ColumnTableProps {
  readonly tab: DatasetTab;
  readonly found: Found;
  readonly profiles: Profiles | undefined;
}

/** How many rows the profile was made from, and the way to read more. */
function ProfileReach({
  profiles,
  busy,
  onMore,
}: {
  profiles: Profiles | undefined;
  busy: boolean;
  onMore: () => void;
}) {
  const { t } = useTranslation();
  if (profiles === undefined || busy) return <span className="quiet profile-read">{t('profile.reading')}</span>;
  const { read, count } = profiles;
  const whole = count !== null && read >= count;
  return (
    <>
      <span className="quiet profile-read" role="status">
        {whole && t('profile.readAll', { count: read })}
        {!whole && (count === null ? t('profile.readUnknown', { read }) : t('profile.readSome', { read, count }))}
      </span>
      {!whole && read < mostRows && (
        <Button variant="default" size="compact-xs" onClick={onMore}>
          {t('profile.more')}
        </Button>
      )}
    </>
  );
}

function ColumnTable({ tab, found, profiles }: ColumnTableProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <table className="sheet-table" aria-label={t('columns.table', { name: tab.label })}>
      <thead>
        <tr>
          <th scope="col" className="sheet-number">
            {t('columns.position')}
          </th>
          <th scope="col">{t('columns.label')}</th>
          <th scope="col">{t('columns.name')}</th>
          <th scope="col">{t('columns.type')}</th>
          <th scope="col" className="sheet-number">
            {t('profile.missing')}
          </th>
          <th scope="col" className="sheet-number">
            {t('profile.distinct')}
          </th>
          <th scope="col">{t('profile.summary')}</th>
          <th scope="col">{t('profile.distribution')}</th>
          <th scope="col">{t('columns.description')}</th>
        </tr>
      </thead>
      <tbody>
        {found.map(({ column, position }) => (
          <tr key={column.name}>
            <td className="sheet-number quiet">{formatCount(position + 1, locale)}</td>
            <td>{column.label || column.name}</td>
            <td className="mono">{column.name}</td>
            <td className="column-type">{typeName(t, column.type)}</td>
            <ProfileCells tab={tab} column={column} profile={profiles?.columns[position]} read={profiles?.read ?? 0} />
            <td className={column.description === '' ? 'quiet' : ''}>
              {column.description || t('columns.noDescription')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
