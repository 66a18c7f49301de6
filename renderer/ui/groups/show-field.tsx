import { NumberInput } from '@mantine/core';
import { t } from 'i18next';
import type { Dimension, Measure, ShowAs } from '#shared/chart.ts';
import { levelsOf } from '#shared/codes/code-list.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { kindOf, type ofNumbers } from '../../lib/groups/dimension.ts';
import { ChoiceField, ColumnField, CountField, TextField } from '../fields.tsx';

/** A function that can be chosen of values, or of rows. */
export type ChosenFunction = 'Value' | 'Share' | (typeof ofNumbers)[number];

interface FunctionFieldProps {
  readonly 'aria-label': string;
  readonly choices: readonly ChosenFunction[];
  readonly value: Measure['function'];
  readonly onChange: (by: ChosenFunction) => void;
}

/** What is calculated of the values of each group. */
export function FunctionField({ value, ...field }: FunctionFieldProps) {
  return <ChoiceField {...field} value={value as ChosenFunction} nameOf={(by) => t(`chartMeasureNames.${by}`)} />;
}

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
  const label = t('chartShow.label');
  return (
    <div>
      <ChoiceField<'value' | ShowChoice>
        {...(name === undefined ? { label } : { 'aria-label': `${name}: ${label}` })}
        choices={['value', ...choices]}
        nameOf={(choice) => t(`chartShowNames.${choice}`)}
        value={show === undefined ? 'value' : choiceOf(show)}
        onChange={(choice) => onChange(choice === 'value' ? undefined : shownAs[choice])}
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
        <TextField
          aria-label={t('chartShow.base')}
          description={t('chartShow.base')}
          placeholder={t('charts.automatic')}
          value={show.base}
          onChange={(base) => onChange({ ...show, base })}
        />
      )}
      {show?.kind === 'per' && (
        <ColumnField
          aria-label={t('chartShowNames.per')}
          placeholder={t('charts.countOfRows')}
          columns={columns.filter((column) => kindOf(column) === 'number')}
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

const stepsOf = {
  time: ['auto', 'Year', 'Quarter', 'Month', 'Week', 'Day', 'Hour', 'Weekday', 'plain'],
  number: ['auto', 'Bin', 'plain'],
  text: ['Lower', 'IsMissing', 'plain'],
  geometry: [],
} as const;
type Step = (typeof stepsOf)[keyof typeof stepsOf][number];
/** A level of a code list, 1 for the highest. */
type LevelStep = `level-${number}`;

function isLevel(step: Step | LevelStep): step is LevelStep {
  return step.startsWith('level-');
}

interface StepFieldProps {
  readonly dimension: Dimension | null;
  readonly column: DataColumn | null;
  readonly onChange: (dimension: Dimension) => void;
}

/** How a dimension is divided: time in steps, numbers in bins, places in cells. */
export function StepField({ dimension, column, onChange }: StepFieldProps) {
  if (dimension === null || column === null) return null;
  const kind = kindOf(column);
  const width = t(kind === 'geometry' ? 'charts.degrees' : 'charts.width');
  const levels = column.codes === undefined ? 0 : ([...levelsOf(column.codes.list).values()].at(-1) ?? 0);
  // One level alone is the codes themselves.
  const ofList = Array.from({ length: levels > 1 ? levels : 0 }, (_, above) => `level-${above + 1}` as const);
  const nameOf = (step: Step | LevelStep) => {
    if (step === 'plain') return t('charts.asIs');
    if (isLevel(step)) return t('codes.level', { level: Number(step.slice(6)) });
    return step === 'auto' ? t('charts.automatic') : t(`chartStepNames.${step}`);
  };
  return (
    <>
      {kind !== 'geometry' && (
        <ChoiceField<Step | LevelStep>
          aria-label={t('charts.step')}
          choices={[...ofList, ...stepsOf[kind]]}
          nameOf={nameOf}
          value={dimension.function === 'Level' ? `level-${dimension.step}` : ((dimension.function ?? 'plain') as Step)}
          onChange={(by) =>
            onChange(
              isLevel(by)
                ? { ...dimension, step: Number(by.slice(6)), function: 'Level' }
                : { ...dimension, step: 0, function: by === 'plain' ? null : by },
            )
          }
        />
      )}
      {(kind === 'geometry' || (kind === 'number' && dimension.function === 'Bin')) && (
        <NumberInput
          aria-label={width}
          placeholder={t('charts.automatic')}
          description={width}
          value={dimension.step === 0 ? '' : dimension.step}
          min={0}
          onChange={(step) => {
            const isUsable = typeof step === 'number' && step > 0;
            if (isUsable) onChange({ ...dimension, step });
            else if (step === '') onChange({ ...dimension, step: 0 });
          }}
        />
      )}
    </>
  );
}
