import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Chart, MapClasses } from '#shared/chart.ts';
import { namespacesQuery } from '../../../backend/records.ts';
import { CountField } from '../../../ui/groups/count-field.tsx';

interface ClassesFieldProps {
  readonly chart: Chart;
  /** Whose datasets may have outlines. */
  readonly connection: string;
  readonly onChange: (chart: Chart) => void;
}

const standard: MapClasses = { kind: 'quantile', count: 5 };

/** The outlines of a map, and how their values are divided into classes. */
export function ClassesField({ chart, connection, onChange }: ClassesFieldProps) {
  const { t } = useTranslation();
  const classes = chart.classes ?? standard;
  const put = (changed: MapClasses) => onChange({ ...chart, classes: changed });
  const choose = (kind: string | null) => {
    if (kind === 'own') put({ kind, breaks: [] });
    else if (kind === 'quantile' || kind === 'equal') put({ kind, count: 5 });
  };
  return (
    <>
      <ShapesField chart={chart} connection={connection} onChange={onChange} />
      <div>
        <Select
          label={t('chartClasses.label')}
          data={(['quantile', 'equal', 'own'] as const).map((kind) => ({
            value: kind,
            label: t(`chartClasses.${kind}`),
          }))}
          value={classes.kind}
          allowDeselect={false}
          onChange={choose}
        />
        {classes.kind === 'own' ? (
          <BreaksField breaks={classes.breaks} onChange={(breaks) => put({ kind: 'own', breaks: [...breaks] })} />
        ) : (
          <CountField
            aria-label={t('chartClasses.count')}
            description={t('chartClasses.count')}
            value={classes.count}
            min={2}
            max={9}
            onChange={(count) => put({ ...classes, count })}
          />
        )}
      </div>
    </>
  );
}

/** The dataset whose geometries are the outlines of a map; none where no dataset has any. */
function ShapesField({ chart, connection, onChange }: ClassesFieldProps) {
  const { t } = useTranslation();
  const { data: namespaces = [] } = useQuery(namespacesQuery(connection));
  const { shapes, ...plain } = chart;
  const choices = namespaces.flatMap(({ slug, datasets }) =>
    datasets
      .filter(({ columns }) => columns.some(({ type }) => type === 'geometry'))
      .map((dataset) => ({ value: `${slug}/${dataset.slug}`, label: dataset.label || dataset.slug })),
  );
  if (choices.length === 0) return null;
  const choose = (value: string | null) => {
    const [namespace, dataset] = value?.split('/') ?? [];
    onChange(namespace === undefined || dataset === undefined ? plain : { ...plain, shapes: { namespace, dataset } });
  };
  return (
    <Select
      label={t('chartClasses.shapes')}
      placeholder={t('chartClasses.shapesStandard')}
      data={choices}
      value={shapes === undefined ? null : `${shapes.namespace}/${shapes.dataset}`}
      onChange={choose}
      searchable
      clearable
    />
  );
}

interface BreaksFieldProps {
  readonly breaks: readonly number[];
  readonly onChange: (breaks: readonly number[]) => void;
}

function BreaksField({ breaks, onChange }: BreaksFieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(breaks.join('; '));
  const put = () => {
    const parts = text.split(/[;\s]+/).filter((part) => part !== '');
    const numbers = parts.map(Number).filter(Number.isFinite).slice(0, 8);
    onChange(numbers);
    setText(numbers.join('; '));
  };
  return (
    <TextInput
      aria-label={t('chartClasses.breaks')}
      description={t('chartClasses.breaks')}
      placeholder="10; 50; 100"
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={put}
      onKeyDown={({ key }) => key === 'Enter' && put()}
    />
  );
}
