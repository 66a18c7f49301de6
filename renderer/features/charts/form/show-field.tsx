import { NumberInput, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Chart, ShowAs } from '#shared/chart.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { kindOf } from '../../../lib/groups/dimension.ts';

interface ShowFieldProps {
  readonly chart: Chart;
  readonly columns: readonly DataColumn[];
  readonly onChange: (chart: Chart) => void;
}

const kinds = ['value', 'change', 'percent-change', 'index', 'rolling', 'running', 'share', 'rank', 'per'] as const;
type Kind = (typeof kinds)[number];

const defaults: Readonly<Record<Exclude<Kind, 'value' | 'running'>, ShowAs>> = {
  change: { kind: 'change', steps: 1 },
  'percent-change': { kind: 'percent-change', steps: 1 },
  index: { kind: 'index', base: '' },
  rolling: { kind: 'rolling', steps: 3 },
  share: { kind: 'share' },
  rank: { kind: 'rank' },
  per: { kind: 'per', column: null, scale: 1 },
};

/** What is shown of the value of each group: itself, its change, an index and so on. */
export function ShowField({ chart, columns, onChange }: ShowFieldProps) {
  const { t } = useTranslation();
  const { show, ...value } = chart;
  const choose = (kind: Kind) => {
    if (kind === 'value' || kind === 'running') onChange({ ...value, running: kind === 'running' });
    else onChange({ ...value, running: false, stack: 'none', show: defaults[kind] });
  };
  const put = (changed: ShowAs) => onChange({ ...value, show: changed });
  return (
    <div>
      <Select
        label={t('chartShow.label')}
        data={kinds.map((kind) => ({ value: kind, label: t(`chartShowNames.${kind}`) }))}
        value={show?.kind ?? (chart.running ? 'running' : 'value')}
        allowDeselect={false}
        onChange={(kind) => choose(kind as Kind)}
      />
      {show !== undefined && 'steps' in show && (
        <NumberInput
          aria-label={t('chartShow.steps')}
          description={t('chartShow.steps')}
          value={show.steps}
          min={1}
          max={1000}
          clampBehavior="strict"
          allowDecimal={false}
          onChange={(steps) => typeof steps === 'number' && steps >= 1 && put({ ...show, steps })}
        />
      )}
      {show?.kind === 'index' && (
        <TextInput
          aria-label={t('chartShow.base')}
          description={t('chartShow.base')}
          placeholder={t('charts.automatic')}
          value={show.base}
          onChange={({ currentTarget }) => put({ ...show, base: currentTarget.value })}
        />
      )}
      {show?.kind === 'per' && (
        <Select
          aria-label={t('chartShowNames.per')}
          placeholder={t('charts.countOfRows')}
          data={columns
            .filter((column) => kindOf(column) === 'number')
            .map(({ name, label }) => ({ value: name, label: label || name }))}
          value={show.column}
          clearable
          onChange={(column) => put({ ...show, column })}
        />
      )}
    </div>
  );
}
