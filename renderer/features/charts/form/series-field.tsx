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
export function SeriesField({ chart, reference, version, onChange }: SeriesFieldProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { color, series = [] } = chart;
  const { data } = useQuery({
    ...valueCountsQuery(reference, version, color?.column ?? '', search),
    enabled: color !== null,
  });
  const found = data?.values.flatMap(({ value }) => (value === null ? [] : [String(value)])) ?? [];
  return (
    <MultiSelect
      label={t('chartSeries.label')}
      placeholder={series.length === 0 ? t('chartSeries.largest') : ''}
      data={[...new Set([...series, ...found])]}
      value={[...series]}
      searchable
      clearable
      hidePickedOptions
      maxValues={30}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(chosen) => {
        const { series: _, ...largest } = chart;
        onChange(chosen.length === 0 ? largest : { ...chart, series: chosen });
      }}
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
