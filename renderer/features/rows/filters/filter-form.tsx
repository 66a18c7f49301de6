import { Box, Button, Flex, Popover, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFilter, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import type { Filter, RowQuery } from '#shared/row-query.ts';
import type { RowBasis } from '#shared/rpc/calls/statistics.ts';
import { callQuery } from '../../../backend/port.ts';
import { columnProfileQuery, valueCountsQuery } from '../../../backend/statistics.ts';
import { type DataColumn, valueKind } from '../../../lib/data-column.ts';
import {
  filterFrom,
  type Operator,
  operatorOf,
  operatorsFor,
  underOperator,
  valueProblem,
  valuesOf,
} from '../../../lib/query/filter-operators.ts';
import { isMoment } from '../../../lib/query/moment-filters.ts';
import { type DatasetTab, useTabState } from '../../../state/tab.ts';
import { formHandler } from '../../../ui/actions/form-actions.tsx';
import { IconButton, PlainButton } from '../../../ui/actions/icon-button.tsx';
import { Segments } from '../../../ui/fields.tsx';
import styles from '../rows.module.css';
import { FilterValues, type ValueList } from './filter-values.tsx';

/** The tab and its columns, its query, and the change handler. */
interface FilterFormProps {
  readonly tab: DatasetTab;
  readonly columns: readonly DataColumn[];
  readonly filters: readonly Filter[];
  readonly join: RowQuery['join'];
  readonly onApply: (filters: readonly Filter[], join: RowQuery['join']) => void;
}

/** The conditions, edited and applied together. */
function FilterForm({ tab, columns, filters, join, onApply }: FilterFormProps) {
  const [{ drafts, others }, setConditions] = useState(() => {
    const conditions = draftsOf(filters, columns);
    return conditions.drafts.length > 0 ? conditions : { ...conditions, drafts: [newFilterDraft(columns)] };
  });
  const [chosenJoin, setJoin] = useState(join);
  // A service that does not know the parameter would combine them with AND.
  const { connection } = tab.reference;
  const { data: joinsAny = false } = useQuery(callQuery('groupsRows', { connection }, { staleTime: 10 * 60_000 }));
  const [tried, setTried] = useState(false);
  const setDrafts = (changed: readonly FilterDraft[]) => setConditions({ drafts: [...changed], others });
  const submit = () => {
    setTried(true);
    if (drafts.some((draft) => problemOf(draft, columns) !== null)) return;
    const written = drafts.map(({ column, operator, values }) =>
      filterFrom(column, operator, values, typeOf(columns, column)),
    );
    onApply([...others, ...written], written.length + others.length > 1 ? chosenJoin : undefined);
  };
  const hasJoin = drafts.length + others.length > 1 && (joinsAny || chosenJoin === 'or');
  return (
    <form className={styles.filterForm} onSubmit={formHandler(submit)} noValidate>
      {drafts.length === 0 && <p className="quiet">{t('filters.none')}</p>}
      {drafts.length > 0 && !hasJoin && <p className="quiet">{t('filters.explain')}</p>}
      {hasJoin && (
        <Segments
          aria-label={t('figures.join')}
          choices={['and', 'or']}
          nameOf={(each) => t(each === 'and' ? 'figures.all' : 'figures.any')}
          value={chosenJoin ?? 'and'}
          onChange={(each) => setJoin(each === 'or' ? each : undefined)}
        />
      )}
      {drafts.map((draft) => (
        <FilterLine
          key={draft.key}
          tab={tab}
          draft={draft}
          columns={columns}
          tried={tried}
          onChange={(changed) => setDrafts(drafts.map((each) => (each.key === draft.key ? changed : each)))}
          onRemove={() => setDrafts(drafts.filter((each) => each.key !== draft.key))}
        />
      ))}
      <Flex align="center" wrap="wrap" gap="sm">
        <PlainButton
          text={t('filters.add')}
          variant="subtle"
          color="gray"
          data-autofocus={filters.length > 0 || undefined}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setDrafts([...drafts, newFilterDraft(columns)])}
        />
        <Box flex={1} />
        <PlainButton text={t('filters.clear')} onClick={() => onApply([], undefined)} />
        <Button type="submit">{t('filters.apply')}</Button>
      </Flex>
    </form>
  );
}

