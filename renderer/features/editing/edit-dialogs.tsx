import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { connectionsQuery } from '../../backend/service/records.ts';
import { closeEditDialog, type EditDialog, useEditDialog } from '../../dialogs/edit-dialogs.ts';
import { helpFor } from '../../dialogs/help.ts';
import { connectionName } from '../../lib/format/connection-name.ts';
import { DatasetEditor, NewDataset } from './dataset-editor.tsx';
import { NamespaceEditor, NewNamespace } from './namespace-editor.tsx';
import { PublishNamespace } from './publish-namespace.tsx';
import { RemoveNamespace } from './remove-namespace.tsx';
import { Trash } from './trash.tsx';
import { useNamespace } from './use-namespace.ts';

interface Content {
  readonly title: string;
  readonly body: ReactNode;
}

function useContent(dialog: EditDialog | null): Content | null {
  const { t } = useTranslation();
  const { data: connections = [] } = useQuery(connectionsQuery);
  const place = dialog === null ? null : dialog.kind === 'edit-dataset' ? dialog.reference : dialog;
  const connection = place?.connection ?? '';
  const slug = place !== null && 'namespace' in place ? place.namespace : '';
  const { namespace } = useNamespace(connection, slug);
  const name = namespace?.label || slug;
  if (dialog === null) return null;
  const service = connections.find(({ id }) => id === connection);
  const where = service === undefined ? '' : connectionName(t, service);
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
  const { t } = useTranslation();
  const dialog = useEditDialog((store) => store.dialog);
  const content = useContent(dialog);
  return (
    <Modal
      {...helpFor('publish')}
      opened={content !== null}
      onClose={closeEditDialog}
      title={content?.title}
      size={480}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {content?.body}
    </Modal>
  );
}
