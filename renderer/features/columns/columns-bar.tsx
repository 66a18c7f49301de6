import { Button, SegmentedControl } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import { keys } from '../../backend/keys.ts';
import { type ProfileScope, useProfileProgress } from '../../backend/statistics.ts';
import { shownFromSeconds } from '../../lib/format/duration.ts';
import { formatCount } from '../../lib/format/format.ts';
import { useSettings, useWords } from '../../state/settings.ts';
import { type DatasetTab, showView } from '../../state/tab.ts';
import { SearchField } from '../../ui/actions/search-field.tsx';
import sheetStyles from '../../ui/layout/sheet.module.css';
import styles from './columns.module.css';
import { narrows } from './version-columns.ts';

interface ColumnsBarProps {
  readonly tab: DatasetTab;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** Number of columns shown. */
  readonly found: number;
  /** One of the profiles shown. */
  readonly profile: ColumnProfile | null;
  readonly reading: ProfileReading;
  readonly scope: ProfileScope;
  /** Whether the profiles only cover the filtered rows. */
  readonly ofView: boolean;
  readonly onOfView: (ofView: boolean) => void;
}

/** The toolbar above the columns: search, names, which rows the profiles cover, and how many were read. */
export function ColumnsBar(props: ColumnsBarProps) {
  const { tab, search, onSearch, found, profile, reading, scope, ofView, onOfView } = props;
  const { t } = useTranslation();
  const called = useSettings((settings) => settings.columnsBy);
  const filtered = narrows(tab.query);
  return (
    <div className={sheetStyles.bar}>
      <SearchField label={t('columns.search')} text={search} onText={onSearch} w={220} />
      <SegmentedControl
        aria-label={t('columns.called')}
        data={[
          { value: 'label', label: t('columns.byLabel') },
          { value: 'name', label: t('columns.byName') },
        ]}
        value={called}
        onChange={(value) => useSettings.setState({ columnsBy: value === 'name' ? 'name' : 'label' })}
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
      <CalculatedNow scope={scope} reading={reading} />
    </div>
  );
}

/** The number of rows that the profiles cover, and a way to read more. */
function ReadSoFar({ profile, reading }: { profile: ColumnProfile | null; reading: ProfileReading }) {
  const { t } = useTranslation();
  if (profile === null) {
    const words = reading.isStopped ? t('profile.stopped') : t('profile.reading');
    return <span className={`quiet ${styles.profileRead}`}>{words}</span>;
  }
  const { rows, of } = profile;
  const whole = of !== null && rows >= of;
  const words = whole
    ? t('profile.readAll', { count: rows })
    : of === null
      ? t('profile.readUnknown', { read: rows })
      : t('profile.readSome', { read: rows, count: of });
  return (
    <>
      <span className={`quiet ${styles.profileRead}`} role="status">
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

/** How fast the service calculates profiles, if it reports that, and a button that stops it. */
function CalculatedNow({ scope, reading }: { scope: ProfileScope; reading: ProfileReading }) {
  const { t, locale } = useWords();
  const running = useProfileProgress(scope).filter(({ seconds }) => seconds >= shownFromSeconds);
  if (reading.isStopped) {
    return (
      <Button variant="default" size="compact-xs" onClick={reading.resume}>
        {t('profile.resume')}
      </Button>
    );
  }
  if (running.length === 0) return null;
  const rate = running.reduce((sum, { rows, fraction, seconds }) => sum + (rows * (fraction ?? 0)) / seconds, 0);
  return (
    <>
      {rate > 0 && (
        <span className="quiet">{t('jobs.perSecond', { rows: formatCount(Math.round(rate), locale) })}</span>
      )}
      <Button variant="default" size="compact-xs" onClick={reading.pause}>
        {t('profile.stop')}
      </Button>
    </>
  );
}

/** Number of values read for a first profile, and of rows read between updates. */
const [firstCells, step] = [400_000, 20_000];

/** Number of rows to read first: fewer if there are many columns. */
function firstRows(columns: number): number {
  return Math.max(200, Math.min(10_000, Math.floor(firstCells / Math.max(1, columns))));
}

/** Progress of reading the rows that profiles are made from. */
interface ProfileReading {
  /** Number of rows to read if the service does not calculate profiles. */
  readonly rows: number;
  /** Whether reading continues automatically. */
  readonly goesOn: boolean;
  /** Whether any profile is being calculated. */
  readonly busy: boolean;
  readonly goOn: () => void;
  readonly stop: () => void;
  /** Whether profiles that the service calculates are not requested for now. */
  readonly isStopped: boolean;
  /** Cancels the profiles that are being calculated. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/**
 * Reads step by step, so that profiles grow visibly and reading can be stopped at any time.
 * @param known a profile of the scope, if there is one
 */
export function useReading(
  columns: number,
  reference: ProfileScope['reference'],
  known: () => ColumnProfile | null,
): ProfileReading {
  const [rows, setRows] = useState(() => firstRows(columns));
  const [goesOn, setGoesOn] = useState(false);
  const [isStopped, setIsStopped] = useState(false);
  const client = useQueryClient();
  const busy = useIsFetching({ queryKey: keys.profile(reference) }) > 0;
  useEffect(() => {
    if (!goesOn || busy) return;
    const profile = known();
    if (profile !== null && (profile.of === null || profile.rows < profile.of)) setRows((before) => before + step);
    else setGoesOn(false);
  }, [goesOn, busy, known]);
  return {
    rows,
    goesOn,
    busy,
    goOn: () => setGoesOn(true),
    stop: () => setGoesOn(false),
    isStopped,
    pause: () => {
      setIsStopped(true);
      void client.cancelQueries({ queryKey: keys.profile(reference) });
    },
    resume: () => setIsStopped(false),
  };
}
