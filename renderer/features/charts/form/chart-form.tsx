import { Checkbox, SegmentedControl, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Chart, chartMarks, type Measure } from '#shared/chart.ts';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { kindOf, ofNumbers, ofOthers } from '../../../lib/groups/dimension.ts';
import { putChart } from '../../../state/tab.ts';
import { DropTarget } from '../../../ui/groups/column-list.tsx';
import { CountField } from '../../../ui/groups/count-field.tsx';
import { ShowField } from '../../../ui/groups/show-field.tsx';
import { StepField } from '../../../ui/groups/step-field.tsx';
import styles from '../charts.module.css';
import { isCodeMap } from '../model/chart-parts.ts';
import { needsSecond, ofRows, withDimension, withMark, withShow } from '../model/new-chart.ts';
import { ClassesField } from './classes-field.tsx';
import { CompareField } from './compare-field.tsx';
import { ReferencesField } from './references-field.tsx';
import { SecondField } from './second-field.tsx';
import { FromField, HighlightField, SeriesField } from './series-field.tsx';
import { StyleFields } from './style-fields.tsx';
import { WordsField } from './words-field.tsx';

interface ChartFormProps {
  readonly tab: string;
  readonly chart: Chart;
  readonly columns: readonly DataColumn[];
  readonly details: DatasetDetails;
  readonly reference: DatasetReference;
  /** Slug of the version that the chart shows. */
  readonly version: string;
}

const shownAs = ['change', 'percent-change', 'index', 'rolling', 'running', 'share', 'rank', 'per'] as const;

