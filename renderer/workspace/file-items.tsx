import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { EditTarget } from '#shared/rpc/editing.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { rightsQuery } from '../api/service/editing.ts';
import { askToPublish } from '../dialogs/file-dialogs.ts';
import { DatasetEditItems, NamespaceEditItems } from '../features/editing/edit-items.tsx';
import { PinItem } from '../features/jobs/offline/pin-item.tsx';
import { exportDataset } from './commands/export-dataset.ts';

/** Whether the service says that the person may not publish there; as long as that is not known, they may try. */
function useMayNotPublish(target: EditTarget): boolean {
  const { data: rights } = useQuery(rightsQuery(target));
  return (target.kind === 'dataset' ? rights?.change : rights?.add) === 'no';
}

/** What can be published into and changed of a namespace, as the items of its menu. */
export function NamespaceFileItems({ connection, namespace }: { connection: string; namespace: string }) {
  const { t } = useTranslation();
  const shut = useMayNotPublish({ kind: 'namespace', connection, namespace });
  const publish = () => askToPublish([], { connection, namespace, dataset: null });
  return (
    <>
      <Menu.Item disabled={shut} onClick={publish}>
        {t('publish.here')}
      </Menu.Item>
      <Menu.Divider />
      <NamespaceEditItems connection={connection} namespace={namespace} />
      <Menu.Divider />
    </>
  );
}

/** What can be done with the files of a dataset and changed of it, as the items of its menu. */
export function DatasetFileItems({ reference, address }: { reference: DatasetReference; address: string }) {
  const { t } = useTranslation();
  const shut = useMayNotPublish({ kind: 'dataset', ...reference });
  return (
    <>
      <Menu.Item onClick={() => void exportDataset(reference)}>{t('export.action')}</Menu.Item>
      <Menu.Item disabled={shut} onClick={() => askToPublish([], reference)}>
        {t('publish.into')}
      </Menu.Item>
      <PinItem reference={reference} address={address} />
      <Menu.Divider />
      <DatasetEditItems reference={reference} />
    </>
  );
}
