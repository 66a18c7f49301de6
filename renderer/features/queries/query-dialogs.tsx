import { Modal } from '@mantine/core';
import { type TFunction, t } from 'i18next';
import { type ReactNode, useState } from 'react';
import type { QuerySummary } from '#shared/rpc/calls/queries.ts';
import { callBackend } from '../../backend/port.ts';
import { changeSavedQuery } from '../../backend/queries.ts';
import { closeDialog, type QueryDialog, useDialog, useDialogMutation } from '../../state/dialogs.ts';
import { setSaved, useTabs } from '../../state/tab.ts';
import formStyles from '../../ui/actions/form.module.css';
import { FormActions, formHandler, RemoveActions } from '../../ui/actions/form-actions.tsx';
import { TextField } from '../../ui/fields.tsx';
import { EmbedForm } from './embed-dialog.tsx';
import { IncompleteView, PartlySaved, UnsupportedQuery } from './incomplete-view.tsx';
import { QueryFailure, RunQuery } from './run-query.tsx';
import { SaveQuery } from './save-query.tsx';

function contentOf(t: TFunction, dialog: QueryDialog): { title: string; body: ReactNode } {
  switch (dialog.kind) {
    case 'save':
      return {
        title: t(dialog.drawn === undefined ? 'queries.saveTitle' : 'queries.saveChartTitle'),
        body: <SaveQuery tab={dialog.tab} drawn={dialog.drawn} />,
      };
    case 'embed':
      return { title: t('embed.title'), body: <EmbedForm tab={dialog.tab} /> };
    case 'run':
      return { title: t('queries.runTitle', { label: dialog.query.label }), body: <RunQuery query={dialog.query} /> };
    case 'rename':
      return { title: t('queries.renameTitle'), body: <RenameQuery query={dialog.query} /> };
    case 'delete':
      return { title: t('queries.deleteTitle'), body: <DeleteQuery query={dialog.query} /> };
    case 'unsupported':
      return { title: t('queries.unsupportedTitle'), body: <UnsupportedQuery query={dialog.query} /> };
    case 'partly-saved':
      return { title: t('queries.saveTitle'), body: <PartlySaved {...dialog} /> };
    case 'incomplete':
      return { title: t('queries.incompleteTitle'), body: <IncompleteView {...dialog} /> };
  }
}

/** The dialogs about saved queries and shared views, one at a time. */
export function QueryDialogs() {
  const { dialog, layer } = useDialog('queries');
  const content = dialog === null ? null : contentOf(t, dialog);
  return (
    <Modal
      opened={content !== null}
      {...layer}
      title={content?.title}
      size={dialog?.kind === 'run' || dialog?.kind === 'embed' ? 760 : 480}
    >
      {content?.body}
    </Modal>
  );
}

/** Keeps the tabs of a deleted query open, as views that belong to no query. */
function freeTabs(url: string): void {
  for (const tab of useTabs.getState().tabs) if (tab.saved?.url === url) setSaved(tab.id, null);
}

function DeleteQuery({ query }: { query: QuerySummary }) {
  const remove = useDialogMutation(
    'queries',
    () => callBackend('deleteQuery', { connection: query.reference.connection, url: query.url }),
    () => freeTabs(query.url),
  );
  return (
    <div className={formStyles.form}>
      <span>{t('queries.deleteText', { label: query.label })}</span>
      {remove.error !== null && (
        <QueryFailure error={remove.error} act="change" connection={query.reference.connection} />
      )}
      <RemoveActions
        action={t('queries.deleteAction')}
        busy={remove.isPending}
        onCancel={() => closeDialog('queries')}
        onRemove={() => remove.mutate()}
      />
    </div>
  );
}

/** The tabs of a saved query carry its name. */
function renameTabs(url: string, label: string): void {
  for (const tab of useTabs.getState().tabs) if (tab.saved?.url === url) setSaved(tab.id, { url, label });
}

function RenameQuery({ query }: { query: QuerySummary }) {
  const [label, setLabel] = useState(query.label);
  const [tried, setTried] = useState(false);
  const rename = useDialogMutation(
    'queries',
    () => changeSavedQuery(query, { label: label.trim() }),
    (renamed) => renameTabs(query.url, renamed.query.label),
  );
  const submit = () => {
    setTried(true);
    if (label.trim() !== '') rename.mutate();
  };
  return (
    <form className={formStyles.form} onSubmit={formHandler(submit)} noValidate>
      <TextField
        label={t('queries.label')}
        value={label}
        maxLength={255}
        data-autofocus
        error={tried && label.trim() === '' ? t('queries.labelMissing') : null}
        onChange={setLabel}
      />
      {rename.error !== null && (
        <QueryFailure error={rename.error} act="change" connection={query.reference.connection} />
      )}
      <FormActions action={t('queries.renameAction')} busy={rename.isPending} onCancel={() => closeDialog('queries')} />
    </form>
  );
}
