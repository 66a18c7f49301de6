import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { type ReactNode, useState } from 'react';
import { trashDays } from '#shared/api/records/trash.ts';
import type { EditableTarget } from '#shared/rpc/editing.ts';
import { change } from '../../backend/changes.ts';
import { editableQuery, trashQuery } from '../../backend/editing.ts';
import { useConnection } from '../../backend/records.ts';
import { connectionName } from '../../lib/format/connection-state.ts';
import { failureOf } from '../../lib/format/failure-texts.ts';
import { helpFor } from '../../lib/help.ts';
import { closeDialog, type EditDialog, useDialog } from '../../state/dialogs.ts';
import formStyles from '../../ui/actions/form.module.css';
import { formHandler } from '../../ui/actions/form-actions.tsx';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Note } from '../../ui/states/note.tsx';
import { FailureState } from '../../ui/states/states.tsx';
import { baseOf, type EditBase, type RecordChange } from './edit-draft.ts';
import { EditForm } from './edit-form.tsx';
import { PublishNamespace } from './publish-namespace.tsx';
import { Gone, Trash } from './removals.tsx';
import { moveTabs, removeSoon, renameTabs } from './remove-records.ts';
import { useNamespace } from './use-namespace.ts';

function useContent(dialog: EditDialog | null): { title: string; body: ReactNode } | null {
  const place = dialog === null ? null : dialog.kind === 'edit-dataset' ? dialog.reference : dialog;
  const connection = place?.connection ?? '';
  const slug = place !== null && 'namespace' in place ? place.namespace : '';
  const { namespace } = useNamespace(connection, slug);
  const service = useConnection(connection);
  const name = namespace?.label || slug;
  if (dialog === null) return null;
  const where = connectionName(t, service);
  switch (dialog.kind) {
    case 'new-namespace':
      return { title: t('editing.newNamespaceOn', { name: where }), body: <NewRecord connection={connection} /> };
    case 'trash':
      return { title: t('editing.trashOf', { name: where }), body: <Trash connection={connection} /> };
    case 'edit-namespace':
      return {
        title: t('editing.editTitle', { name }),
        body: <RecordEditor target={{ kind: 'namespace', connection, namespace: slug }} />,
      };
    case 'publish-namespace':
      return { title: t('editing.publishTitle', { name }), body: <PublishNamespace {...dialog} /> };
    case 'new-dataset':
      return {
        title: t('editing.newDatasetTitle', { name }),
        body: <NewRecord connection={connection} namespace={slug} />,
      };
    case 'remove-namespace':
      return { title: t('editing.removeTitle', { name }), body: <RemoveNamespace {...dialog} /> };
    case 'edit-dataset': {
      const { reference } = dialog;
      const dataset = namespace?.datasets.find((each) => each.slug === reference.dataset);
      return {
        title: t('editing.editTitle', { name: dataset?.label || reference.dataset }),
        body: <RecordEditor target={{ kind: 'dataset', ...reference }} />,
      };
    }
  }
}

/** The dialogs that create, edit and delete records, one at a time. */
export function EditDialogs() {
  const { dialog, layer } = useDialog('editing');
  const content = useContent(dialog);
  return (
    <Modal {...helpFor('publish')} opened={content !== null} {...layer} title={content?.title} size={480}>
      {content?.body}
    </Modal>
  );
}

/** The slugs of the namespaces of a connection, or of the datasets of one. */
function useSlugs(connection: string, within: string | null): readonly string[] {
  const { namespace, others } = useNamespace(connection, within ?? '');
  return (within === null ? others : (namespace?.datasets ?? [])).map(({ slug }) => slug);
}

/** A dataset has the visibility of its namespace, so the form's readers are not sent. */
function ofDataset({ published: _published, allowedGroups: _groups, ...change }: RecordChange) {
  return change;
}

/** The form for a new dataset of a namespace, or for a new namespace. */
function NewRecord({ connection, namespace = null }: { connection: string; namespace?: string | null }) {
  const isDataset = namespace !== null;
  return (
    <EditForm
      kind={isDataset ? 'dataset' : 'namespace'}
      connection={connection}
      target={isDataset ? { kind: 'namespace', connection, namespace } : { kind: 'service', connection }}
      base={null}
      taken={useSlugs(connection, namespace)}
      save={(fields) =>
        isDataset
          ? change('createDataset', { connection, namespace, change: ofDataset(fields) })
          : change('createNamespace', { connection, change: fields })
      }
    />
  );
}

/** The form for a record, as it was read. */
function RecordEditor({ target }: { target: EditableTarget }) {
  const { data, error, refetch } = useQuery(editableQuery(target));
  const taken = useSlugs(target.connection, target.kind === 'dataset' ? target.namespace : null);
  if (data === undefined) {
    if (error === null) return <Skeleton height={320} aria-label={t('common.loading')} />;
    return failureOf(error).kind === 'not-found' ? <Gone /> : <FailureState failure={error} onRetry={refetch} />;
  }
  const base = baseOf(data);
  return (
    <EditForm
      kind={target.kind}
      connection={target.connection}
      target={target}
      base={base}
      taken={taken}
      save={(fields, seen) => saveRecord(target, fields, seen ?? base)}
    />
  );
}

/** Saves a record where it was seen last, unless it has changed since. The tabs of its datasets follow it. */
async function saveRecord(opened: EditableTarget, fields: RecordChange, { target, etag, draft }: EditBase) {
  const condition = etag === null ? {} : { etag };
  const { kind: _, ...place } = target;
  if (!('dataset' in place)) {
    const written = await change('changeNamespace', { ...place, change: fields, ...condition });
    moveTabs(place.connection, opened.namespace, written.slug);
    return written;
  }
  const written = await change('changeDataset', { ...place, change: ofDataset(fields), ...condition });
  const before = 'dataset' in opened ? opened : place;
  renameTabs(before, { ...place, dataset: written.slug }, fields.label ?? draft.label);
  return written;
}

/** Asks the user to type the name of a namespace before it is deleted with all its datasets. */
function RemoveNamespace({ connection, namespace: slug }: { connection: string; namespace: string }) {
  const { namespace, isPending, error, refetch } = useNamespace(connection, slug);
  const { data: trash } = useQuery(trashQuery(connection));
  const [typed, setTyped] = useState('');
  if (isPending) return <Skeleton height={160} aria-label={t('common.loading')} />;
  if (namespace === undefined) {
    return error === null ? <Gone /> : <FailureState failure={error} onRetry={refetch} />;
  }
  const name = namespace.label || slug;
  const right = typed.trim() === name;
  const submit = () => {
    if (!right) return;
    closeDialog('editing');
    void removeSoon({ kind: 'namespace', connection, namespace: slug }, name);
  };
  return (
    <form className={formStyles.form} onSubmit={formHandler(submit)}>
      <Note tone="warning">
        {t('editing.removeText', { count: namespace.datasets.length })}{' '}
        {trash !== undefined &&
          (trash === null ? t('editing.removeForGood') : t('editing.removeToTrash', { days: trashDays }))}
      </Note>
      <TextField
        label={t('editing.removeType', { name })}
        value={typed}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        onChange={setTyped}
      />
      <div className={formStyles.actions}>
        <PlainButton text={t('common.cancel')} onClick={() => closeDialog('editing')} />
        <PlainButton text={t('editing.delete')} variant="filled" type="submit" color="red" disabled={!right} />
      </div>
    </form>
  );
}
