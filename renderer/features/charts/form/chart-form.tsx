import { SegmentedControl } from '@mantine/core';
import { t } from 'i18next';
import { type Chart, chartMarks, type Measure } from '#shared/chart.ts';
import { kindOf, ofNumbers, ofOthers } from '../../../lib/groups/dimension.ts';
import { putChart } from '../../../state/tab.ts';
import { CheckField, ChoiceField, ColumnField, CountField } from '../../../ui/fields.tsx';
import { DropTarget } from '../../../ui/groups/group-view.tsx';
import { FunctionField, ShowField, StepField } from '../../../ui/groups/show-field.tsx';
import styles from '../charts.module.css';
import { isCodeMap } from '../model/chart-parts.ts';
import { needsSecond, ofRows, withDimension, withMark, withShow } from '../model/new-chart.ts';
import {
  type ChartFieldProps,
  CompareField,
  FromField,
  ReferencesField,
  SecondField,
  ValuesField,
} from './compared-fields.tsx';
import { ClassesField, WordsField } from './style-fields.tsx';

const shownAs = ['change', 'percent-change', 'index', 'rolling', 'running', 'share', 'rank', 'per'] as const;
const stackNames = { none: 'charts.stackNone', stacked: 'charts.stackStacked', share: 'charts.stackShare' } as const;
const sortNames = {
  key: 'charts.sortKey',
  descending: 'charts.sortDescending',
  ascending: 'charts.sortAscending',
} as const;

/** The settings of the selected chart. Every field can be filled from the keyboard, or by dropping a column on it. */
export function ChartForm(props: Omit<ChartFieldProps, 'onChange'>) {
  const { tab, chart, columns } = props;
  const change = (changed: Chart) => putChart(tab, ofRows(chart, changed));
  const field: ChartFieldProps = { ...props, onChange: change };
  const isMap = chart.mark === 'map';
  const hasPlaces = columns.some((column) => kindOf(column) === 'geometry');
  const hasNumbers = columns.some((column) => kindOf(column) === 'number');
  // Values may name countries or states.
  const isNamed = chart.x.function === null;
  const marks = chartMarks.filter((mark) => (mark !== 'box' || hasNumbers) && (mark !== 'map' || hasPlaces || isNamed));
  const hasOneAxis = !needsSecond(chart.mark) && chart.mark !== 'box' && !isMap;
  return (
    <form className={styles.form} aria-label={t('charts.settings')} onSubmit={(event) => event.preventDefault()}>
      <ChoiceField
        label={t('charts.mark')}
        choices={marks}
        nameOf={(mark) => t(`chartMarks.${mark}`)}
        value={chart.mark}
        onChange={(mark) => change(withMark(chart, mark, columns))}
      />
      <DimensionField {...field} which="x" />
      {needsSecond(chart.mark) && <DimensionField {...field} which="y" />}
      <MeasureField {...field} />
      {(hasOneAxis || isCodeMap(chart)) && (
        <ShowField
          show={chart.running ? { kind: 'running' } : chart.show}
          choices={isMap ? ['share', 'rank', 'per'] : shownAs}
          columns={columns}
          onChange={(show) => change(withShow(chart, show))}
        />
      )}
      {isCodeMap(chart) && <ClassesField {...field} />}
      {hasOneAxis && chart.color === null && chart.facet === null && <SecondField {...field} />}
      {hasOneAxis && <DimensionField {...field} which="color" />}
      {hasOneAxis && chart.color?.function === null && <ValuesField {...field} which="series" column={chart.color} />}
      {hasOneAxis && (chart.color ?? chart.x).function === null && (
        <ValuesField {...field} which="highlight" column={chart.color ?? chart.x} />
      )}
      {(chart.mark === 'line' || chart.mark === 'area') && <FromField {...field} />}
      {chart.color !== null && chart.show === undefined && (
        <ChoiceField
          label={t('charts.stack')}
          choices={['none', 'stacked', 'share']}
          nameOf={(stack) => t(stackNames[stack])}
          value={chart.stack}
          onChange={(stack) => change({ ...chart, stack })}
        />
      )}
      <DimensionField {...field} which="facet" />
      <CompareField {...field} />
      {isNamed && !needsSecond(chart.mark) && !isMap && <OrderFields {...field} />}
      {hasOneAxis && <ReferencesField {...field} />}
      {!isCodeMap(chart) && (
        <CheckField
          label={t('charts.log')}
          checked={chart.scale === 'log'}
          onChange={(isLog) => change({ ...chart, scale: isLog ? 'log' : 'linear' })}
        />
      )}
      <CheckField
        label={t('charts.showMissing')}
        checked={chart.missing}
        onChange={(missing) => change({ ...chart, missing })}
      />
      <WordsField {...field} />
    </form>
  );
}

