import { Button, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { trashDays } from '#shared/api/records/trash.ts';
import { failureOf } from '../../backend/failure.ts';
import { trashQuery } from '../../backend/service/editing.ts';
import { closeEditDialog } from '../../dialogs/edit-dialogs.ts';
import formStyles from '../../ui/actions/form.module.css';
import { Note } from '../../ui/states/note.tsx';
import { FailureState } from '../../ui/states/states.tsx';
import { removeSoon } from './remove-records.ts';
import { Gone } from './removed.tsx';
import { useNamespace } from './use-namespace.ts';

/** Asks the user to type the name of a namespace before it is deleted with all its datasets. */
export function RemoveNamespace({ connection, namespace: slug }: { connection: string; namespace: string }) {
  const { t } = useTranslation();
  const { namespace, isPending, error, refetch } = useNamespace(connection, slug);
  const { data: trash } = useQuery(trashQuery(connection));
  const [typed, setTyped] = useState('');
  if (isPending) return <Skeleton height={160} aria-label={t('common.loading')} />;
  if (namespace === undefined) {
    return error === null ? <Gone /> : <FailureState failure={failureOf(error)} onRetry={refetch} />;
  }
  const name = namespace.label || slug;
  const right = typed.trim() === name;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!right) return;
    closeEditDialog();
    void removeSoon({ kind: 'namespace', connection, namespace: slug }, name);
  };
  return (
    <form className={formStyles.form} onSubmit={onSubmit}>
      <Note tone="warning">
        {t('editing.removeText', { count: namespace.datasets.length })}{' '}
        {trash !== undefined &&
          (trash === null ? t('editing.removeForGood') : t('editing.removeToTrash', { days: trashDays }))}
      </Note>
      <TextInput
        label={t('editing.removeType', { name })}
        value={typed}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={formStyles.actions}>
        <Button variant="default" onClick={closeEditDialog}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" color="red" disabled={!right}>
          {t('editing.delete')}
        </Button>
      </div>
    </form>
  );
}
