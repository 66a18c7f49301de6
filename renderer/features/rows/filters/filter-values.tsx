import { Autocomplete, Select, TagsInput } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { t } from 'i18next';
import { useMemo } from 'react';
import { type CodeList, codesByParent } from '#shared/codes/code-list.ts';
import { joinList, splitList } from '#shared/row-query.ts';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import type { ValueCounts } from '../../../backend/statistics.ts';
import { formatCount } from '../../../lib/format/format.ts';
import type { Bounds } from '../../../lib/geometry/geometry-bounds.ts';
import type { Operator, ValueProblem } from '../../../lib/query/filter-operators.ts';
import { useLocale } from '../../../state/settings.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import styles from '../rows.module.css';

/** Pixels below the list that keep the line about the counted rows visible. */
const belowNote = { withinPortal: false, offset: 26 };

/** The values of a column that can be chosen for a condition. */
export interface ValueList {
  readonly values: ValueCounts['values'];
  /** The number of rows over which they were counted; null if unknown. */
  readonly basis: string | null;
}

interface FilterValuesProps {
  readonly operator: Operator;
  /** The kind of the column's values. */
  readonly type: string;
  readonly values: readonly string[];
  /** The list of the column's codes. */
  readonly codes: CodeList | undefined;
  readonly problem: ValueProblem | null;
  /** The values to choose from, and the search text. */
  readonly list: ValueList;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** Switches to missing values; null if the condition does not allow it. */
  readonly onMissing: (() => void) | null;
  /** The column's values; undefined while loading. */
  readonly profile: ColumnProfile | undefined;
  /** The visible part of the map, if it was opened. */
  readonly extent: Bounds | undefined;
  readonly onChange: (values: readonly string[]) => void;
}

/** The entry for the missing value: no text of a column equals it. */
const missingValue = '\u0000missing';

function useFrequent(list: ValueList, withMissing: boolean) {
  const locale = useLocale();
  const counts = new Map(
    list.values.flatMap(({ value, count }) => {
      if (value === null) return withMissing ? [[missingValue, count] as const] : [];
      return typeof value === 'object' ? [] : [[String(value), count] as const];
    }),
  );
  const description = counts.size === 0 ? undefined : (list.basis ?? undefined);
  const renderOption = ({ option }: { option: { value: string } }) => {
    const count = counts.get(option.value);
    return (
      <span className={styles.frequentValue}>
        {option.value === missingValue ? (
          <span className="quiet">{t('figures.missingValue')}</span>
        ) : (
          <span>{option.value}</span>
        )}
        {count !== undefined && <span className="quiet">{formatCount(count, locale)}</span>}
      </span>
    );
  };
  return { data: [...counts.keys()], description, renderOption };
}

/** The inputs of a condition, with the column's values if known. */
export function FilterValues(props: FilterValuesProps) {
  const { operator, type, values, problem, extent, onChange } = props;
  const error = problem === null ? null : t(`filters.${problem}`);
  const [first = '', second = ''] = values;
  const onPart = (position: number, value: string) => onChange(position === 0 ? [value, second] : [first, value]);
  const one = { value: first, error, onChange: (value: string) => onChange([value]) };
  switch (operator.inputs) {
    case 'none':
      return <span className={styles.filterValue} />;
    case 'code':
      return <CodeField codes={props.codes} {...one} />;
    case 'list':
      return <ListField {...props} error={error} />;
    case 'two': {
      const bounds = props.profile?.numbers ?? null;
      return [t('filters.from'), t('filters.to')].map((label, position) => (
        <TextField
          key={label}
          className={styles.filterValue}
          aria-label={label}
          placeholder={bounds === null ? label : `${label} (${position === 0 ? bounds.min : bounds.max})`}
          value={values[position] ?? ''}
          error={error}
          onChange={(text) => onPart(position, text)}
        />
      ));
    }
    case 'moment':
      return <MomentField kind={type} label={t('filters.value')} {...one} />;
    case 'moments':
      return (
        <span className={`${styles.filterValue} ${styles.filterMoments}`}>
          {[t('filters.from'), t('filters.to')].map((label, position) => (
            <MomentField
              key={label}
              kind={type}
              label={label}
              value={values[position] ?? ''}
              error={error}
              onChange={(value) => onPart(position, value)}
            />
          ))}
        </span>
      );
    case 'box':
      return <BoxField {...one} extent={extent} />;
    case 'one':
      return <OneField {...props} error={error} />;
  }
}

type TextFieldProps = FilterValuesProps & { readonly error: string | null };

function ListField({ values: [first = ''], list, search, error, onSearch, onMissing, onChange }: TextFieldProps) {
  const frequent = useFrequent(list, onMissing !== null);
  return (
    <TagsInput
      className={styles.filterValue}
      error={error}
      aria-label={t('inspect.values')}
      placeholder={first === '' ? t('inspect.values') : ''}
      value={first === '' ? [] : splitList(first).map((item) => item.trim())}
      {...frequent}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      comboboxProps={belowNote}
      searchValue={search}
      onSearchChange={onSearch}
      acceptValueOnBlur
      clearable
      onChange={(chosen) => onChange([joinList(chosen)])}
    />
  );
}

