import { NumberInput, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Dimension } from '#shared/chart.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { kindOf } from '../../lib/groups/dimension.ts';

const timeSteps = ['Year', 'Quarter', 'Month', 'Week', 'Day', 'Hour', 'Weekday'] as const;

interface StepFieldProps {
  readonly dimension: Dimension | null;
  readonly column: DataColumn | null;
  readonly onChange: (dimension: Dimension) => void;
}

/** How a dimension is divided: time in steps, numbers in bins, places in cells. */
export function StepField({ dimension, column, onChange }: StepFieldProps) {
  const { t } = useTranslation();
  if (dimension === null || column === null) return null;
  const kind = kindOf(column);
  if (kind === 'geometry' || (kind === 'number' && dimension.function === 'Bin')) {
    return (
      <>
        {kind === 'number' && <StepSelect {...{ dimension, onChange }} steps={['Bin']} />}
        <NumberInput
          aria-label={t(kind === 'geometry' ? 'charts.degrees' : 'charts.width')}
          placeholder={t('charts.automatic')}
          description={t(kind === 'geometry' ? 'charts.degrees' : 'charts.width')}
          value={dimension.step === 0 ? '' : dimension.step}
          min={0}
          onChange={(step) => {
            const isUsable = typeof step === 'number' && step > 0;
            if (isUsable) onChange({ ...dimension, step });
            else if (step === '') onChange({ ...dimension, step: 0 });
          }}
        />
      </>
    );
  }
  const steps =
    kind === 'time' ? timeSteps : kind === 'number' ? (['Bin'] as const) : (['Lower', 'IsMissing'] as const);
  return <StepSelect {...{ dimension, onChange }} steps={steps} automatic={kind !== 'text'} />;
}

interface StepSelectProps {
  readonly dimension: Dimension;
  readonly steps: readonly ((typeof timeSteps)[number] | 'Bin' | 'Lower' | 'IsMissing')[];
  readonly automatic?: boolean;
  readonly onChange: (dimension: Dimension) => void;
}

function StepSelect({ dimension, steps, automatic = true, onChange }: StepSelectProps) {
  const { t } = useTranslation();
  const choices = [
    ...(automatic ? [{ value: 'auto', label: t('charts.automatic') }] : []),
    ...steps.map((step) => ({ value: step, label: t(`chartStepNames.${step}`) })),
    { value: 'plain', label: t('charts.asIs') },
  ];
  return (
    <Select
      aria-label={t('charts.step')}
      data={choices}
      value={dimension.function ?? 'plain'}
      allowDeselect={false}
      onChange={(by) =>
        onChange({ ...dimension, step: 0, function: by === 'plain' ? null : (by as Dimension['function']) })
      }
    />
  );
}
