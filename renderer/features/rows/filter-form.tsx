import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/api/column.ts';
import type { Filter } from '#shared/row-query.ts';
import { filterFrom } from '../../lib/filter-operators.ts';
import type { DatasetTab } from '../../session.ts';
import { type Draft, draftsOf, newDraft, problemOf } from './filter-draft.ts';
import { FilterLine } from './filter-line.tsx';

/** Whose rows are asked, what is asked of them, and who hears of a change. */
export interface FilterFormProps {
  readonly tab: DatasetTab;
  readonly columns: readonly Column[];
  readonly filters: readonly Filter[];
  readonly onApply: (filters: readonly Filter[]) => void;
}

/** The conditions, to be written and applied together. */
export function FilterForm({ tab, columns, filters, onApply }: FilterFormProps) {
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
