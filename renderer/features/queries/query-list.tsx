import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/api/column.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { queriesQuery } from '../../backend/queries.ts';
import { sameDataset } from '../../state/tabs.ts';
import { FailureNotice } from '../../ui/states/states.tsx';
import styles from './queries.module.css';
import { QueryLine } from './query-line.tsx';

/** The saved queries of a dataset: to open, count, rename, delete and share. */
export function QueryList({ reference, columns }: { reference: DatasetReference; columns: readonly Column[] }) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(queriesQuery(reference.connection));
  const queries = data?.filter((query) => sameDataset(query.reference, reference));
  if (error !== null && !isFetching) {
    return <FailureNotice failure={error} onRetry={refetch} />;
  }
  if (queries === undefined) return <p className="quiet">{t('common.loading')}</p>;
  if (queries.length === 0) {
    return (
      <p className={`${styles.none} quiet`}>
        {t('queries.emptyTitle')}. {t('queries.emptyText')}
      </p>
    );
  }
  return (
    <ul className={styles.list}>
      {queries.map((query) => (
        <QueryLine key={query.url} query={query} columns={columns} />
      ))}
    </ul>
  );
}
