import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useEffect } from 'react';
import { type TrashedRecord, trashDays } from '#shared/api/records/trash.ts';
import type { Removal } from '#shared/rpc/editing.ts';
import { change } from '../../backend/changes.ts';
import { removalsQuery, trashQuery } from '../../backend/editing.ts';
import { calling } from '../../backend/failure.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { useLocale } from '../../state/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { EmptyTrash } from '../../ui/actions/form-actions.tsx';
import { SmallButton } from '../../ui/actions/icon-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { FailureNote, FailureText, Note } from '../../ui/states/note.tsx';
import { FailureState } from '../../ui/states/states.tsx';
import styles from './editing.module.css';
import { restoreAfterFailure, restoreRemoved } from './remove-records.ts';

/** Recent deletions, each with an undo button. */
export function Removals() {
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
        <SmallButton text={t('editing.dismiss')} onClick={calling('dismissRemoval', { removal: id })} />
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
  return <Note tone="bad">{t('editing.notFound')}</Note>;
}

/** What was deleted at a service and can be restored. */
export function Trash({ connection }: { connection: string }) {
  const locale = useLocale();
  const { data, error, refetch } = useQuery(trashQuery(connection));
  const restore = useMutation({ mutationFn: (id: number) => change('restoreTrashed', { connection, id }) });
  const empty = useMutation({ mutationFn: () => change('emptyTrash', { connection, id: null }) });
  if (error !== null) return <FailureState failure={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton height={160} aria-label={t('common.loading')} />;
  if (data === null) return <Note tone="plain">{t('editing.trashNone')}</Note>;
  const failed = restore.error ?? empty.error;
  const bytes = data.reduce((sum, one) => sum + one.bytes, 0);
  const at = restore.data;
  return (
    <div className={formStyles.form}>
      <span className="quiet">{t('editing.trashText', { days: trashDays })}</span>
      <div role="status">
        {at !== undefined && <Note tone="good">{t('editing.trashRestored', { name: placeOf(at) })}</Note>}
        {data.length === 0 && <Note tone="plain">{t('editing.trashEmpty')}</Note>}
      </div>
      <FailureNote failure={failed} />
      <ul className={styles.trash} aria-label={t('editing.trash')}>
        {data.map((entry) => (
          <li key={entry.id} className={styles.trashLine}>
            <div className={styles.removalWords}>
              <span>{entry.version === '' ? entry.label : t('editing.trashVersion', { name: entry.label })}</span>
              <span className="quiet">
                {placeOf(entry)} · {formatBytes(entry.bytes, locale)} ·{' '}
                <RelativeTime iso={entry.deleted} locale={locale} />
              </span>
            </div>
            <SmallButton
              text={t('editing.trashRestore')}
              aria-label={t('editing.trashRestoreNamed', { name: placeOf(entry) })}
              disabled={restore.isPending}
              onClick={() => restore.mutate(entry.id)}
            />
          </li>
        ))}
      </ul>
      {data.length > 0 && (
        <EmptyTrash
          count={data.length}
          size={formatBytes(bytes, locale)}
          busy={empty.isPending}
          onEmpty={() => empty.mutate()}
        />
      )}
    </div>
  );
}

/** `geo`, `geo/towns`, or `geo/towns` with the version. */
function placeOf({ namespace, dataset, version }: Pick<TrashedRecord, 'namespace' | 'dataset' | 'version'>): string {
  return [namespace, dataset, version].filter((part) => part !== '').join('/');
}
