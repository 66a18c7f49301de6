import { Modal, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '#shared/rpc/records.ts';
import { addConnection, editConnection, removeConnection } from '../../backend/connections.ts';
import { failureOf } from '../../backend/failure.ts';
import { connectionsQuery } from '../../backend/records.ts';
import { helpFor } from '../../lib/help.ts';
import { closeDialog, closerOf, type ProgramDialog, useDialog } from '../../state/dialogs.ts';
import { seekConnection } from '../../state/tree.ts';
import formStyles from '../../ui/actions/form.module.css';
import { FormActions, RemoveActions } from '../../ui/actions/form-actions.tsx';
import { FailureNote } from '../../ui/states/failure-note.tsx';
import { Note } from '../../ui/states/note.tsx';
import { AddressField } from './address-field.tsx';
import { ColourChoice } from './colour-choice.tsx';
import { ConnectionList } from './connection-list.tsx';
import { SignIn } from './sign-in.tsx';

interface Content {
  readonly title: string;
  readonly body: ReactNode;
}

function useContent(dialog: ProgramDialog | null): Content | null {
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
  const { dialog, layer } = useDialog('program');
  const content = useContent(dialog);
  return (
    <Modal
      {...helpFor('services')}
      opened={content !== null}
      {...layer}
      title={content?.title}
      size={dialog?.kind === 'connections' ? 640 : 480}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {content?.body}
    </Modal>
  );
}

/** The form that adds a connection. */
function AddConnection({ proposed }: { proposed: string }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState(proposed);
  const [name, setName] = useState('');
  const [colour, setColour] = useState('');
  const [missing, setMissing] = useState(false);
  const add = useMutation({
    mutationFn: () => addConnection({ address: address.trim(), name: name.trim(), colour }),
    onMutate: () => closerOf('program'),
    onSuccess: (added, _sent, close) => {
      seekConnection(added.id);
      close();
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(address.trim() === '');
    if (address.trim() !== '') add.mutate();
  };
  return (
    <form className={formStyles.form} onSubmit={onSubmit} noValidate>
      <AddressField
        address={address}
        error={missing ? t('connections.addressMissing') : null}
        onChange={(changed) => {
          add.reset();
          setAddress(changed);
        }}
        onFound={(found) => setName((given) => given || found.name)}
      />
      <TextInput
        label={t('connections.name')}
        description={t('connections.nameHint')}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ColourChoice colour={colour} onChange={setColour} />
      {add.error !== null && <FailureNote failure={failureOf(add.error)} />}
      <FormActions action={t('connections.addAction')} busy={add.isPending} onCancel={() => closeDialog('program')} />
    </form>
  );
}

/** Asks for confirmation before a connection and its token are removed. */
function RemoveConnection({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  // The connection leaves the list, and with it this dialog the screen, possibly before the answer comes.
  const remove = useMutation({
    mutationFn: () => removeConnection(connection.id),
    onMutate: () => closerOf('program'),
    onSuccess: (_removed, _sent, close) => close(),
  });
  return (
    <div className={formStyles.form}>
      <span>{t('connections.removeText', { name: connection.name })}</span>
      {remove.error !== null && <FailureNote failure={failureOf(remove.error)} />}
      <RemoveActions
        action={t('connections.removeAction')}
        busy={remove.isPending}
        onCancel={() => closeDialog('program')}
        onRemove={() => remove.mutate()}
      />
    </div>
  );
}

function sameOrigin(first: string, second: string): boolean {
  return URL.canParse(first) && URL.canParse(second) && new URL(first).origin === new URL(second).origin;
}

/** The form that edits a connection. */
function EditConnection({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState(connection.address ?? '');
  const [name, setName] = useState(connection.name);
  const [colour, setColour] = useState(connection.colour);
  const [tried, setTried] = useState(false);
  const { changeAddress } = connection.capabilities;
  const moved = changeAddress && address.trim() !== connection.address;
  const save = useMutation({
    mutationFn: () =>
      editConnection({
        connection: connection.id,
        name: name.trim(),
        colour,
        ...(moved ? { address: address.trim() } : {}),
      }),
    onMutate: () => closerOf('program'),
    onSuccess: (_saved, _sent, close) => close(),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() !== '' && (!changeAddress || address.trim() !== '')) save.mutate();
  };
  const signsOut =
    moved && connection.session.kind !== 'anonymous' && !sameOrigin(address.trim(), connection.address ?? '');
  return (
    <form className={formStyles.form} onSubmit={onSubmit} noValidate>
      <TextInput
        label={t('connections.name')}
        value={name}
        maxLength={200}
        error={tried && name.trim() === '' ? t('connections.nameMissing') : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {changeAddress && (
        <AddressField
          address={address}
          error={tried && address.trim() === '' ? t('connections.addressMissing') : null}
          onChange={setAddress}
          onFound={() => undefined}
        />
      )}
      {signsOut && <Note tone="warning">{t('connections.editSignsOut')}</Note>}
      <ColourChoice colour={colour} onChange={setColour} />
      {save.error !== null && <FailureNote failure={failureOf(save.error)} />}
      <FormActions action={t('connections.save')} busy={save.isPending} onCancel={() => closeDialog('program')} />
    </form>
  );
}
