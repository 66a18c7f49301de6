import { SegmentedControl, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Chart, chartComparisons } from '#shared/chart.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { labelIn } from '../../../lib/groups/category-text.ts';
import { readVersionMetadata } from '../../../lib/versions/version-metadata.ts';
import { versionNames } from '../../../lib/versions/version-names.ts';
import { useLocale } from '../../../state/settings.ts';
import { comparisonOf, possibleComparisons } from '../model/compare.ts';
import { dimensionsOf } from '../model/resolve.ts';

interface CompareFieldProps {
  readonly chart: Chart;
  readonly details: DatasetDetails;
  /** Slug of the version that the chart shows. */
  readonly version: string;
  readonly onChange: (chart: Chart) => void;
}

/** The version to compare a chart with, and how. Shown if there is another version. */
export function CompareField({ chart, details: { dataset }, version, onChange }: CompareFieldProps) {
  const { t } = useTranslation();
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
    const { compare, ...alone } = chart;
    onChange(other === null ? alone : { ...alone, compare: { version: other, as: compare?.as ?? 'both' } });
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
        allowDeselect={false}
        clearable
      />
      {comparison !== null && (
        <SegmentedControl
          size="xs"
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