/** The filter button and its form. Conditions take effect together. */
export function FilterBuilder({ tab, columns, filters, join, onApply }: FilterFormProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={620}
      shadow="md"
      trapFocus
      withinPortal={false}
    >
      <Popover.Target>
        <PlainButton
          text={t('filters.button')}
          className={styles.filterButton}
          data-on={filters.length > 0 || undefined}
          size="compact-sm"
          leftSection={<IconFilter size={14} stroke={1.5} aria-hidden />}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filters.title')}>
        {opened && (
          <FilterForm
            tab={tab}
            columns={columns}
            filters={filters}
            join={join}
            onApply={(...changed) => {
              onApply(...changed);
              setOpened(false);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Debounce in milliseconds before values are searched. */
const searchDebounceMs = 300;

interface FilterLineProps {
  readonly tab: DatasetTab;
  readonly draft: FilterDraft;
  readonly columns: readonly DataColumn[];
  readonly tried: boolean;
  readonly onChange: (draft: FilterDraft) => void;
  readonly onRemove: () => void;
}

function useKnownValues(tab: DatasetTab, { column, operator }: FilterDraft, type: string, search: string) {
  const isWanted = type !== 'geometry' && operator.inputs !== 'none';
  const { data: profile } = useQuery({
    ...columnProfileQuery(tab.reference, tab.query.version, column),
    enabled: isWanted,
  });
  const [settledSearch] = useDebouncedValue(search, searchDebounceMs);
  const isPicked = operator.inputs === 'list' || operator.id === 'is' || operator.id === 'isNot';
  const list = useValueList(tab, column, type, settledSearch, isWanted && isPicked);
  return { profile, list };
}

/** A condition: column, operator and inputs. */
function FilterLine({ tab, draft, columns, tried, onChange, onRemove }: FilterLineProps) {
  const type = typeOf(columns, draft.column);
  const codes = columns.find(({ name }) => name === draft.column)?.codes;
  const operators = operatorsOf(columns, draft.column);
  const [search, setSearch] = useState('');
  const { profile, list } = useKnownValues(tab, draft, type, search);
  const missing = draft.operator.id === 'is' ? operators.find(({ id }) => id === 'missing') : undefined;
  const extent = useTabState(tab.id, ({ map }) => map.extent) ?? undefined;
  const chooseColumn = (column: string | null) => {
    if (column === null) return;
    const kept = operatorsOf(columns, column).find((operator) => operator.id === draft.operator.id);
    setSearch('');
    onChange({ ...draft, column, operator: kept ?? firstOperator(columns, column) });
  };
  return (
    <div className={styles.filterLine}>
      <Select
        aria-label={t('filters.column')}
        data={columns.map((column) => ({ value: column.name, label: column.label || column.name }))}
        value={draft.column}
        onChange={chooseColumn}
        searchable
        comboboxProps={{ withinPortal: false }}
        w={180}
      />
      <Select
        aria-label={t('filters.condition')}
        data={operators.map((operator) => ({ value: operator.id, label: t(`filters.${operator.id}`) }))}
        value={draft.operator.id}
        onChange={(id) =>
          onChange({ ...draft, operator: operators.find((operator) => operator.id === id) ?? draft.operator })
        }
        comboboxProps={{ withinPortal: false }}
        w={172}
      />
      <FilterValues
        operator={draft.operator}
        type={type}
        values={draft.values}
        codes={codes?.list}
        problem={tried ? problemOf(draft, columns) : null}
        list={list}
        search={search}
        onSearch={setSearch}
        onMissing={missing === undefined ? null : () => onChange({ ...draft, operator: missing, values: [] })}
        profile={profile}
        extent={extent}
        onChange={(values) => onChange({ ...draft, values })}
      />
      <IconButton label={t('filters.remove')} onClick={onRemove} icon={IconTrash} />
    </div>
  );
}

function useBasisText(basis: RowBasis | undefined): string | null {
  switch (basis?.kind) {
    case undefined:
      return null;
    case 'all':
      return t('figures.valuesOfAll');
    case 'copy':
      return t('figures.valuesOfCopy');
    case 'part':
      return basis.of === null
        ? t('figures.valuesOfPart', { rows: basis.rows })
        : t('figures.valuesOfSome', { rows: basis.rows, all: basis.of });
  }
}

/**
 * The most frequent values of a column over all rows of the tab's version, restricted to those that contain the search
 * text.
 * @param kind of the column's values: numbers and dates are listed but not searched
 */
function useValueList(tab: DatasetTab, column: string, kind: string, search: string, enabled: boolean): ValueList {
  const isSearched = kind === 'char' || kind === 'text' || isMoment(kind);
  const { data } = useQuery({
    ...valueCountsQuery(tab.reference, tab.query.version, column, isSearched ? search.trim() : ''),
    enabled,
  });
  return { values: data?.values ?? [], basis: useBasisText(data?.basis) };
}

/** A condition being edited. A filter that has no label here is kept unchanged. */
interface FilterDraft {
  readonly key: number;
  readonly column: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

let lastKey = 0;

/** The kind of a column's values, by name; short text if there is no such column. */
function typeOf(columns: readonly DataColumn[], name: string): string {
  const column = columns.find((one) => one.name === name);
  return column === undefined ? 'char' : valueKind(column);
}

/** The conditions for a column: for one of codes, those below one first. */
function operatorsOf(columns: readonly DataColumn[], name: string): readonly Operator[] {
  const column = columns.find((one) => one.name === name);
  const others = operatorsFor(typeOf(columns, name));
  return column?.codes === undefined ? others : [underOperator, ...others];
}

/** The default condition for a column. */
function firstOperator(columns: readonly DataColumn[], name: string): Operator {
  const [operator] = operatorsOf(columns, name);
  if (operator === undefined) throw new Error(`No condition fits the column ${name}`);
  return operator;
}

/** The filters as drafts, and those without a label. */
function draftsOf(
  filters: readonly Filter[],
  columns: readonly DataColumn[],
): { drafts: FilterDraft[]; others: Filter[] } {
  const drafts: FilterDraft[] = [];
  const others: Filter[] = [];
  for (const filter of filters) {
    const type = typeOf(columns, filter.column);
    const operator = operatorOf(filter, type);
    lastKey += 1;
    if (operator === null) others.push(filter);
    else drafts.push({ key: lastKey, column: filter.column, operator, values: valuesOf(filter, operator, type) });
  }
  return { drafts, others };
}

/** A condition on the first column, with nothing selected yet. */
function newFilterDraft(columns: readonly DataColumn[]): FilterDraft {
  const [first] = columns;
  lastKey += 1;
  return {
    key: lastKey,
    column: first?.name ?? '',
    operator: firstOperator(columns, first?.name ?? ''),
    values: [],
  };
}

/** The problem with what was typed for a condition; null for none. */
function problemOf(draft: FilterDraft, columns: readonly DataColumn[]) {
  return valueProblem(draft.operator, typeOf(columns, draft.column), draft.values);
}
