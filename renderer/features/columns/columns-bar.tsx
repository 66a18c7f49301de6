import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch, IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import { type DatasetTab, showView } from '../../session/session.ts';
import { callColumnsBy, useColumnsSettings } from './columns-store.ts';
import type { Reading } from './use-reading.ts';
import { narrows } from './version-columns.ts';

interface ColumnsBarProps {
  readonly tab: DatasetTab;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** Number of columns shown. */
  readonly found: number;
  /** One of the profiles shown. */
  readonly profile: ColumnProfile | null;
  readonly reading: Reading;
  /** Whether the profiles only cover the filtered rows. */
  readonly ofView: boolean;
  readonly onOfView: (ofView: boolean) => void;
}

/** The toolbar above the columns: search, names, which rows the profiles cover, and how many were read. */
export function ColumnsBar({ tab, search, onSearch, found, profile, reading, ofView, onOfView }: ColumnsBarProps) {
  const { t } = useTranslation();
  const called = useColumnsSettings((settings) => settings.called);
  const filtered = narrows(tab.query);
  return (
    <div className="sheet-bar">
      <TextInput
        aria-label={t('columns.search')}
        placeholder={t('columns.search')}
        leftSection={<IconSearch size={14} stroke={1.5} aria-hidden />}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        w={220}
      />
      <SegmentedControl
        aria-label={t('columns.called')}
        data={[
          { value: 'label', label: t('columns.byLabel') },
          { value: 'name', label: t('columns.byName') },
        ]}
        value={called}
        onChange={(value) => callColumnsBy(value === 'name' ? 'name' : 'label')}
      />
      {filtered && (
        <>
          <SegmentedControl
            aria-label={t('profile.scope')}
            data={[
              { value: 'all', label: t('profile.allRows') },
              { value: 'view', label: t('profile.filteredRows') },
            ]}
            value={ofView ? 'view' : 'all'}
            onChange={(value) => onOfView(value === 'view')}
          />
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconTable size={14} stroke={1.5} aria-hidden />}
            onClick={() => showView(tab.id, 'rows')}
          >
            {t('profile.showRows')}
          </Button>
        </>
      )}
      <span className="quiet">{t('common.columns', { count: found })}</span>
      <ReadSoFar profile={profile} reading={reading} />
    </div>
  );
}

/** The number of rows that the profiles cover, and a way to read more. */
function ReadSoFar({ profile, reading }: { profile: ColumnProfile | null; reading: Reading }) {
  const { t } = useTranslation();
  if (profile === null) return <span className="quiet profile-read">{t('profile.reading')}</span>;
  const { rows, of } = profile;
  const whole = of !== null && rows >= of;
  const words = whole
    ? t('profile.readAll', { count: rows })
    : of === null
      ? t('profile.readUnknown', { read: rows })
      : t('profile.readSome', { read: rows, count: of });
  return (
    <>
      <span className="quiet profile-read" role="status">
        {words}
      </span>
      {!whole && (
        <Button variant="default" size="compact-xs" onClick={reading.goesOn ? reading.stop : reading.goOn}>
          {reading.goesOn ? t('profile.stop') : t('profile.more')}
        </Button>
      )}
    </>
  );
}
