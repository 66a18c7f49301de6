import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from '../publish.module.css';
import { changeItems, closeItem } from '../publish-store.ts';
import type { Batch } from './batch.ts';

/** Beside the preview of a listed file: the way back. */
export function ItemSide({ batch, id }: { batch: Batch; id: number }) {
  const { t } = useTranslation();
  const leaveOut = () => {
    changeItems(new Set([id]), (item) => ({ ...item, used: false }));
    closeItem();
  };
  return (
    <section className={styles.side} aria-label={t('publish.batchFiles')}>
      <div className={styles.destination}>
        <p>{t('publish.batchItemText', { count: batch.items.length })}</p>
      </div>
      <div className={`${styles.foot} ${styles.buttons}`}>
        <Button variant="default" onClick={leaveOut}>
          {t('publish.batchLeaveOut')}
        </Button>
        <Button data-autofocus onClick={closeItem}>
          {t('publish.batchBack')}
        </Button>
      </div>
    </section>
  );
}
