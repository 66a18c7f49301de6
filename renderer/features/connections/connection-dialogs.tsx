import { Modal } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { type ReactNode, useState } from 'react';
import type { Connection, FoundService } from '#shared/rpc/records.ts';
import { change } from '../../backend/changes.ts';
import { callBackend } from '../../backend/port.ts';
import { connectionsQuery } from '../../backend/records.ts';
import { can } from '../../backend/shell.ts';
import { helpFor } from '../../lib/help.ts';
import { closeDialog, type ProgramDialog, useDialog, useDialogMutation } from '../../state/dialogs.ts';
import { seekConnection } from '../../state/tree.ts';
import formStyles from '../../ui/actions/form.module.css';
import { MutationForm, RemovalForm } from '../../ui/actions/form-actions.tsx';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Explanations, FailureNote, Note } from '../../ui/states/note.tsx';
import { ConnectionList } from './connection-list.tsx';
import styles from './connections.module.css';
import { SignIn, SignInElsewhere } from './sign-in.tsx';

function useContent(dialog: ProgramDialog | null): { title: string; body: ReactNode } | null {
  const { data: connections } = useQuery(connectionsQuery);
  if (dialog === null) return null;
  if (dialog.kind === 'connections') return { title: t('connections.title'), body: <ConnectionList /> };
  if (dialog.kind === 'add-connection') {
    return { title: t('connections.add'), body: <ConnectionForm key={dialog.address} proposed={dialog.address} /> };
  }
  if (!('connection' in dialog)) return null;
  const connection = connections?.find((each) => each.id === dialog.connection);
  if (connection === undefined) return null;
  switch (dialog.kind) {
    case 'edit-connection':
      return { title: t('connections.edit'), body: <ConnectionForm connection={connection} /> };
    case 'remove-connection':
      return { title: t('connections.remove'), body: <RemoveConnection connection={connection} /> };
    case 'sign-in':
      return {
        title: t('connections.signInTo', { name: connection.name }),
        body: can('connections') ? <SignIn connection={connection} /> : <SignInElsewhere connection={connection} />,
      };
  }
}

/** The dialogs about connections, one at a time. */
export function ConnectionDialogs() {
  const { dialog, layer } = useDialog('program');
  const content = useContent(dialog);
  return (
    <Modal
      {...helpFor('services')}
      opened={content !== null}
      {...layer}
      title={content?.title}
      size={dialog?.kind === 'connections' ? 640 : 480}
    >
      {content?.body}
    </Modal>
  );
}

const cancel = () => closeDialog('program');

function sameOrigin(first: string, second: string): boolean {
  return URL.canParse(first) && URL.canParse(second) && new URL(first).origin === new URL(second).origin;
}

interface ConnectionFormProps {
  /** Undefined for a new one. */
  readonly connection?: Connection;
  /** The address that a link proposes for a new one. */
  readonly proposed?: string | undefined;
}

function ConnectionForm({ connection, proposed = '' }: ConnectionFormProps) {
  const known = connection?.address ?? proposed;
  const [typed, setTyped] = useState(known);
  const [name, setName] = useState(connection?.name ?? '');
  const [colour, setColour] = useState(connection?.colour ?? '');
  const [tried, setTried] = useState(false);
  const address = typed.trim();
  const isNew = connection === undefined;
  const hasAddress = isNew || connection.capabilities.changeAddress;
  const fields = { name: name.trim(), colour };
  const save = useDialogMutation('program', async () => {
    if (isNew) seekConnection((await change('addConnection', { ...fields, address })).id);
    else {
      const moved = hasAddress && address !== known ? { address } : {};
      await change('editConnection', { connection: connection.id, ...fields, ...moved });
    }
  });
  const submit = () => {
    setTried(true);
    if ((isNew || fields.name !== '') && (!hasAddress || address !== '')) save.mutate();
  };
  const signsOut = !isNew && hasAddress && connection.session.kind !== 'anonymous' && !sameOrigin(address, known);
  return (
    <MutationForm
      action={t(isNew ? 'connections.addAction' : 'connections.save')}
      sending={save}
      onSubmit={submit}
      onCancel={cancel}
    >
      {hasAddress && (
        <AddressField
          address={typed}
          error={tried && address === '' ? t('connections.addressMissing') : null}
          onChange={(changed) => {
            save.reset();
            setTyped(changed);
          }}
          onFound={(found) => setName((given) => given || found.name)}
        />
      )}
      {signsOut && <Note tone="warning">{t('connections.editSignsOut')}</Note>}
      <TextField
        label={t('connections.name')}
        description={isNew ? t('connections.nameHint') : undefined}
        value={name}
        maxLength={200}
        error={tried && !isNew && fields.name === '' ? t('connections.nameMissing') : null}
        onChange={setName}
      />
      <ColourChoice colour={colour} onChange={setColour} />
    </MutationForm>
  );
}

