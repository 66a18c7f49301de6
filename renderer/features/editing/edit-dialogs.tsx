import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { type ReactNode, useState } from 'react';
import { trashDays } from '#shared/api/records/trash.ts';
import type { EditableTarget } from '#shared/rpc/editing.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
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
      return { title: t('editing.newNamespaceOn', { name: where }), body: <NewNamespace connection={connection} /> };
    case 'trash':
      return { title: t('editing.trashOf', { name: where }), body: <Trash connection={connection} /> };
    case 'edit-namespace':
      return { title: t('editing.editTitle', { name }), body: <NamespaceEditor {...dialog} /> };
    case 'publish-namespace':
      return { title: t('editing.publishTitle', { name }), body: <PublishNamespace {...dialog} /> };
    case 'new-dataset':
      return { title: t('editing.newDatasetTitle', { name }), body: <NewDataset {...dialog} /> };
    case 'remove-namespace':
      return { title: t('editing.removeTitle', { name }), body: <RemoveNamespace {...dialog} /> };
    case 'edit-dataset': {
      const { reference } = dialog;
      const dataset = namespace?.datasets.find((each) => each.slug === reference.dataset);
      return {
        title: t('editing.editTitle', { name: dataset?.label || reference.dataset }),
        body: <DatasetEditor reference={reference} />,
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

function NewNamespace({ connection }: { connection: string }) {
  const { others } = useNamespace(connection, '');
  return (
    <EditForm
      kind="namespace"
      connection={connection}
      target={{ kind: 'service', connection }}
      base={null}
      taken={others.map(({ slug }) => slug)}
      save={(fields) => change('createNamespace', { connection, change: fields })}
    />
  );
}

interface RecordEditorProps {
  readonly target: EditableTarget;
  /** The form for the record as it was read. */
  readonly children: (base: EditBase) => ReactNode;
}

function RecordEditor({ target, children }: RecordEditorProps) {
  const { data, error, refetch } = useQuery(editableQuery(target));
  if (data !== undefined) return children(baseOf(data));
  if (error === null) return <Skeleton height={320} aria-label={t('common.loading')} />;
  return failureOf(error).kind === 'not-found' ? <Gone /> : <FailureState failure={error} onRetry={refetch} />;
}

function NamespaceEditor({ connection, namespace: slug }: { connection: string; namespace: string }) {
  const { others } = useNamespace(connection, slug);
  const target = { kind: 'namespace', connection, namespace: slug } as const;
  return (
    <RecordEditor target={target}>
      {(base) => (
        <EditForm
          kind="namespace"
          connection={connection}
          target={target}
          base={base}
          taken={others.map((each) => each.slug)}
          save={async (fields, seen) => {
            const { namespace } = seen?.target ?? target;
            const etag = seen?.etag ?? null;
            const written = await change('changeNamespace', {
              connection,
              namespace,
              change: fields,
              ...(etag === null ? {} : { etag }),
            });
            moveTabs(connection, slug, written.slug);
            return written;
          }}
        />
      )}
    </RecordEditor>
  );
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

/** A dataset has the visibility of its namespace, so the form's readers are not sent. */
function ofDataset({ published: _published, allowedGroups: _groups, ...change }: RecordChange) {
  return change;
}

function NewDataset({ connection, namespace: slug }: { connection: string; namespace: string }) {
  const { namespace } = useNamespace(connection, slug);
  return (
    <EditForm
      kind="dataset"
      connection={connection}
      target={{ kind: 'namespace', connection, namespace: slug }}
      base={null}
      taken={namespace?.datasets.map((dataset) => dataset.slug) ?? []}
      save={(fields) => change('createDataset', { connection, namespace: slug, change: ofDataset(fields) })}
    />
  );
}

function DatasetEditor({ reference }: { reference: DatasetReference }) {
  const target = { kind: 'dataset', ...reference } as const;
  const { namespace } = useNamespace(reference.connection, reference.namespace);
  return (
    <RecordEditor target={target}>
      {(base) => (
        <EditForm
          kind="dataset"
          connection={reference.connection}
          target={target}
          base={base}
          taken={namespace?.datasets.map((dataset) => dataset.slug) ?? []}
          save={async (fields, seen) => {
            const { kind: _, ...place } = seen?.target.kind === 'dataset' ? seen.target : target;
            const { etag, draft } = seen ?? base;
            const condition = etag === null ? {} : { etag };
            const written = await change('changeDataset', { ...place, change: ofDataset(fields), ...condition });
            renameTabs(reference, { ...place, dataset: written.slug }, fields.label ?? draft.label);
            return written;
          }}
        />
      )}
    </RecordEditor>
  );
}
