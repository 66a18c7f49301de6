import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { QuerySummary } from '#shared/rpc/calls/queries.ts';
import { deleteQuery } from '../../backend/service/queries.ts';
import { closerOf } from '../../dialogs/closer.ts';
import { closeQueryDialog, useQueryDialog } from '../../dialogs/query-dialogs.ts';
import { noteSaved, useSession } from '../../state/session.ts';
import formStyles from '../../ui/actions/form.module.css';
import { RemoveActions } from '../../ui/actions/remove-actions.tsx';
import { QueryFailure } from './query-failure.tsx';

/** Its tabs stay open, as views that no longer belong to a query. */
function freeTabs(url: string): void {
  for (const tab of useSession.getState().tabs) if (tab.saved?.url === url) noteSaved(tab.id, null);
}

/** Asks for confirmation before a query is deleted. */
export function DeleteQuery({ query }: { query: QuerySummary }) {
  const { t } = useTranslation();
  const remove = useMutation({
    mutationFn: () => deleteQuery(query),
    onMutate: () => closerOf(useQueryDialog),
    onSuccess(_deleted, _sent, close) {
      freeTabs(query.url);
      close();
    },
  });
  return (
    <div className={formStyles.form}>
      <span>{t('queries.deleteText', { label: query.label })}</span>
      {remove.error !== null && (
        <QueryFailure error={remove.error} act="change" connection={query.reference.connection} />
      )}
      <RemoveActions
        action={t('queries.deleteAction')}
        busy={remove.isPending}
        onCancel={closeQueryDialog}
        onRemove={() => remove.mutate()}
      />
    </div>
  );
}