/** The settings of the selected chart. Every field can be filled from the keyboard, or by dropping a column on it. */
export function ChartForm({ tab, chart, columns, details, reference, version }: ChartFormProps) {
  const { t } = useTranslation();
  const change = (changed: Chart) => putChart(tab, ofRows(chart, changed));
  const byName = (name: string | null) => columns.find((column) => column.name === name) ?? null;
  const choices = columns.map(({ name, label }) => ({ value: name, label: label || name }));
  const numbers = columns.filter((column) => kindOf(column) === 'number');
  const isMap = chart.mark === 'map';
  const place = (which: 'x' | 'y' | 'color' | 'facet', clearable: boolean) => (
    <DropTarget onColumn={(name) => change(withDimension(chart, which, byName(name)))}>
      <Select
        label={t(isMap && which === 'x' ? 'charts.place' : `charts.${which}`)}
        placeholder={t('charts.none')}
        data={choices}
        value={chart[which]?.column ?? null}
        onChange={(name) => change(withDimension(chart, which, byName(name)))}
        searchable
        allowDeselect={false}
        clearable={clearable}
        comboboxProps={{ withinPortal: true }}
      />
      <StepField
        dimension={chart[which]}
        column={byName(chart[which]?.column ?? null)}
        onChange={(dimension) => change({ ...chart, [which]: dimension })}
      />
    </DropTarget>
  );
  const measured = byName(chart.measure.column);
  const functions = [
    ...(chart.measure.function === 'Value' ? (['Value'] as const) : []),
    ...(measured !== null && kindOf(measured) === 'number' ? ofNumbers : ofOthers),
  ];
  const setMeasure = (column: DataColumn | null) => {
    if (column === null) return change({ ...chart, measure: { function: 'Count', column: null } });
    const isNumber = kindOf(column) === 'number';
    const by = !isNumber ? 'CountDistinct' : chart.measure.function === 'Value' ? 'Value' : 'Average';
    change({ ...chart, measure: { function: by, column: column.name } });
  };
  const hasPlaces = columns.some((column) => kindOf(column) === 'geometry');
  // Values may name countries or states.
  const isNamed = chart.x.function === null;
  const marks = chartMarks.filter(
    (mark) => (mark !== 'box' || numbers.length > 0) && (mark !== 'map' || hasPlaces || isNamed),
  );
  const hasOneAxis = !needsSecond(chart.mark) && chart.mark !== 'box' && !isMap;
  return (
    <form className={styles.form} aria-label={t('charts.settings')} onSubmit={(event) => event.preventDefault()}>
      <Select
        label={t('charts.mark')}
        data={marks.map((mark) => ({ value: mark, label: t(`chartMarks.${mark}`) }))}
        value={chart.mark}
        allowDeselect={false}
        onChange={(mark) => change(withMark(chart, mark as Chart['mark'], columns))}
      />
      {place('x', false)}
      {needsSecond(chart.mark) && place('y', true)}
      <DropTarget onColumn={(name) => setMeasure(byName(name))}>
        <Select
          label={t('charts.value')}
          placeholder={t('charts.countOfRows')}
          data={choices.filter(({ value }) => byName(value)?.type !== 'geometry')}
          value={chart.measure.column}
          onChange={(name) => setMeasure(byName(name))}
          searchable
          allowDeselect={false}
          clearable
        />
        {chart.measure.column === null ? (
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={t('charts.value')}
            data={(['Count', 'Share'] as const).map((by) => ({ value: by, label: t(`chartMeasureNames.${by}`) }))}
            value={chart.measure.function}
            onChange={(by) => change({ ...chart, measure: { function: by as Measure['function'], column: null } })}
          />
        ) : (
          chart.mark !== 'box' && (
            <Select
              aria-label={t('charts.value')}
              data={functions.map((by) => ({ value: by, label: t(`chartMeasureNames.${by}`) }))}
              value={chart.measure.function}
              allowDeselect={false}
              onChange={(by) =>
                change({ ...chart, measure: { ...chart.measure, function: by as Measure['function'] } })
              }
            />
          )
        )}
      </DropTarget>
      {(hasOneAxis || isCodeMap(chart)) && (
        <ShowField
          show={chart.running ? { kind: 'running' } : chart.show}
          choices={isMap ? ['share', 'rank', 'per'] : shownAs}
          columns={columns}
          onChange={(show) => change(withShow(chart, show))}
        />
      )}
      {isCodeMap(chart) && <ClassesField chart={chart} connection={reference.connection} onChange={change} />}
      {hasOneAxis && chart.color === null && chart.facet === null && (
        <SecondField chart={chart} columns={columns} onChange={change} />
      )}
      {hasOneAxis && place('color', true)}
      {hasOneAxis && chart.color?.function === null && (
        <SeriesField chart={chart} reference={reference} version={version} onChange={change} />
      )}
      {hasOneAxis && (chart.color ?? chart.x).function === null && (
        <HighlightField chart={chart} reference={reference} version={version} onChange={change} />
      )}
      {(chart.mark === 'line' || chart.mark === 'area') && <FromField chart={chart} onChange={change} />}
      {chart.color !== null && chart.show === undefined && (
        <Select
          label={t('charts.stack')}
          data={[
            { value: 'none', label: t('charts.stackNone') },
            { value: 'stacked', label: t('charts.stackStacked') },
            { value: 'share', label: t('charts.stackShare') },
          ]}
          value={chart.stack}
          allowDeselect={false}
          onChange={(stack) => change({ ...chart, stack: stack as Chart['stack'] })}
        />
      )}
      {place('facet', true)}
      <CompareField chart={chart} details={details} version={version} onChange={change} />
      {chart.x.function === null && !needsSecond(chart.mark) && !isMap && (
        <>
          <Select
            label={t('charts.sort')}
            data={[
              { value: 'key', label: t('charts.sortKey') },
              { value: 'descending', label: t('charts.sortDescending') },
              { value: 'ascending', label: t('charts.sortAscending') },
            ]}
            value={chart.sort}
            allowDeselect={false}
            onChange={(sort) => change({ ...chart, sort: sort as Chart['sort'] })}
          />
          <CountField
            label={t('charts.top')}
            value={chart.top}
            min={1}
            max={500}
            onChange={(top) => change({ ...chart, top })}
          />
          <Checkbox
            label={t('charts.showOthers')}
            checked={chart.others === true}
            onChange={({ currentTarget }) => change({ ...chart, others: currentTarget.checked })}
          />
        </>
      )}
      {hasOneAxis && <ReferencesField chart={chart} onChange={change} />}
      {!isCodeMap(chart) && (
        <Checkbox
          label={t('charts.log')}
          checked={chart.scale === 'log'}
          onChange={({ currentTarget }) => change({ ...chart, scale: currentTarget.checked ? 'log' : 'linear' })}
        />
      )}
      <Checkbox
        label={t('charts.showMissing')}
        checked={chart.missing}
        onChange={({ currentTarget }) => change({ ...chart, missing: currentTarget.checked })}
      />
      <WordsField chart={chart} details={details} reference={reference} version={version} onChange={change}>
        <StyleFields tab={tab} chart={chart} onChange={change} />
      </WordsField>
    </form>
  );
}
