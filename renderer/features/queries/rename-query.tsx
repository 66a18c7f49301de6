import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuerySummary } from '#shared/rpc/calls/queries.ts';
import { changeSavedQuery } from '../../backend/service/queries.ts';
import { closerOf } from '../../dialogs/closer.ts';
import { closeQueryDialog, useQueryDialog } from '../../dialogs/query-dialogs.ts';
import { noteSaved, useSession } from '../../state/session.ts';
import formStyles from '../../ui/actions/form.module.css';
import { FormActions } from '../../ui/actions/form-actions.tsx';
import { QueryFailure } from './query-failure.tsx';

/** The tabs of a saved query carry its name. */
function renameTabs(url: string, label: string): void {
  for (const tab of useSession.getState().tabs) if (tab.saved?.url === url) noteSaved(tab.id, { url, label });
}

/** The form that renames a saved query. */
export function RenameQuery({ query }: { query: QuerySummary }) {
  const { t } = useTranslation();
  const [label, setLabel] = useState(query.label);
  const [tried, setTried] = useState(false);
  const rename = useMutation({
    mutationFn: () => changeSavedQuery(query, { label: label.trim() }),
    onMutate: () => closerOf(useQueryDialog),
    onSuccess({ query: renamed }, _sent, close) {
      renameTabs(query.url, renamed.label);
      close();
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (label.trim() !== '') rename.mutate();
  };
  return (
    <form className={formStyles.form} onSubmit={onSubmit} noValidate>
      <TextInput
        label={t('queries.label')}
        value={label}
        maxLength={255}
        data-autofocus
        error={tried && label.trim() === '' ? t('queries.labelMissing') : null}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      {rename.error !== null && (
        <QueryFailure error={rename.error} act="change" connection={query.reference.connection} />
      )}
      <FormActions action={t('queries.renameAction')} busy={rename.isPending} onCancel={closeQueryDialog} />
    </form>
  );
}
