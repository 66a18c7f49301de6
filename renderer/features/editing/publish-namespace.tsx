import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/failure.ts';
import { groupsQuery } from '../../api/service/groups.ts';
import { closeEditDialog } from '../../dialogs/edit-dialogs.ts';
import { Note } from '../../ui/states/note.tsx';
import { FailureState } from '../../ui/states/states.tsx';
import { Gone } from './removal/removed.tsx';
import { setPublished } from './set-visibility.tsx';
import { useNamespace } from './use-namespace.ts';

interface Place {
  readonly connection: string;
  readonly namespace: string;
}

/** Maximum number of datasets that are listed by name. */
const maxListed = 8;

/** Says who can read which datasets before a namespace is published. */
export function PublishNamespace({ connection, namespace: slug }: Place) {
  const { t } = useTranslation();
  const { namespace, isPending, error, refetch } = useNamespace(connection, slug);
  const { data: groups = [] } = useQuery(groupsQuery(connection));
  if (isPending) return <Skeleton height={160} aria-label={t('common.loading')} />;
  if (namespace === undefined) {
    return error === null ? <Gone /> : <FailureState failure={failureOf(error)} onRetry={refetch} />;
  }
  const { allowed_groups: allowed, label } = namespace;
  const datasets = namespace.datasets.filter(({ hidden }) => hidden !== true);
  const names = allowed.map((address) => groups.find(({ url }) => url === address)?.name ?? String(address));
  const count = datasets.length;
  const publish = () => {
    closeEditDialog();
    void setPublished(t, { connection, namespace: slug }, label || slug, true);
  };
  return (
    <div className="form">
      <Note tone="warning">
        {names.length === 0
          ? t('editing.publishToAll', { count })
          : t('editing.publishToGroups', { count, groups: names.join(', ') })}
      </Note>
      {count > 0 && (
        <ul className="published-datasets">
          {datasets.slice(0, maxListed).map((dataset) => (
            <li key={dataset.slug}>{dataset.label || dataset.slug}</li>
          ))}
          {count > maxListed && <li className="quiet">{t('editing.publishMore', { count: count - maxListed })}</li>}
        </ul>
      )}
      <div className="form-actions">
        <Button variant="default" data-autofocus onClick={closeEditDialog}>
          {t('common.cancel')}
        </Button>
        <Button onClick={publish}>{t('editing.publish')}</Button>
      </div>
    </div>
  );
}
