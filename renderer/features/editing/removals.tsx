import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Removal } from '#shared/rpc/editing.ts';
import { removalsQuery } from '../../backend/editing.ts';
import { reportFailure } from '../../backend/failure.ts';
import { callBackend } from '../../backend/port.ts';
import { FailureText } from '../../ui/states/failure-note.tsx';
import { Note } from '../../ui/states/note.tsx';
import styles from './editing.module.css';
import { restoreAfterFailure, restoreRemoved } from './remove-records.ts';

/** Recent deletions, each with an undo button. */
export function Removals() {
  const { t } = useTranslation();
  const { data = [] } = useQuery(removalsQuery);
  return (
    <section className={styles.removals} aria-label={t('editing.removals')} aria-live="polite">
      {data.map((removal) => (
        <Line key={removal.id} removal={removal} />
      ))}
    </section>
  );
}

function Line({ removal: { id, label: name, state, failure } }: { removal: Removal }) {
  const { t } = useTranslation();
  useEffect(() => {
    if (state === 'failed') restoreAfterFailure(id);
  }, [id, state]);
  if (state === 'failed') {
    return (
      <div className={styles.removal}>
        <div className={styles.removalWords} data-bad>
          <span>{t('editing.removeFailed', { name })}</span>
          {failure !== null && (
            <span>
              <FailureText failure={failure} />
            </span>
          )}
        </div>
        <Button
          variant="default"
          size="compact-xs"
          onClick={() => void callBackend('dismissRemoval', { removal: id }).catch(reportFailure)}
        >
          {t('editing.dismiss')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.removal}>
      <span className={styles.removalWords}>
        {state === 'waiting' ? t('editing.removed', { name }) : t('editing.removing', { name })}
      </span>
      {state === 'waiting' && (
        <Button size="compact-xs" aria-label={t('editing.undoNamed', { name })} onClick={() => void restoreRemoved(id)}>
          {t('editing.undo')}
        </Button>
      )}
    </div>
  );
}

/** Shown in a dialog whose record has been deleted meanwhile. */
export function Gone() {
  const { t } = useTranslation();
  return <Note tone="bad">{t('editing.notFound')}</Note>;
}
