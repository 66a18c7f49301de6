import { NumberInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { t } from 'i18next';
import type { Guards } from '#shared/follow.ts';
import { IconButton, PlainButton } from './actions/icon-button.tsx';
import { ChoiceField, SwitchField } from './fields.tsx';
import styles from './guards-field.module.css';

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
