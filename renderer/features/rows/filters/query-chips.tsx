import { Pill } from '@mantine/core';
import { t } from 'i18next';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { type RowQuery, selectsOrSorts } from '#shared/row-query.ts';
import { useDescribedColumns } from '../../../backend/codes.ts';
import { copyText } from '../../../backend/shell.ts';
import { filterText, viewAddress } from '../../../lib/query/filter-text.ts';
import { collationText } from '../../../lib/query/query-text.ts';
import { clearQuery, removeCondition, removeOrdering } from '../../../state/query-edits.ts';
import { changeQuery, type DatasetTab } from '../../../state/tab.ts';
import { CopyButton, SmallButton } from '../../../ui/actions/icon-button.tsx';
import chipsStyles from '../../../ui/layout/chips.module.css';
import styles from './query-chips.module.css';

/**
 * A query's conditions as removable chips, and the address of the same rows at the service; a file has none. One line
 * that is always there: conditions that come and go never move what is below, which may be under the pointer.
 */
export function QueryChips({ tab, dataset }: { tab: DatasetTab; dataset: Dataset }) {
  const { query } = tab;
  const columns = useDescribedColumns(tab.reference, dataset, query.version);
  const onChange = (change: Partial<RowQuery>) => changeQuery(tab.id, change);
  const labelOf = (name: string) => columns.find((column) => column.name === name)?.label || name;
  const address = viewAddress(dataset.data, query);
  const asks = selectsOrSorts(query);
  return (
    // biome-ignore lint/a11y/useSemanticElements: conditions are no fields of a form.
    <div role="group" className={`${chipsStyles.chips} ${styles.queryBar}`} aria-label={t('filters.active')}>
      <div className={styles.queryBarChips}>
        {!asks && <span className="quiet">{t('filters.none')}</span>}
        {query.join === 'or' && query.filters.length > 1 && (
          <Chip text={t('figures.anyChip')} onRemove={() => onChange({ join: undefined })} />
        )}
        {query.filters.map((filter, position) => (
          <Chip
            // biome-ignore lint/suspicious/noArrayIndexKey: the same condition may stand twice; they have no other identity.
            key={`${position} ${filter.column} ${filter.lookup} ${filter.value}`}
            text={filterText(
              t,
              filter,
              columns.find((column) => column.name === filter.column),
            )}
            onRemove={() => removeCondition(tab.id, position)}
          />
        ))}
        {query.search !== '' && (
          <Chip text={t('filters.searchChip', { text: query.search })} onRemove={() => onChange({ search: '' })} />
        )}
        {query.ordering.map((term) => (
          <Chip
            key={`ordering ${term.column}`}
            text={t(term.descending ? 'filters.descending' : 'filters.ascending', { column: labelOf(term.column) })}
            onRemove={() => removeOrdering(tab.id, term.column)}
          />
        ))}
        {query.collation !== undefined && query.ordering.length > 0 && (
          <Chip text={collationText(t, query.collation)} onRemove={() => onChange({ collation: undefined })} />
        )}
      </div>
      {asks && (
        <>
          <SmallButton text={t('filters.clear')} variant="subtle" color="gray" onClick={() => clearQuery(tab.id)} />
          {tab.file === undefined && (
            <>
              <span className={`${styles.chipsAddress} mono`} data-tooltip={address}>
                {address}
              </span>
              <CopyButton label={t('filters.copyAddress')} text={address} copy={copyText} />
            </>
          )}
        </>
      )}
    </div>
  );
}

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <Pill
      className={styles.chip}
      size="sm"
      data-tooltip={text}
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ 'aria-label': t('filters.removeNamed', { what: text }), 'aria-hidden': false, tabIndex: 0 }}
    >
      {text}
    </Pill>
  );
}
