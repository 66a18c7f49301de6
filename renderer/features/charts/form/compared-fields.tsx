import { MultiSelect, NumberInput, SegmentedControl, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import { type Chart, chartComparisons, type Dimension, type Reference, type SecondMeasure } from '#shared/chart.ts';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { valueCountsQuery } from '../../../backend/statistics.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { labelIn } from '../../../lib/groups/category-text.ts';
import { kindOf, ofNumbers } from '../../../lib/groups/dimension.ts';
import { readVersionMetadata, versionNames } from '../../../lib/versions/version-metadata.ts';
import { withOptional } from '../../../lib/with-optional.ts';
import { useLocale } from '../../../state/settings.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { ColumnField, EnteredField, TextField } from '../../../ui/fields.tsx';
import { FunctionField } from '../../../ui/groups/show-field.tsx';
import styles from '../charts.module.css';
import { comparisonOf, possibleComparisons } from '../model/compare.ts';
import { dimensionsOf } from '../model/resolve.ts';

/** What a field of a chart is given. */
export interface ChartFieldProps {
  readonly tab: string;
  readonly chart: Chart;
  readonly columns: readonly DataColumn[];
  readonly details: DatasetDetails;
  readonly reference: DatasetReference;
  /** Slug of the version that the chart shows. */
  readonly version: string;
  readonly onChange: (chart: Chart) => void;
}

/** A second value of lines and bars: in a panel below, unless an axis of its own is chosen. */
export function SecondField({ chart, columns, onChange }: ChartFieldProps) {
  const { second, measure } = chart;
  const isOfValues = measure.function === 'Value';
  const put = (changed: SecondMeasure | undefined) => onChange(withOptional(chart, 'second', changed));
  const choose = (column: string | null) =>
    put(
      column === null ? undefined : { function: isOfValues ? 'Value' : 'Average', place: 'panel', ...second, column },
    );
  return (
    <div>
      <ColumnField
        label={t('chartSecond.label')}
        placeholder={t('charts.none')}
        columns={columns.filter((column) => kindOf(column) === 'number')}
        value={second?.column ?? null}
        onChange={choose}
        clearable
      />
      {second !== undefined && (
        <>
          <FunctionField
            aria-label={t('chartSecond.label')}
            choices={[...(isOfValues ? (['Value'] as const) : []), ...ofNumbers]}
            value={second.function}
            onChange={(by) => put({ ...second, function: by })}
          />
          <SegmentedControl
            fullWidth
            aria-label={t('chartSecond.place')}
            data={(['panel', 'axis'] as const).map((place) => ({ value: place, label: t(`chartSecond.${place}`) }))}
            value={second.place}
            onChange={(place) => put({ ...second, place })}
          />
        </>
      )}
    </div>
  );
}

interface ValuesFieldProps extends ChartFieldProps {
  /** The series that are drawn, the largest if none is chosen; or what has a colour, while all others are grey. */
  readonly which: 'series' | 'highlight';
  readonly column: Dimension;
}

/** Some of the values of a column, found by their names. */
export function ValuesField({ chart, reference, version, which, column: { column }, onChange }: ValuesFieldProps) {
  const [search, setSearch] = useState('');
  const { data } = useQuery(valueCountsQuery(reference, version, column, search));
  const found = data?.values.flatMap(({ value }) => (value === null ? [] : [String(value)])) ?? [];
  const chosen = chart[which] ?? [];
  const none = t(which === 'series' ? 'chartSeries.largest' : 'charts.none');
  return (
    <MultiSelect
      label={t(which === 'series' ? 'chartSeries.label' : 'chartSeries.highlight')}
      placeholder={chosen.length === 0 ? none : ''}
      data={[...new Set([...chosen, ...found])]}
      value={[...chosen]}
      searchable
      clearable
      hidePickedOptions
      maxValues={30}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(values) => onChange(withOptional(chart, which, values.length === 0 ? undefined : values))}
    />
  );
}

/** Where a chart begins along its first dimension. */
export function FromField({ chart, onChange }: ChartFieldProps) {
  return (
    <EnteredField
      label={t('chartSeries.from')}
      placeholder={t('chartSeries.first')}
      value={chart.from ?? ''}
      onEnter={(from) => from !== (chart.from ?? '') && onChange(withOptional(chart, 'from', from || undefined))}
    />
  );
}

