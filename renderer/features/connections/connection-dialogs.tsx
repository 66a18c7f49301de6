import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { connectionsQuery } from '../../backend/service/records.ts';
import { closeDialog, type Dialog, useDialog } from '../../dialogs/dialogs.ts';
import { helpFor } from '../../dialogs/help.ts';
import { AddConnection } from './add-connection.tsx';
import { ConnectionList } from './connection-list.tsx';
import { EditConnection } from './edit-connection.tsx';
import { RemoveConnection } from './remove-connection.tsx';
import { SignIn } from './sign-in.tsx';

interface Content {
  readonly title: string;
  readonly body: ReactNode;
}

function useContent(dialog: Dialog | null): Content | null {
  const { t } = useTranslation();
  const { data: connections } = useQuery(connectionsQuery);
  if (dialog === null) return null;
  if (dialog.kind === 'connections') return { title: t('connections.title'), body: <ConnectionList /> };
  if (dialog.kind === 'add-connection') {
    return {
      title: t('connections.add'),
      body: <AddConnection key={dialog.address} proposed={dialog.address ?? ''} />,
    };
  }
  if (!('connection' in dialog)) return null;
  const connection = connections?.find((each) => each.id === dialog.connection);
  if (connection === undefined) return null;
  switch (dialog.kind) {
    case 'edit-connection':
      return { title: t('connections.edit'), body: <EditConnection connection={connection} /> };
    case 'remove-connection':
      return { title: t('connections.remove'), body: <RemoveConnection connection={connection} /> };
    case 'sign-in':
      return { title: t('connections.signInTo', { name: connection.name }), body: <SignIn connection={connection} /> };
  }
}

/** The dialogs about connections, one at a time. */
export function ConnectionDialogs() {
  const { t } = useTranslation();
  const dialog = useDialog((store) => store.dialog);
  const content = useContent(dialog);
  return (
    <Modal
      {...helpFor('services')}
      opened={content !== null}
      onClose={closeDialog}
      title={content?.title}
      size={dialog?.kind === 'connections' ? 640 : 480}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {content?.body}
    </Modal>
  );
}
