import { NumberInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { Guards, Retention } from '#shared/follow.ts';
import { type FollowedName, retentionQuery } from '../../backend/follow.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { useLocale } from '../../state/settings.ts';
import { IconButton, PlainButton } from '../../ui/actions/icon-button.tsx';
import { ChoiceField, SwitchField } from '../../ui/fields.tsx';
import { FailureNote } from '../../ui/states/note.tsx';
import styles from './source-dialog.module.css';

type Check = Guards['checks'][number];

const tests = ['complete', 'unique', 'range'] as const;

/** The schema allows no more. */
const maxChecks = 100;

interface GuardsFieldProps {
  readonly guards: Guards;
  /** Names of the columns that can be checked. */
  readonly columns: readonly string[];
  readonly onChange: (guards: Guards) => void;
}

/** When a new version is held for review until the user decides. */
export function GuardsField({ guards, columns, onChange }: GuardsFieldProps) {
  const [first] = columns;
  const change = (position: number, check: Check) =>
    onChange({ ...guards, checks: guards.checks.map((one, at) => (at === position ? check : one)) });
  return (
    <fieldset className={styles.group}>
      <legend>{t('sourceSettings.guards')}</legend>
      <NumberInput
        label={t('sourceSettings.rowsFell')}
        description={t('sourceSettings.rowsFellHint')}
        value={guards.rowsFell ?? ''}
        min={0}
        max={100}
        suffix=" %"
        onChange={(value) => onChange({ ...guards, rowsFell: typeof value === 'number' ? value : null })}
      />
      <SwitchField
        label={t('sourceSettings.columnGone')}
        checked={guards.columnGone}
        onChange={(checked) => onChange({ ...guards, columnGone: checked })}
      />
      <SwitchField
        label={t('sourceSettings.columnRetyped')}
        checked={guards.columnRetyped}
        onChange={(checked) => onChange({ ...guards, columnRetyped: checked })}
      />
      {guards.checks.map((check, position) => (
        <CheckLine
          // biome-ignore lint/suspicious/noArrayIndexKey: equal checks may be repeated, and their lines hold no state.
          key={position}
          check={check}
          columns={columns}
          onChange={(changed) => change(position, changed)}
          onRemove={() => onChange({ ...guards, checks: guards.checks.filter((_, at) => at !== position) })}
        />
      ))}
      <div>
        <PlainButton
          text={t('sourceSettings.addCheck')}
          size="compact-sm"
          disabled={first === undefined || guards.checks.length >= maxChecks}
          onClick={() =>
            first !== undefined &&
            onChange({ ...guards, checks: [...guards.checks, { column: first, test: 'complete' }] })
          }
        />
      </div>
    </fieldset>
  );
}

interface CheckLineProps {
  readonly check: Check;
  readonly columns: readonly string[];
  readonly onChange: (check: Check) => void;
  readonly onRemove: () => void;
}

function CheckLine({ check, columns, onChange, onRemove }: CheckLineProps) {
  const { column, test, min, max } = check;
  const bounds = (low: number | string | undefined, high: number | string | undefined): Check => ({
    column,
    test,
    ...(typeof low === 'number' ? { min: low } : {}),
    ...(typeof high === 'number' ? { max: high } : {}),
  });
  return (
    <div className={styles.check}>
      <ChoiceField
        aria-label={t('sourceSettings.checkColumn')}
        choices={columns}
        value={column}
        searchable
        onChange={(name) => onChange({ ...check, column: name })}
      />
      <ChoiceField
        aria-label={t('sourceSettings.checkTest', { column })}
        choices={tests}
        nameOf={(each) => t(`sourceSettings.check-${each}`)}
        value={test}
        onChange={(chosen) => onChange({ column, test: chosen })}
      />
      {test === 'range' && (
        <>
          <NumberInput
            aria-label={t('sourceSettings.checkMin', { column })}
            placeholder={t('sourceSettings.least')}
            value={min ?? ''}
            onChange={(value) => onChange(bounds(value, max))}
          />
          <NumberInput
            aria-label={t('sourceSettings.checkMax', { column })}
            placeholder={t('sourceSettings.most')}
            value={max ?? ''}
            onChange={(value) => onChange(bounds(min, value))}
          />
        </>
      )}
      <IconButton label={t('sourceSettings.removeCheck', { column })} onClick={onRemove} icon={IconX} />
    </div>
  );
}

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
    <fieldset className={styles.group}>
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