/** The version to compare a chart with, and how. Shown if there is another version. */
export function CompareField({ chart, details: { dataset }, version, onChange }: ChartFieldProps) {
  const locale = useLocale();
  const labelOf = labelIn(dataset.columns);
  const names = versionNames(dataset.versions, locale);
  const others = dataset.versions.filter(({ ready, slug }) => ready && slug !== version);
  const comparison = comparisonOf(chart, version);
  if (others.length === 0 && comparison === null) return null;
  const needed = [...dimensionsOf(chart), chart.measure].flatMap(({ column }) => column ?? []);
  const data = others.map(({ slug, metadata }) => {
    const has = readVersionMetadata(metadata).columns;
    const absent = has === null ? [] : needed.filter((name) => !has.includes(name));
    const name = names.get(slug) ?? slug;
    if (absent.length === 0) return { value: slug, label: name };
    const columns = absent.map(labelOf).join(', ');
    return { value: slug, label: t('chartComparison.without', { version: name, columns }), disabled: true };
  });
  const possible = possibleComparisons(chart);
  const choose = (other: string | null) => {
    const as = chart.compare?.as ?? 'both';
    onChange(withOptional(chart, 'compare', other === null ? undefined : { version: other, as }));
  };
  return (
    <div>
      <Select
        label={t('chartComparison.compare')}
        placeholder={t('chartComparison.none')}
        data={data}
        value={comparison?.version ?? null}
        onChange={choose}
        searchable
        clearable
      />
      {comparison !== null && (
        <SegmentedControl
          fullWidth
          aria-label={t('chartComparison.as')}
          data={chartComparisons.map((as) => ({
            value: as,
            label: t(`chartComparison.${as}`),
            disabled: !possible.includes(as),
          }))}
          value={comparison.as}
          onChange={(as) => onChange({ ...chart, compare: { version: comparison.version, as } })}
        />
      )}
    </div>
  );
}

const added: Readonly<Record<Reference['kind'], Reference>> = {
  value: { kind: 'value', value: 0, label: '' },
  mean: { kind: 'mean' },
  period: { kind: 'period', from: '', to: '', label: '' },
};
const kinds = ['value', 'mean', 'period'] as const;

/** The lines and bands that values are compared with. */
export function ReferencesField({ chart, onChange }: ChartFieldProps) {
  const { references = [] } = chart;
  const put = (changed: readonly Reference[]) =>
    onChange(withOptional(chart, 'references', changed.length === 0 ? undefined : changed));
  return (
    <fieldset className={styles.references}>
      <legend>{t('chartReferences.label')}</legend>
      {references.map((reference, at) => {
        const name = t(`chartReferences.${reference.kind}`);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike; each is known by its place.
          <div key={at} className={styles.reference}>
            <span>{name}</span>
            <IconButton
              size="xs"
              label={t('chartReferences.remove', { name })}
              onClick={() => put(references.filter((_, other) => other !== at))}
              icon={IconX}
            />
            <ReferenceFields
              name={name}
              reference={reference}
              onChange={(changed) => put(references.with(at, changed))}
            />
          </div>
        );
      })}
      {references.length < 10 && (
        <Select
          key={references.length}
          aria-label={t('chartReferences.add')}
          placeholder={t('chartReferences.add')}
          data={kinds.map((kind) => ({ value: kind, label: t(`chartReferences.${kind}`) }))}
          value={null}
          openOnFocus={false}
          onChange={(kind) => kind !== null && put([...references, added[kind]])}
        />
      )}
    </fieldset>
  );
}

interface ReferenceFieldsProps {
  readonly name: string;
  readonly reference: Reference;
  readonly onChange: (reference: Reference) => void;
}

function ReferenceFields({ name, reference, onChange }: ReferenceFieldsProps) {
  if (reference.kind === 'mean') return null;
  const text = (what: 'from' | 'to' | 'text', value: string, onText: (text: string) => void) => {
    const label = t(`chartReferences.${what}`);
    return (
      <TextField aria-label={`${name}: ${label}`} placeholder={label} value={value} maxLength={100} onChange={onText} />
    );
  };
  return (
    <>
      {reference.kind === 'value' && (
        <NumberInput
          aria-label={name}
          value={reference.value}
          onChange={(value) => typeof value === 'number' && onChange({ ...reference, value })}
        />
      )}
      {reference.kind === 'period' && text('from', reference.from, (from) => onChange({ ...reference, from }))}
      {reference.kind === 'period' && text('to', reference.to, (to) => onChange({ ...reference, to }))}
      {text('text', reference.label, (label) => onChange({ ...reference, label }))}
    </>
  );
}
