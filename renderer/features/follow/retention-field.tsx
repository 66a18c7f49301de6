import { NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { Retention } from '#shared/follow.ts';
import { type FollowedName, retentionQuery } from '../../backend/follow.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { useLocale } from '../../state/settings.ts';
import { ChoiceField } from '../../ui/fields.tsx';
import guardsStyles from '../../ui/guards-field.module.css';
import { FailureNote } from '../../ui/states/note.tsx';
import styles from './source-dialog.module.css';

const kinds = ['all', 'last', 'thinned'] as const;

/** What each way of keeping versions begins with. */
const initial: Readonly<Record<Retention['kind'], Retention>> = {
  all: { kind: 'all' },
  last: { kind: 'last', versions: 30 },
  thinned: { kind: 'thinned', days: 30, weeks: 26 },
};

interface RetentionFieldProps {
  readonly name: FollowedName;
  readonly retention: Retention;
  readonly onChange: (retention: Retention) => void;
}

/** Which versions stay, and what that means for the disk before it is saved. */
export function RetentionField({ name, retention, onChange }: RetentionFieldProps) {
  return (
    <fieldset className={guardsStyles.group}>
      <legend>{t('sourceSettings.retention')}</legend>
      <ChoiceField
        aria-label={t('sourceSettings.retention')}
        choices={kinds}
        nameOf={(kind) => t(`sourceSettings.keep-${kind}`)}
        value={retention.kind}
        onChange={(kind) => onChange(initial[kind])}
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
      clampBehavior="strict"
      allowDecimal={false}
      onChange={(value) => typeof value === 'number' && value >= min && onChange(value)}
    />
  );
}

function Estimate({ name, retention }: Omit<RetentionFieldProps, 'onChange'>) {
  const locale = useLocale();
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
