import { useTranslation } from 'react-i18next';
import type { RowQuery } from '#shared/row-query.ts';
import { EmptyState } from '../../ui/states/states.tsx';
import styles from './rows.module.css';

/** Shown below the headings if there are no rows. */
export function NoRows({ query }: { query: RowQuery }) {
  const { t } = useTranslation();
  const asksAll = query.filters.length === 0 && query.search === '';
  return (
    <div className={styles.none}>
      {asksAll ? (
        <EmptyState title={t('rows.emptyTitle')} text={t('rows.emptyText')} />
      ) : (
        <EmptyState title={t('rows.noMatchTitle')} text={t('rows.noMatchText')} />
      )}
    </div>
  );
}
