import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { NamespaceChange } from '#shared/rpc/editing.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { changeDataset, createDataset } from '../../api/editing.ts';
import { failureOf } from '../../api/failure.ts';
import { datasetQuery } from '../../api/records.ts';
import { FailureState } from '../../ui/states.tsx';
import { EditForm } from './edit-form.tsx';
import { renameTabs } from './edited-tabs.ts';
import { useNamespace } from './use-namespace.ts';

/** A dataset is as visible as its namespace: what the form says of readers is not sent. */
function ofDataset({ published: _published, allowedGroups: _groups, ...change }: NamespaceChange) {
  return change;
}

/** The form that makes an empty dataset. */
export function NewDataset({ connection, namespace: slug }: { connection: string; namespace: string }) {
  const { namespace } = useNamespace(connection, slug);
  return (
    <EditForm
      kind="dataset"
      connection={connection}
      target={{ kind: 'namespace', connection, namespace: slug }}
      before={null}
      image=""
      taken={namespace?.datasets.map((dataset) => dataset.slug) ?? []}
      save={(change) => createDataset({ connection, namespace: slug, change: ofDataset(change) })}
    />
  );
}

/** The form that changes what is said of a dataset. */
export function DatasetEditor({ reference }: { reference: DatasetReference }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(datasetQuery(reference));
  const { namespace } = useNamespace(reference.connection, reference.namespace);
  if (data === undefined) {
    if (error !== null) return <FailureState failure={failureOf(error)} onRetry={() => void refetch()} />;
    return <Skeleton height={320} aria-label={t('common.loading')} />;
  }
  const { label, slug, description } = data.dataset;
  const others = namespace?.datasets.filter((dataset) => dataset.slug !== slug) ?? [];
  return (
    <EditForm
      kind="dataset"
      connection={reference.connection}
      target={{ kind: 'dataset', ...reference }}
      before={{ label, slug, description, published: false, groups: [], image: { kind: 'keep' } }}
      image={data.dataset.thumbnail_image || data.dataset.image}
      taken={others.map((dataset) => dataset.slug)}
      save={async (change) => {
        const written = await changeDataset({ ...reference, change: ofDataset(change) });
        renameTabs(reference, { ...reference, dataset: written.slug }, change.label ?? label);
        return written;
      }}
    />
  );
}
