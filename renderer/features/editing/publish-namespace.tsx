import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { readersNotice, shownToReaders } from '#shared/namespace-readers.ts';
import { useConnection } from '../../backend/records.ts';
import { serviceGroupsQuery } from '../../backend/settings.ts';
import { connectionName } from '../../lib/format/connection-state.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import { readVersionMetadata } from '../../lib/versions/version-metadata.ts';
import { closeDialog } from '../../state/dialogs.ts';
import formStyles from '../../ui/actions/form.module.css';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import { Note } from '../../ui/states/note.tsx';
import { FailureState } from '../../ui/states/states.tsx';
import { setPublished } from './edit-items.tsx';
import styles from './editing.module.css';
import { Gone } from './removals.tsx';
import { useNamespace } from './use-namespace.ts';

/** Maximum number of datasets that are listed by name. */
const maxListed = 8;

/** Says who can read which datasets before a namespace is published. */
export function PublishNamespace({ connection, namespace: slug }: { connection: string; namespace: string }) {
  const { namespace, isPending, error, refetch } = useNamespace(connection, slug);
  if (isPending) return <Skeleton height={160} aria-label={t('common.loading')} />;
  if (namespace === undefined) {
    return error === null ? <Gone /> : <FailureState failure={error} onRetry={refetch} />;
  }
  const { allowed_groups: allowedGroups, datasets, label } = namespace;
  const publish = () => {
    closeDialog('editing');
    void setPublished(t, { connection, namespace: slug }, label || slug, true);
  };
  return (
    <PublishQuestion
      connection={connection}
      datasets={datasets}
      groups={allowedGroups}
      onCancel={() => closeDialog('editing')}
      onPublish={publish}
    />
  );
}

interface PublishQuestionProps {
  readonly connection: string;
  readonly datasets: readonly Dataset[];
  /** Addresses of the only groups that can then read it; empty for everyone. */
  readonly groups: readonly string[];
  readonly onCancel: () => void;
  readonly onPublish: () => void;
}

/** Asks before others can read datasets. */
export function PublishQuestion({ connection, datasets, groups, onCancel, onPublish }: PublishQuestionProps) {
  const { data: known = [] } = useQuery(serviceGroupsQuery(connection));
  const service = useConnection(connection);
  const place = service === undefined ? '' : `${connectionName(t, service)} (${service.address ?? ''})`;
  const names = groups.map((address) => known.find(({ url }) => url === address)?.name ?? address);
  const notice = readersNotice(datasets, names, (metadata) => readVersionMetadata(metadata).rows, place);
  const shown = shownToReaders(datasets);
  const count = shown.length;
  return (
    <div className={formStyles.form}>
      <Note tone="warning">{explained(t, notice)}</Note>
      {count > 0 && (
        <ul className={styles.publishedDatasets}>
          {shown.slice(0, maxListed).map((dataset) => (
            <li key={dataset.slug}>{dataset.label || dataset.slug}</li>
          ))}
          {count > maxListed && <li className="quiet">{t('editing.publishMore', { count: count - maxListed })}</li>}
        </ul>
      )}
      <div className={formStyles.actions}>
        <PlainButton text={t('common.cancel')} data-autofocus onClick={onCancel} />
        <Button onClick={onPublish}>{t('editing.publish')}</Button>
      </div>
    </div>
  );
}