/** One value, with the most frequent ones if the condition compares whole values. */
function OneField({ operator, values: [first = ''], list, error, onSearch, onMissing, onChange }: TextFieldProps) {
  const { data, description, renderOption } = useFrequent(list, onMissing !== null);
  const isPicked = operator.id === 'is' || operator.id === 'isNot';
  return (
    <Autocomplete
      className={styles.filterValue}
      error={error}
      // A form that opens with conditions is not covered by a list of values.
      data-autofocus={first === '' || undefined}
      aria-label={t('filters.value')}
      placeholder={t('filters.value')}
      value={first}
      data={isPicked ? data : []}
      description={isPicked ? description : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      comboboxProps={isPicked ? belowNote : { withinPortal: false }}
      renderOption={renderOption}
      onChange={(value) => {
        if (value === missingValue) onMissing?.();
        else {
          if (isPicked) onSearch(value);
          onChange([value]);
        }
      }}
    />
  );
}

interface BoxFieldProps {
  readonly value: string;
  readonly error: string | null;
  readonly extent: Bounds | undefined;
  readonly onChange: (value: string) => void;
}

/** Four numbers that form a box, or the visible part of the map. */
function BoxField({ value, error, extent, onChange }: BoxFieldProps) {
  return (
    <TextField
      className={styles.filterValue}
      aria-label={t('filters.box')}
      placeholder={t('filters.box')}
      value={value}
      error={error}
      rightSection={
        extent === undefined ? null : (
          <IconButton
            label={t('inspect.fromMap')}
            onClick={() => onChange(extent.map((degrees) => String(Number(degrees.toFixed(5)))).join(', '))}
            icon={IconMap2}
          />
        )
      }
      onChange={onChange}
    />
  );
}

interface MomentFieldProps {
  /** The kind of the column's dates or times. */
  readonly kind: string;
  readonly label: string;
  /** In ISO 8601; the time of a date and time is optional. */
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
}

/** The browser's own fields, which follow the order of the user's language and return ISO 8601. */
const fields: Readonly<Record<string, string>> = { date: 'date', time: 'time', month: 'month', week: 'week' };

function MomentField({ kind, label, value, error, onChange }: MomentFieldProps) {
  if (kind === 'date-time' || kind === 'date-time-zone') {
    const [day = '', time = ''] = value.split('T');
    return (
      <span className={`${styles.filterValue} ${styles.filterMoment}`}>
        <TextField
          type="date"
          max="9999-12-31"
          aria-label={`${label}: ${t('filters.date')}`}
          value={day}
          error={error}
          onChange={(text) => onChange(time === '' ? text : `${text}T${time}`)}
        />
        <TextField
          type="time"
          aria-label={`${label}: ${t('filters.time')}`}
          value={time}
          error={error !== null}
          onChange={(text) => onChange(text === '' ? day : `${day}T${text}`)}
        />
      </span>
    );
  }
  return (
    <TextField
      className={styles.filterValue}
      type={fields[kind] ?? 'text'}
      {...(kind === 'date' ? { max: '9999-12-31' } : {})}
      placeholder={kind === 'quarter' ? '2020-Q1' : ''}
      aria-label={label}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}

interface CodeFieldProps {
  readonly codes: CodeList | undefined;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (code: string) => void;
}

/** Codes on screen at once; typing finds others. */
const maxShownCodes = 300;

/** A code, found by its label in the tree of codes. */
function CodeField({ codes, value, error, onChange }: CodeFieldProps) {
  const tree = useMemo(() => (codes === undefined ? [] : treeOf(codes)), [codes]);
  const levels = new Map(tree.map(({ code, level }) => [code, level]));
  const isKnown = value === '' || levels.has(value);
  return (
    <Select
      className={`${styles.filterValue}`}
      aria-label={t('filters.value')}
      placeholder={t('filters.value')}
      data={[...(isKnown ? [] : [value]), ...tree.map(({ code, label }) => ({ value: code, label }))]}
      value={value === '' ? null : value}
      error={error}
      searchable
      limit={maxShownCodes}
      renderOption={({ option }) => (
        <span className={styles.frequentValue} style={{ paddingInlineStart: (levels.get(option.value) ?? 0) * 12 }}>
          <span>{option.label}</span>
          <span className="quiet">{option.value}</span>
        </span>
      )}
      onChange={(code) => onChange(code ?? '')}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

interface CodeInTree {
  readonly code: string;
  readonly label: string;
  readonly level: number;
}

/** The codes of a list, each below the one that contains it. */
function treeOf(list: CodeList): readonly CodeInTree[] {
  const below = codesByParent(list);
  const tree: CodeInTree[] = [];
  const waiting = (below.get(null) ?? []).map((code) => ({ ...code, level: 0 })).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { code, label, level } = next;
    tree.push({ code, label, level });
    waiting.push(...(below.get(code) ?? []).map((child) => ({ ...child, level: level + 1 })).reverse());
  }
  return tree;
}