function RemoveConnection({ connection }: { connection: Connection }) {
  // The connection leaves the list, and with it this dialog the screen, possibly before the answer comes.
  const remove = useDialogMutation('program', () => change('removeConnection', { connection: connection.id }));
  return (
    <RemovalForm
      text={t('connections.removeText', { name: connection.name })}
      action={t('connections.removeAction')}
      sending={remove}
      onRemove={remove.mutate}
      onCancel={cancel}
    />
  );
}

const colours = [
  ['noColour', ''],
  ['teal', '#0f766e'],
  ['blue', '#2563eb'],
  ['violet', '#7c3aed'],
  ['pink', '#db2777'],
  ['red', '#dc2626'],
  ['amber', '#d97706'],
  ['green', '#16a34a'],
] as const;

/** A choice of colours that distinguish connections; each has a name, so that colour is never the only cue. */
function ColourChoice({ colour, onChange }: { colour: string; onChange: (colour: string) => void }) {
  return (
    <fieldset className={formStyles.fieldset}>
      <legend>{t('connections.colour')}</legend>
      <div className={styles.colourChoice}>
        {colours.map(([name, value]) => (
          <label
            key={name}
            data-tooltip={t(`connections.${name}`)}
            style={{ background: value || 'transparent' }}
            data-none={value === '' || undefined}
          >
            <input
              type="radio"
              name="colour"
              aria-label={t(`connections.${name}`)}
              checked={colour === value}
              onChange={() => onChange(value)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface AddressFieldProps {
  readonly address: string;
  readonly error: string | null;
  readonly onChange: (address: string) => void;
  readonly onFound: (found: FoundService) => void;
}

/** An address field with a button that checks the address and reports what was found. */
function AddressField({ address, error, onChange, onFound }: AddressFieldProps) {
  const test = useMutation({
    mutationFn: () => callBackend('testAddress', { address: address.trim() }),
    onSuccess: onFound,
  });
  return (
    <>
      <div className={formStyles.line}>
        <TextField
          label={t('connections.address')}
          description={t('connections.addressHint')}
          placeholder="https://"
          value={address}
          error={error}
          data-autofocus
          spellCheck={false}
          onChange={(text) => {
            test.reset();
            onChange(text);
          }}
        />
        <PlainButton
          text={t('connections.test')}
          disabled={address.trim() === ''}
          loading={test.isPending}
          onClick={() => test.mutate()}
        />
      </div>
      <div aria-live="polite">
        {test.isPending && <Note tone="plain">{t('connections.testing')}</Note>}
        <FailureNote failure={test.error} />
        {test.data !== undefined && <Found found={test.data} />}
      </div>
    </>
  );
}

function Found({ found }: { found: FoundService }) {
  return (
    <Note tone="good">
      <p>{t('connections.found', { address: found.address })}</p>
      <p>
        {found.namespaces === null
          ? t('connections.namespacesHidden')
          : t('connections.namespaces', { count: found.namespaces })}
      </p>
      {found.transport === 'ask' && <p>{t('connections.plainHttpNote')}</p>}
      <Explanations of={found.notices} />
    </Note>
  );
}
