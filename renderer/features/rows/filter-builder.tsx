import { ActionIcon, Button, Popover, Select } from '@mantine/core';
import { IconFilter, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/api/column.ts';
import type { Filter } from '#shared/row-query.ts';
import { columnProfileQuery } from '../../api/records.ts';
import {
  filterFrom,
  type Operator,
  operatorOf,
  operatorsFor,
  valueProblem,
  valuesOf,
} from '../../lib/filter-operators.ts';
import { useSelection } from '../../selection.ts';
import type { DatasetTab } from '../../session.ts';
import { FilterValues } from './filter-values.tsx';

/** A condition while it is being written. A filter that has no words here is kept as it is. */
interface Draft {
  readonly key: number;
  readonly column: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

interface FilterBuilderProps {
  readonly tab: DatasetTab;
  readonly columns: readonly Column[];
  readonly filters: readonly Filter[];
  readonly onApply: (filters: readonly Filter[]) => void;
}

let lastKey = 0;

function typeOf(columns: readonly Column[], name: string): string {
  return columns.find((column) => column.name === name)?.type ?? 'char';
}

function firstOperator(type: string): Operator {
  const [operator] = operatorsFor(type);
  if (operator === undefined) throw new Error(`No condition fits the type ${type}`);
  return operator;
}

/** The filters as drafts, and those that have no words here. */
function draftsOf(filters: readonly Filter[], columns: readonly Column[]): { drafts: Draft[]; others: Filter[] } {
  const drafts: Draft[] = [];
  const others: Filter[] = [];
  for (const filter of filters) {
    const operator = operatorOf(filter, typeOf(columns, filter.column));
    lastKey += 1;
    if (operator === null) others.push(filter);
    else drafts.push({ key: lastKey, column: filter.column, operator, values: valuesOf(filter, operator) });
  }
  return { drafts, others };
}

/** The button of the filters, and under it the conditions to write. They take effect together. */
export function FilterBuilder({ tab, columns, filters, onApply }: FilterBuilderProps) {
  const { t } = useTranslation();
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
        <Button
          variant="default"
          className="filter-button"
          data-on={filters.length > 0 || undefined}
          size="compact-sm"
          leftSection={<IconFilter size={14} stroke={1.5} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {t('filters.button')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filters.title')}>
        {opened && (
          <FilterForm
            tab={tab}
            columns={columns}
            filters={filters}
            onApply={(changed) => {
              onApply(changed);
              setOpened(false);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterForm({ tab, columns, filters, onApply }: FilterBuilderProps) {
  const { t } = useTranslation();
  const [{ drafts, others }, setConditions] = useState(() => {
    const conditions = draftsOf(filters, columns);
    return conditions.drafts.length > 0 ? conditions : { ...conditions, drafts: [newDraft(columns)] };
  });
  const [tried, setTried] = useState(false);
  const setDrafts = (changed: readonly Draft[]) => setConditions({ drafts: [...changed], others });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (drafts.some((draft) => problemOf(draft, columns) !== null)) return;
    onApply([...others, ...drafts.map((draft) => filterFrom(draft.column, draft.operator, draft.values))]);
  };
  return (
    <form className="filter-form" onSubmit={onSubmit} noValidate>
      <p className="quiet">{drafts.length === 0 ? t('filters.none') : t('filters.explain')}</p>
      {drafts.map((draft) => (
        <DraftLine
          key={draft.key}
          tab={tab}
          draft={draft}
          columns={columns}
          tried={tried}
          onChange={(changed) => setDrafts(drafts.map((each) => (each.key === draft.key ? changed : each)))}
          onRemove={() => setDrafts(drafts.filter((each) => each.key !== draft.key))}
        />
      ))}
      <div className="filter-actions">
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setDrafts([...drafts, newDraft(columns)])}
        >
          {t('filters.add')}
        </Button>
        <span className="rows-toolbar-space" />
        <Button variant="default" onClick={() => onApply([])}>
          {t('filters.clear')}
        </Button>
        <Button type="submit">{t('filters.apply')}</Button>
      </div>
    </form>
  );
}

function newDraft(columns: readonly Column[]): Draft {
  const [first] = columns;
  lastKey += 1;
  return { key: lastKey, column: first?.name ?? '', operator: firstOperator(first?.type ?? 'char'), values: [] };
}

function problemOf(draft: Draft, columns: readonly Column[]) {
  return valueProblem(draft.operator, typeOf(columns, draft.column), draft.values);
}

interface DraftLineProps {
  readonly tab: DatasetTab;
  readonly draft: Draft;
  readonly columns: readonly Column[];
  readonly tried: boolean;
  readonly onChange: (draft: Draft) => void;
  readonly onRemove: () => void;
}

function DraftLine({ tab, draft, columns, tried, onChange, onRemove }: DraftLineProps) {
  const { t } = useTranslation();
  const type = typeOf(columns, draft.column);
  const operators = operatorsFor(type);
  const wantsProfile = type !== 'geometry' && draft.operator.inputs !== 'none';
  const { data: profile } = useQuery({
    ...columnProfileQuery(tab.reference, tab.query.version, draft.column),
    enabled: wantsProfile,
  });
  const extent = useSelection((selection) => selection.extents[tab.id]);
  const chooseColumn = (column: string | null) => {
    if (column === null) return;
    const kept = operatorsFor(typeOf(columns, column)).find((operator) => operator.id === draft.operator.id);
    onChange({ ...draft, column, operator: kept ?? firstOperator(typeOf(columns, column)) });
  };
  return (
    <div className="filter-line">
      <Select
        aria-label={t('filters.column')}
        data={columns.map((column) => ({ value: column.name, label: column.label || column.name }))}
        value={draft.column}
        onChange={chooseColumn}
        allowDeselect={false}
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
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        w={160}
      />
      <FilterValues
        operator={draft.operator}
        values={draft.values}
        problem={tried ? problemOf(draft, columns) : null}
        profile={profile}
        extent={extent}
        onChange={(values) => onChange({ ...draft, values })}
      />
      <ActionIcon aria-label={t('filters.remove')} onClick={onRemove}>
        <IconTrash size={15} stroke={1.5} aria-hidden />
      </ActionIcon>
    </div>
  );
}
