import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { DatasetEditItems, NamespaceEditItems } from '../features/editing/edit-items.tsx';
import { PinItem } from '../features/jobs/pin-item.tsx';
import { askToPublish } from '../file-dialogs.ts';
import { exportDataset } from './export-dataset.ts';

/** What can be published into and changed of a namespace, as the items of its menu. */
export function NamespaceFileItems({ connection, namespace }: { connection: string; namespace: string }) {
  const { t } = useTranslation();
  const publish = () => askToPublish(null, { connection, namespace, dataset: null });
  return (
    <>
      <Menu.Item onClick={publish}>{t('publish.here')}</Menu.Item>
      <Menu.Divider />
      <NamespaceEditItems connection={connection} namespace={namespace} />
      <Menu.Divider />
    </>
  );
}

/** What can be done with the files of a dataset and changed of it, as the items of its menu. */
export function DatasetFileItems({ reference, address }: { reference: DatasetReference; address: string }) {
  const { t } = useTranslation();
  return (
    <>
      <Menu.Item onClick={() => void exportDataset(reference)}>{t('export.action')}</Menu.Item>
      <Menu.Item onClick={() => askToPublish(null, reference)}>{t('publish.into')}</Menu.Item>
      <PinItem reference={reference} address={address} />
      <Menu.Divider />
      <DatasetEditItems reference={reference} />
    </>
  );
}
