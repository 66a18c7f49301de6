import '../../ui/sheet.css';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/api/column.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { formatCount } from '../../lib/format.ts';
import { typeName } from '../../lib/type-name.ts';
import { useLocale } from '../../settings.ts';
import { EmptyState } from '../../ui/states.tsx';

function holds(column: Column, search: string): boolean {
  const wanted = search.trim().toLocaleLowerCase();
  return [column.label, column.name, column.description].some((text) => text.toLocaleLowerCase().includes(wanted));
}

/** The schema of a dataset: a line a column, in their order. */
export function ColumnsView({ label, details }: { label: string; details: DatasetDetails }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { columns } = details.dataset;
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
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard. */}
      <section className="sheet-scroller" aria-label={t('views.columns')} tabIndex={0}>
        {found.length === 0 ? (
          <EmptyState title={t('columns.noMatch', { text: search })} text="" />
        ) : (
          <ColumnTable label={label} found={found} />
        )}
      </section>
    </div>
  );
}

type Found = readonly { readonly column: Column; readonly position: number }[];

function ColumnTable({ label, found }: { label: string; found: Found }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <table className="sheet-table" aria-label={t('columns.table', { name: label })}>
      <thead>
        <tr>
          <th scope="col" className="sheet-number">
            {t('columns.position')}
          </th>
          <th scope="col">{t('columns.label')}</th>
          <th scope="col">{t('columns.name')}</th>
          <th scope="col">{t('columns.type')}</th>
          <th scope="col">{t('columns.description')}</th>
        </tr>
      </thead>
      <tbody>
        {found.map(({ column, position }) => (
          <tr key={column.name}>
            <td className="sheet-number quiet">{formatCount(position + 1, locale)}</td>
            <td>{column.label || column.name}</td>
            <td className="mono">{column.name}</td>
            <td>{typeName(t, column.type)}</td>
            <td className={column.description === '' ? 'quiet' : ''}>
              {column.description || t('columns.noDescription')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
