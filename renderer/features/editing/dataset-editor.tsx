import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { changeDataset, createDataset, editableQuery } from '../../backend/editing.ts';
import { failureOf } from '../../lib/format/failure-texts.ts';
import { FailureState } from '../../ui/states/states.tsx';
import { baseOf } from './concurrent-change.ts';
import type { RecordChange } from './edit-draft.ts';
import { EditForm } from './edit-form.tsx';
import { renameTabs } from './edited-tabs.ts';
import { Gone } from './removals.tsx';
import { useNamespace } from './use-namespace.ts';

/** A dataset has the visibility of its namespace, so the form's readers are not sent. */
function ofDataset({ published: _published, allowedGroups: _groups, ...change }: RecordChange) {
  return change;
}

/** The form that creates an empty dataset. */
export function NewDataset({ connection, namespace: slug }: { connection: string; namespace: string }) {
  const { namespace } = useNamespace(connection, slug);
  return (
    <EditForm
      kind="dataset"
      connection={connection}
      target={{ kind: 'namespace', connection, namespace: slug }}
      base={null}
      taken={namespace?.datasets.map((dataset) => dataset.slug) ?? []}
      save={(change) => createDataset({ connection, namespace: slug, change: ofDataset(change) })}
    />
  );
}

/** The form that edits a dataset. */
export function DatasetEditor({ reference }: { reference: DatasetReference }) {
  const { t } = useTranslation();
  const { connection, namespace: place, dataset: slug } = reference;
  const target = { kind: 'dataset', connection, namespace: place, dataset: slug } as const;
  const { data, error, refetch } = useQuery(editableQuery(target));
  const { namespace } = useNamespace(reference.connection, reference.namespace);
  if (data === undefined) {
    if (error === null) return <Skeleton height={320} aria-label={t('common.loading')} />;
    const failure = failureOf(error);
    return failure.kind === 'not-found' ? <Gone /> : <FailureState failure={failure} onRetry={refetch} />;
  }
  return (
    <EditForm
      kind="dataset"
      connection={reference.connection}
      target={target}
      base={baseOf(data)}
      taken={namespace?.datasets.map((dataset) => dataset.slug) ?? []}
      save={async (change, seen) => {
        const now = seen?.target.kind === 'dataset' ? seen.target : target;
        const { etag, draft } = seen ?? baseOf(data);
        const condition = etag === null ? {} : { etag };
        const { kind: _, ...place } = now;
        const written = await changeDataset({ ...place, change: ofDataset(change), ...condition });
        renameTabs(reference, { ...place, dataset: written.slug }, change.label ?? draft.label);
        return written;
      }}
    />
  );
}
