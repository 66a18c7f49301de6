import { NumberInput, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Retention } from '#shared/follow.ts';
import { type FollowedName, retentionQuery } from '../../backend/follow.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { useWords } from '../../state/settings.ts';
import { FailureNote } from '../../ui/states/failure-note.tsx';
import styles from './source-dialog.module.css';

const kinds = ['all', 'last', 'thinned'] as const;
const names = {
  all: 'sourceSettings.keepAll',
  last: 'sourceSettings.keepLast',
  thinned: 'sourceSettings.keepThinned',
} as const;

/** What each way of keeping versions begins with. */
const initial: Readonly<Record<Retention['kind'], Retention>> = {
  all: { kind: 'all' },
  last: { kind: 'last', versions: 30 },
  thinned: { kind: 'thinned', days: 30, weeks: 26 },
};

/** What the schema allows; a field that is being emptied has no value. */
function isCount(value: number | string, least: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= 10_000;
}

interface RetentionFieldProps {
  readonly name: FollowedName;
  readonly retention: Retention;
  readonly onChange: (retention: Retention) => void;
}

/** Which versions stay, and what that means for the disk before it is saved. */
export function RetentionField({ name, retention, onChange }: RetentionFieldProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.group}>
      <legend>{t('sourceSettings.retention')}</legend>
      <Select
        aria-label={t('sourceSettings.retention')}
        data={kinds.map((value) => ({ value, label: t(names[value]) }))}
        value={retention.kind}
        allowDeselect={false}
        onChange={(kind) => kind !== null && onChange(initial[kind])}
      />
      {retention.kind === 'last' && (
        <CountField
          label={t('sourceSettings.keepVersions')}
          count={retention.versions}
          min={1}
          onChange={(versions) => onChange({ ...retention, versions })}
        />
      )}
      {retention.kind === 'thinned' && (
        <div className={styles.pair}>
          <CountField
            label={t('sourceSettings.keepDays')}
            count={retention.days}
            min={0}
            onChange={(days) => onChange({ ...retention, days })}
          />
          <CountField
            label={t('sourceSettings.keepWeeks')}
            count={retention.weeks}
            min={0}
            onChange={(weeks) => onChange({ ...retention, weeks })}
          />
        </div>
      )}
      {retention.kind === 'thinned' && <p className="quiet">{t('sourceSettings.thinnedHint')}</p>}
      <Estimate name={name} retention={retention} />
    </fieldset>
  );
}

interface CountFieldProps {
  readonly label: string;
  readonly count: number;
  readonly min: number;
  readonly onChange: (count: number) => void;
}

/** A number of versions, days or weeks; what is no such number changes nothing. */
function CountField({ label, count, min, onChange }: CountFieldProps) {
  return (
    <NumberInput
      label={label}
      defaultValue={count}
      min={min}
      max={10_000}
      allowDecimal={false}
      onChange={(value) => isCount(value, min) && onChange(value)}
    />
  );
}

function Estimate({ name, retention }: Omit<RetentionFieldProps, 'onChange'>) {
  const { t, locale } = useWords();
  const { data, error } = useQuery(retentionQuery(name, retention));
  if (error !== null) return <FailureNote failure={error} />;
  return (
    <p role="status">
      {data === undefined
        ? t('common.loading')
        : data.removed === 0
          ? t('sourceSettings.keepsAll', { count: data.versions, bytes: formatBytes(data.bytes, locale) })
          : t('sourceSettings.removesSome', {
              count: data.removed,
              versions: data.versions,
              before: formatBytes(data.bytes, locale),
              after: formatBytes(data.bytesAfter, locale),
            })}
    </p>
  );
}
