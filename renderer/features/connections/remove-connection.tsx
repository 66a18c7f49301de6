import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Connection } from '#shared/rpc/records.ts';
import { removeConnection } from '../../backend/connections.ts';
import { failureOf } from '../../backend/failure.ts';
import { closerOf } from '../../dialogs/closer.ts';
import { closeDialog, useDialog } from '../../dialogs/dialogs.ts';
import formStyles from '../../ui/actions/form.module.css';
import { RemoveActions } from '../../ui/actions/remove-actions.tsx';
import { FailureNote } from '../../ui/states/failure-note.tsx';

/** Asks for confirmation before a connection and its token are removed. */
export function RemoveConnection({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  // The connection leaves the list, and with it this dialog the screen, possibly before the answer comes.
  const remove = useMutation({
    mutationFn: () => removeConnection(connection.id),
    onMutate: () => closerOf(useDialog),
    onSuccess: (_removed, _sent, close) => close(),
  });
  return (
    <div className={formStyles.form}>
      <span>{t('connections.removeText', { name: connection.name })}</span>
      {remove.error !== null && <FailureNote failure={failureOf(remove.error)} />}
      <RemoveActions
        action={t('connections.removeAction')}
        busy={remove.isPending}
        onCancel={closeDialog}
        onRemove={() => remove.mutate()}
      />
    </div>
  );
}
