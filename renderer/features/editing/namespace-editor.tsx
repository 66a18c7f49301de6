import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changeNamespace, createNamespace } from '../../api/editing.ts';
import { failureOf } from '../../api/failure.ts';
import { FailureState } from '../../ui/states.tsx';
import { EditForm } from './edit-form.tsx';
import { Gone } from './gone.tsx';
import { useNamespace } from './use-namespace.ts';

/** The form that makes a namespace. */
export function NewNamespace({ connection }: { connection: string }) {
  const { others } = useNamespace(connection, '');
  return (
    <EditForm
      kind="namespace"
      connection={connection}
      target={{ kind: 'service', connection }}
      before={null}
      image=""
      taken={others.map(({ slug }) => slug)}
      save={(change) => createNamespace({ connection, change })}
    />
  );
}

/** The form that changes a namespace. */
export function NamespaceEditor({ connection, namespace: slug }: { connection: string; namespace: string }) {
  const { t } = useTranslation();
  const { namespace, others, error, isPending, refetch } = useNamespace(connection, slug);
  if (namespace === undefined) {
    if (error !== null) return <FailureState failure={failureOf(error)} onRetry={refetch} />;
    return isPending ? <Skeleton height={320} aria-label={t('common.loading')} /> : <Gone />;
  }
  const { label, description, published, allowed_groups: groups } = namespace;
  return (
    <EditForm
      kind="namespace"
      connection={connection}
      target={{ kind: 'namespace', connection, namespace: slug }}
      before={{ label, slug, description, published, groups, image: { kind: 'keep' } }}
      image={namespace.thumbnail_image || namespace.image}
      taken={others.map((each) => each.slug)}
      save={(change) => changeNamespace({ connection, namespace: slug, change })}
    />
  );
}
