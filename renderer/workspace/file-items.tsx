import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { EditTarget } from '#shared/rpc/editing.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { inputName } from '#shared/text/view-sql.ts';
import { rightsQuery } from '../backend/editing.ts';
import { datasetQuery, records } from '../backend/records.ts';
import { can } from '../backend/shell.ts';
import { DatasetEditItems, NamespaceEditItems } from '../features/editing/edit-items.tsx';
import { removeSoon } from '../features/editing/remove-records.ts';
import { PinItem } from '../features/jobs/pin-controls.tsx';
import { askToPublish, exportDataset } from '../state/dialogs.ts';
import { openStatement, openSteps } from '../state/statements.ts';
import { openDataset } from '../state/tabs.ts';
import { MenuItem } from '../ui/actions/icon-button.tsx';

/** Whether the service forbids the user to publish there; until that is known, they may try. */
function useMayNotPublish(target: EditTarget): boolean {
  const { data: rights } = useQuery(rightsQuery(target));
  return (target.kind === 'dataset' ? rights?.change : rights?.add) === 'no';
}

/** Menu items that publish into a namespace or change it. */
export function NamespaceFileItems({ connection, namespace }: { connection: string; namespace: string }) {
  const shut = useMayNotPublish({ kind: 'namespace', connection, namespace });
  const publish = () => askToPublish([], { connection, namespace, dataset: null });
  return (
    <>
      {can('publish') && (
        <>
          <MenuItem text={t('publish.here')} disabled={shut} onClick={publish} />
          <Menu.Divider />
        </>
      )}
      <NamespaceEditItems connection={connection} namespace={namespace} />
      <Menu.Divider />
    </>
  );
}

/** Menu items that publish, export or change a dataset. */
export function DatasetFileItems({ reference, address }: { reference: DatasetReference; address: string }) {
  const shut = useMayNotPublish({ kind: 'dataset', ...reference });
  const labelOf = (copy: DatasetReference) =>
    records.getQueryData(datasetQuery(reference).queryKey)?.dataset.label || copy.dataset;
  return (
    <>
      <Menu.Item onClick={() => void exportDataset(reference)}>{t('export.action')}</Menu.Item>
      {can('sql') && <StatementItems reference={reference} />}
      {can('publish') && (
        <MenuItem text={t('publish.into')} disabled={shut} onClick={() => askToPublish([], reference)} />
      )}
      <PinItem
        reference={reference}
        address={address}
        onOpen={(copy) => openDataset(copy, labelOf(copy))}
        onRemove={(copy) => void removeSoon({ kind: 'dataset', ...copy }, labelOf(copy))}
      />
      <Menu.Divider />
      <DatasetEditItems reference={reference} />
    </>
  );
}

/** Menu items for statements. */
function StatementItems({ reference }: { reference: DatasetReference }) {
  return (
    <>
      <Menu.Item
        onClick={() =>
          openStatement(reference.connection, `SELECT *\nFROM ${inputName(reference, null)}`, t('sql.title'))
        }
      >
        {t('sql.open')}
      </Menu.Item>
      <MenuItem text={t('steps.open')} onClick={() => openSteps(t, reference)} />
    </>
  );
}
