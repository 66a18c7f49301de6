import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { Retention } from '#shared/follow.ts';
import { type FollowedName, retentionQuery } from '../../backend/follow.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { useLocale } from '../../state/settings.ts';
import { ChoiceField, CountField } from '../../ui/fields.tsx';
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

/** Maximum number of versions, days or weeks. */
const maxCount = 10_000;

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
          defaultValue={retention.versions}
          min={1}
          max={maxCount}
          onChange={(versions) => onChange({ ...retention, versions })}
        />
      )}
      {retention.kind === 'thinned' && (
        <div className={styles.pair}>
          <CountField
            label={t('sourceSettings.keepDays')}
            defaultValue={retention.days}
            min={0}
            max={maxCount}
            onChange={(days) => onChange({ ...retention, days })}
          />
          <CountField
            label={t('sourceSettings.keepWeeks')}
            defaultValue={retention.weeks}
            min={0}
            max={maxCount}
            onChange={(weeks) => onChange({ ...retention, weeks })}
          />
        </div>
      )}
      {retention.kind === 'thinned' && <p className="quiet">{t('sourceSettings.thinnedHint')}</p>}
      <Estimate name={name} retention={retention} />
    </fieldset>
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
