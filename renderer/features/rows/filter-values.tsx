import { ActionIcon, Autocomplete, TagsInput, TextInput } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { joinList, splitList } from '#shared/row-query.ts';
import type { ColumnProfile } from '#shared/rpc/insight-calls.ts';
import type { Operator, ValueProblem } from '../../lib/filter-operators.ts';
import { formatCount } from '../../lib/format.ts';
import type { Bounds } from '../../lib/geometry-bounds.ts';
import { useLocale } from '../../settings.ts';

interface FilterValuesProps {
  readonly operator: Operator;
  readonly values: readonly string[];
  readonly problem: ValueProblem | null;
  /** What is known of the column's values; undefined while it is not. */
  readonly profile: ColumnProfile | undefined;
  /** What the map shows, where it has been looked at. */
  readonly extent: Bounds | undefined;
  readonly onChange: (values: readonly string[]) => void;
}

/** The most frequent values as texts, each with how often it came, as far as rows were read. */
function useFrequent(profile: ColumnProfile | undefined) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counts = new Map((profile?.frequent ?? []).map(({ value, count }) => [String(value), count]));
  const description =
    profile === undefined || counts.size === 0 ? undefined : t('inspect.frequentOf', { count: profile.rows });
  const renderOption = ({ option }: { option: { value: string } }) => {
    const count = counts.get(option.value);
    return (
      <span className="frequent-value">
        <span>{option.value}</span>
        {count !== undefined && <span className="quiet">{formatCount(count, locale)}</span>}
      </span>
    );
  };
  return { data: [...counts.keys()], description, renderOption };
}

/** The fields for what a condition needs, with the values that the column has where they are known. */
export function FilterValues(props: FilterValuesProps) {
  const { t } = useTranslation();
  const { operator, values, problem, profile, extent, onChange } = props;
  const frequent = useFrequent(profile);
  const error = problem === null ? null : t(`filters.${problem}`);
  const [first = '', second = ''] = values;
  const common = { className: 'filter-value', error, comboboxProps: { withinPortal: false } } as const;
  const bounds = profile?.numbers ?? null;
  switch (operator.inputs) {
    case 'none':
      return <span className="filter-value" />;
    case 'list':
      return (
        <TagsInput
          {...common}
          aria-label={t('inspect.values')}
          placeholder={first === '' ? t('inspect.values') : ''}
          value={first === '' ? [] : splitList(first).map((item) => item.trim())}
          data={frequent.data}
          description={frequent.description}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          renderOption={frequent.renderOption}
          acceptValueOnBlur
          clearable
          onChange={(chosen) => onChange([joinList(chosen)])}
        />
      );
    case 'two':
      return [t('filters.from'), t('filters.to')].map((label, position) => (
        <TextInput
          key={label}
          className="filter-value"
          aria-label={label}
          placeholder={bounds === null ? label : `${label} (${position === 0 ? bounds.min : bounds.max})`}
          value={values[position] ?? ''}
          error={error}
          onChange={({ currentTarget: { value } }) => onChange(position === 0 ? [value, second] : [first, value])}
        />
      ));
    case 'box':
      return <BoxField value={first} error={error} extent={extent} onChange={(value) => onChange([value])} />;
    case 'one':
      return (
        <Autocomplete
          {...common}
          data-autofocus
          aria-label={t('filters.value')}
          placeholder={t('filters.value')}
          value={first}
          data={operator.id === 'is' || operator.id === 'isNot' ? frequent.data : []}
          renderOption={frequent.renderOption}
          onChange={(value) => onChange([value])}
        />
      );
  }
}

interface BoxFieldProps {
  readonly value: string;
  readonly error: string | null;
  readonly extent: Bounds | undefined;
  readonly onChange: (value: string) => void;
}

/** Four numbers that make a box, or what the map shows. */
function BoxField({ value, error, extent, onChange }: BoxFieldProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      className="filter-value"
      aria-label={t('filters.box')}
      placeholder={t('filters.box')}
      value={value}
      error={error}
      rightSection={
        extent === undefined ? null : (
          <ActionIcon
            aria-label={t('inspect.fromMap')}
            title={t('inspect.fromMap')}
            onClick={() => onChange(extent.map((degrees) => String(Number(degrees.toFixed(5)))).join(', '))}
          >
            <IconMap2 size={15} stroke={1.5} aria-hidden />
          </ActionIcon>
        )
      }
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
