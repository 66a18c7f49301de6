import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Note } from '../states/note.tsx';
import styles from './form.module.css';
import { RemoveActions } from './form-actions.tsx';

interface EmptyTrashProps {
  /** Number of deletions in it. */
  readonly count: number;
  /** The space that it takes. */
  readonly size: string;
  /** Whether it is being emptied. */
  readonly busy: boolean;
  readonly onEmpty: () => void;
}

/** Empties the trash after a question. */
export function EmptyTrash({ count, size, busy, onEmpty }: EmptyTrashProps) {
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  if (!asks) {
    return (
      <div className={styles.actions}>
        <Button variant="default" size="compact-xs" onClick={() => setAsks(true)}>
          {t('editing.trashEmptyAll', { size })}
        </Button>
      </div>
    );
  }
  return (
    <>
      <Note tone="warning">{t('editing.trashAsk', { count })}</Note>
      <RemoveActions action={t('editing.trashDelete')} busy={busy} onCancel={() => setAsks(false)} onRemove={onEmpty} />
    </>
  );
}
