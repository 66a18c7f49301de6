import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ShowAs } from '#shared/chart.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { kindOf } from '../../lib/groups/dimension.ts';
import { CountField } from './count-field.tsx';

const shownAs = {
  change: { kind: 'change', steps: 1 },
  'percent-change': { kind: 'percent-change', steps: 1 },
  index: { kind: 'index', base: '' },
  rolling: { kind: 'rolling', steps: 3 },
  running: { kind: 'running' },
  share: { kind: 'share' },
  'share-row': { kind: 'share', of: 'row' },
  'share-column': { kind: 'share', of: 'column' },
  'share-total': { kind: 'share', of: 'total' },
  rank: { kind: 'rank' },
  per: { kind: 'per', column: null, scale: 1 },
} as const satisfies Readonly<Record<string, ShowAs>>;

/** What can be chosen, beside the value itself. */
type ShowChoice = keyof typeof shownAs;

interface ShowFieldProps {
  /** What the values are, where the field has no label of its own. */
  readonly name?: string;
  readonly show: ShowAs | undefined;
  readonly choices: readonly ShowChoice[];
  readonly columns: readonly DataColumn[];
  readonly onChange: (show: ShowAs | undefined) => void;
}

/** What is shown of the value of each group: itself, its change, an index and so on. */
export function ShowField({ name, show, choices, columns, onChange }: ShowFieldProps) {
  const { t } = useTranslation();
  const label = t('chartShow.label');
  return (
    <div>
      <Select
        {...(name === undefined ? { label } : { 'aria-label': `${name}: ${label}` })}
        data={[
          { value: 'value', label: t('chartShowNames.value') },
          ...choices.map((choice) => ({ value: choice, label: t(`chartShowNames.${choice}`) })),
        ]}
        value={show === undefined ? 'value' : choiceOf(show)}
        allowDeselect={false}
        onChange={(choice) =>
          onChange(choice === null || choice === 'value' ? undefined : shownAs[choice as ShowChoice])
        }
      />
      {show !== undefined && 'steps' in show && (
        <CountField
          aria-label={t('chartShow.steps')}
          description={t('chartShow.steps')}
          value={show.steps}
          min={1}
          max={1000}
          onChange={(steps) => onChange({ ...show, steps })}
        />
      )}
      {show?.kind === 'index' && (
        <TextInput
          aria-label={t('chartShow.base')}
          description={t('chartShow.base')}
          placeholder={t('charts.automatic')}
          value={show.base}
          onChange={({ currentTarget }) => onChange({ ...show, base: currentTarget.value })}
        />
      )}
      {show?.kind === 'per' && (
        <Select
          aria-label={t('chartShowNames.per')}
          placeholder={t('charts.countOfRows')}
          data={columns
            .filter((column) => kindOf(column) === 'number')
            .map((column) => ({ value: column.name, label: column.label || column.name }))}
          value={show.column}
          clearable
          onChange={(column) => onChange({ ...show, column })}
        />
      )}
    </div>
  );
}

function choiceOf(show: ShowAs): ShowChoice {
  return show.kind === 'share' && show.of !== undefined ? `share-${show.of}` : show.kind;
}
