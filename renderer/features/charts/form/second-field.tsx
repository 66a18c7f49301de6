import { SegmentedControl, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Chart, SecondMeasure } from '#shared/chart.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { kindOf, ofNumbers } from '../../../lib/groups/dimension.ts';

interface SecondFieldProps {
  readonly chart: Chart;
  readonly columns: readonly DataColumn[];
  readonly onChange: (chart: Chart) => void;
}

/** A second value of lines and bars: in a panel below, unless an axis of its own is chosen. */
export function SecondField({ chart, columns, onChange }: SecondFieldProps) {
  const { t } = useTranslation();
  const { second, ...single } = chart;
  const numbers = columns.filter((column) => kindOf(column) === 'number');
  const isOfValues = chart.measure.function === 'Value';
  const put = (changed: SecondMeasure) => onChange({ ...single, second: changed });
  const choose = (column: string | null) => {
    if (column === null) return onChange(single);
    put({ function: isOfValues ? 'Value' : 'Average', place: 'panel', ...second, column });
  };
  return (
    <div>
      <Select
        label={t('chartSecond.label')}
        placeholder={t('charts.none')}
        data={numbers.map(({ name, label }) => ({ value: name, label: label || name }))}
        value={second?.column ?? null}
        onChange={choose}
        searchable
        allowDeselect={false}
        clearable
      />
      {second !== undefined && (
        <>
          <Select
            aria-label={t('chartSecond.label')}
            data={[...(isOfValues ? (['Value'] as const) : []), ...ofNumbers].map((by) => ({
              value: by,
              label: t(`chartMeasureNames.${by}`),
            }))}
            value={second.function}
            allowDeselect={false}
            onChange={(by) => put({ ...second, function: by as SecondMeasure['function'] })}
          />
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={t('chartSecond.place')}
            data={(['panel', 'axis'] as const).map((place) => ({ value: place, label: t(`chartSecond.${place}`) }))}
            value={second.place}
            onChange={(place) => put({ ...second, place: place as SecondMeasure['place'] })}
          />
        </>
      )}
    </div>
  );
}
