import { Box, Button, Popover, SegmentedControl } from '@mantine/core';
import { IconFilter, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter, RowQuery } from '#shared/row-query.ts';
import { groupsRowsQuery } from '../../../backend/statistics.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { filterFrom } from '../../../lib/query/filter-operators.ts';
import type { DatasetTab } from '../../../state/tab.ts';
import { formHandler } from '../../../ui/actions/form-actions.tsx';
import styles from '../rows.module.css';
import { draftsOf, type FilterDraft, FilterLine, newFilterDraft, problemOf, typeOf } from './filter-line.tsx';

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
  const { t } = useTranslation();
  const [{ drafts, others }, setConditions] = useState(() => {
    const conditions = draftsOf(filters, columns);
    return conditions.drafts.length > 0 ? conditions : { ...conditions, drafts: [newFilterDraft(columns)] };
  });
  const [chosenJoin, setJoin] = useState(join);
  // A service that does not know the parameter would combine them with AND.
  const { data: joinsAny = false } = useQuery(groupsRowsQuery(tab.reference.connection));
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
      {hasJoin && <JoinChoice join={chosenJoin} onJoin={setJoin} />}
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
      <div className={styles.filterActions}>
        <Button
          variant="subtle"
          color="gray"
          // With the focus in the first field, its list would cover the conditions that are there already.
          data-autofocus={filters.length > 0 || undefined}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setDrafts([...drafts, newFilterDraft(columns)])}
        >
          {t('filters.add')}
        </Button>
        <Box flex={1} />
        <Button variant="default" onClick={() => onApply([], undefined)}>
          {t('filters.clear')}
        </Button>
        <Button type="submit">{t('filters.apply')}</Button>
      </div>
    </form>
  );
}

function JoinChoice({ join, onJoin }: { join: RowQuery['join']; onJoin: (join: RowQuery['join']) => void }) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      aria-label={t('figures.join')}
      data={[
        { value: 'and', label: t('figures.all') },
        { value: 'or', label: t('figures.any') },
      ]}
      value={join ?? 'and'}
      onChange={(value) => onJoin(value === 'or' ? 'or' : undefined)}
    />
  );
}

/** The filter button and its form. Conditions take effect together. */
export function FilterBuilder({ tab, columns, filters, join, onApply }: FilterFormProps) {
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
          className={styles.filterButton}
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