/** The column of a dimension, and how it is divided. Only the first dimension is always there. */
function DimensionField({
  chart,
  columns,
  which,
  onChange,
}: ChartFieldProps & { which: 'x' | 'y' | 'color' | 'facet' }) {
  const byName = (name: string | null | undefined) => columns.find((column) => column.name === name) ?? null;
  const choose = (name: string | null) => onChange(withDimension(chart, which, byName(name)));
  return (
    <DropTarget onColumn={choose}>
      <ColumnField
        label={t(chart.mark === 'map' && which === 'x' ? 'charts.place' : `charts.${which}`)}
        placeholder={t('charts.none')}
        columns={columns}
        value={chart[which]?.column ?? null}
        onChange={choose}
        clearable={which !== 'x'}
        comboboxProps={{ withinPortal: true }}
      />
      <StepField
        dimension={chart[which]}
        column={byName(chart[which]?.column)}
        onChange={(dimension) => onChange({ ...chart, [which]: dimension })}
      />
    </DropTarget>
  );
}

/** The column that is measured, and by which function; without one, rows are counted. */
function MeasureField({ chart, columns, onChange }: ChartFieldProps) {
  const { measure } = chart;
  const put = (by: Measure['function'], column = measure.column) =>
    onChange({ ...chart, measure: { function: by, column } });
  const isNumber = (name: string | null) => {
    const column = columns.find((one) => one.name === name);
    return column !== undefined && kindOf(column) === 'number';
  };
  const choose = (name: string | null) => {
    if (name === null) put('Count', null);
    else put(!isNumber(name) ? 'CountDistinct' : measure.function === 'Value' ? 'Value' : 'Average', name);
  };
  return (
    <DropTarget onColumn={choose}>
      <ColumnField
        label={t('charts.value')}
        placeholder={t('charts.countOfRows')}
        columns={columns.filter(({ type }) => type !== 'geometry')}
        value={measure.column}
        onChange={choose}
        clearable
      />
      {measure.column === null ? (
        <SegmentedControl<Measure['function']>
          fullWidth
          aria-label={t('charts.value')}
          data={(['Count', 'Share'] as const).map((by) => ({ value: by, label: t(`chartMeasureNames.${by}`) }))}
          value={measure.function}
          onChange={(by) => put(by)}
        />
      ) : (
        chart.mark !== 'box' && (
          <FunctionField
            aria-label={t('charts.value')}
            choices={[
              ...(measure.function === 'Value' ? (['Value'] as const) : []),
              ...(isNumber(measure.column) ? ofNumbers : ofOthers),
            ]}
            value={measure.function}
            onChange={put}
          />
        )
      )}
    </DropTarget>
  );
}

/** The order of categories, and how many there are. */
function OrderFields({ chart, onChange }: ChartFieldProps) {
  return (
    <>
      <ChoiceField
        label={t('charts.sort')}
        choices={['key', 'descending', 'ascending']}
        nameOf={(sort) => t(sortNames[sort])}
        value={chart.sort}
        onChange={(sort) => onChange({ ...chart, sort })}
      />
      <CountField
        label={t('charts.top')}
        value={chart.top}
        min={1}
        max={500}
        onChange={(top) => onChange({ ...chart, top })}
      />
      <CheckField
        label={t('charts.showOthers')}
        checked={chart.others === true}
        onChange={(others) => onChange({ ...chart, others })}
      />
    </>
  );
}
