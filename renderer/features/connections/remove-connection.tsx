import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Connection } from '#shared/rpc/records.ts';
import { removeConnection } from '../../api/connections.ts';
import { failureOf } from '../../api/failure.ts';
import { closeDialog } from '../../dialogs/dialogs.ts';
import { RemoveActions } from '../../ui/actions/remove-actions.tsx';
import { FailureNote } from '../../ui/states/failure-note.tsx';

/** Asks for confirmation before a connection and its token are removed. */
export function RemoveConnection({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  const remove = useMutation({ mutationFn: () => removeConnection(connection.id), onSuccess: closeDialog });
  return (
    <div className="form">
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
