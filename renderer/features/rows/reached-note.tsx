import { useTranslation } from 'react-i18next';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { useRowsReached } from '../../backend/service/rows-reached.ts';
import styles from './rows.module.css';

/** Shows the progress towards the requested rows if a service only provides them page by page. */
export function ReachedNote({ reference }: { reference: DatasetReference }) {
  const { t } = useTranslation();
  const way = useRowsReached(reference);
  if (way === null) return null;
  const { reached, requested } = way;
  return (
    <div className={styles.reached} role="status" data-tooltip={t('reached.why')}>
      <span>{t('reached.row', { reached, requested })}</span>
      <progress max={Math.max(1, requested)} value={Math.min(reached, requested)} aria-label={t('reached.why')} />
    </div>
  );
}
