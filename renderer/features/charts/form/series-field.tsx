import { MultiSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Chart } from '#shared/chart.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { valueCountsQuery } from '../../../backend/statistics.ts';

interface SeriesFieldProps {
  readonly chart: Chart;
  readonly reference: DatasetReference;
  readonly version: string;
  readonly onChange: (chart: Chart) => void;
}

/** Which series of a chart are drawn, found by their names; the largest if none is chosen. */
export function SeriesField({ chart, onChange, ...of }: SeriesFieldProps) {
  const { t } = useTranslation();
  const { series = [], ...largest } = chart;
  return (
    <ValuesField
      {...of}
      label={t('chartSeries.label')}
      none={t('chartSeries.largest')}
      column={chart.color?.column ?? null}
      chosen={series}
      onChange={(chosen) => onChange(chosen.length === 0 ? largest : { ...chart, series: chosen })}
    />
  );
}

/** Which series or bars have a colour, while all others are grey. */
export function HighlightField({ chart, onChange, ...of }: SeriesFieldProps) {
  const { t } = useTranslation();
  const { highlight = [], ...plain } = chart;
  return (
    <ValuesField
      {...of}
      label={t('chartSeries.highlight')}
      none={t('charts.none')}
      column={(chart.color ?? chart.x).column}
      chosen={highlight}
      onChange={(chosen) => onChange(chosen.length === 0 ? plain : { ...plain, highlight: chosen })}
    />
  );
}

interface ValuesFieldProps extends Pick<SeriesFieldProps, 'reference' | 'version'> {
  readonly label: string;
  /** What the field says if nothing is chosen. */
  readonly none: string;
  readonly column: string | null;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

/** Some of the values of a column, found by their names. */
function ValuesField({ reference, version, label, none, column, chosen, onChange }: ValuesFieldProps) {
  const [search, setSearch] = useState('');
  const { data } = useQuery({
    ...valueCountsQuery(reference, version, column ?? '', search),
    enabled: column !== null,
  });
  const found = data?.values.flatMap(({ value }) => (value === null ? [] : [String(value)])) ?? [];
  return (
    <MultiSelect
      label={label}
      placeholder={chosen.length === 0 ? none : ''}
      data={[...new Set([...chosen, ...found])]}
      value={[...chosen]}
      searchable
      clearable
      hidePickedOptions
      maxValues={30}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={onChange}
    />
  );
}

/** Where a chart begins along its first dimension. */
export function FromField({ chart, onChange }: Pick<SeriesFieldProps, 'chart' | 'onChange'>) {
  const { t } = useTranslation();
  const [text, setText] = useState(chart.from ?? '');
  const put = () => {
    const { from: _, ...whole } = chart;
    if (text !== (chart.from ?? '')) onChange(text === '' ? whole : { ...chart, from: text });
  };
  return (
    <TextInput
      label={t('chartSeries.from')}
      placeholder={t('chartSeries.first')}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={put}
      onKeyDown={({ key }) => key === 'Enter' && put()}
    />
  );
}
