import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../backend/failure.ts';
import { changeNamespace, createNamespace, editableQuery } from '../../backend/service/editing.ts';
import { FailureState } from '../../ui/states/states.tsx';
import { baseOf } from './concurrent-change.ts';
import { EditForm } from './edit-form.tsx';
import { moveTabs } from './edited-tabs.ts';
import { Gone } from './removed.tsx';
import { useNamespace } from './use-namespace.ts';

/** The form that creates a namespace. */
export function NewNamespace({ connection }: { connection: string }) {
  const { others } = useNamespace(connection, '');
  return (
    <EditForm
      kind="namespace"
      connection={connection}
      target={{ kind: 'service', connection }}
      base={null}
      taken={others.map(({ slug }) => slug)}
      save={(change) => createNamespace({ connection, change })}
    />
  );
}

/** The form that edits a namespace. */
export function NamespaceEditor({ connection, namespace: slug }: { connection: string; namespace: string }) {
  const { t } = useTranslation();
  const { others } = useNamespace(connection, slug);
  const target = { kind: 'namespace', connection, namespace: slug } as const;
  const { data, error, refetch } = useQuery(editableQuery(target));
  if (data === undefined) {
    if (error === null) return <Skeleton height={320} aria-label={t('common.loading')} />;
    const failure = failureOf(error);
    return failure.kind === 'not-found' ? <Gone /> : <FailureState failure={failure} onRetry={() => void refetch()} />;
  }
  return (
    <EditForm
      kind="namespace"
      connection={connection}
      target={target}
      base={baseOf(data)}
      taken={others.map((each) => each.slug)}
      save={async (change, seen) => {
        const { namespace } = seen?.target ?? target;
        const etag = seen?.etag ?? null;
        const written = await changeNamespace({ connection, namespace, change, ...(etag === null ? {} : { etag }) });
        moveTabs(connection, slug, written.slug);
        return written;
      }}
    />
  );
}
