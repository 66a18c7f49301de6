import { PasswordInput, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import type { ParametersOf } from '#shared/rpc/backend.ts';
import type { Connection, StorageReport } from '#shared/rpc/records.ts';
import { change } from '../../backend/changes.ts';
import { storageQuery } from '../../backend/records.ts';
import { goToAccountPage } from '../../backend/shell.ts';
import { explained } from '../../lib/format/failure-texts.ts';
import { closeDialog, useDialogMutation } from '../../state/dialogs.ts';
import { MutationForm } from '../../ui/actions/form-actions.tsx';
import { CheckField, Segments, TextField } from '../../ui/fields.tsx';
import { Note } from '../../ui/states/note.tsx';

type Credentials = ParametersOf<'signIn'>['credentials'];
type Keep = ParametersOf<'signIn'>['keep'];

function complete(credentials: Credentials): boolean {
  return credentials.kind === 'token'
    ? credentials.token.trim() !== ''
    : credentials.user !== '' && credentials.password !== '';
}

/** Leads to the page on which the service itself asks for name and password, and which leads back. */
export function SignInElsewhere({ connection }: { connection: Connection }) {
  return (
    <MutationForm
      action={t('connections.signIn')}
      sending={{ isPending: false, error: null }}
      onSubmit={() => goToAccountPage('login')}
      onCancel={() => closeDialog('program')}
    >
      <p>{t('connections.signInPage', { name: connection.name })}</p>
    </MutationForm>
  );
}

/** Signs in to a service with name and password or a token. The window does not store what is typed here. */
export function SignIn({ connection }: { connection: Connection }) {
  const { data: storage } = useQuery(storageQuery);
  const user = connection.session.kind === 'anonymous' ? '' : (connection.session.user ?? '');
  const [credentials, setCredentials] = useState<Credentials>({ kind: 'password', user, password: '' });
  const [choice, setChoice] = useState<Keep>('keychain');
  const [agreed, setAgreed] = useState(connection.transport === 'agreed');
  const [tried, setTried] = useState(false);
  const keep = storage?.keychain.kind === 'none' ? 'session' : choice;
  const mustAgree = connection.transport !== 'safe';
  const enter = useDialogMutation('program', async () => {
    if (connection.transport === 'ask') await change('agreeToPlainHttp', { connection: connection.id, agreed: true });
    const trimmed = credentials.kind === 'token' ? { ...credentials, token: credentials.token.trim() } : credentials;
    return change('signIn', { connection: connection.id, credentials: trimmed, keep });
  });
  const submit = () => {
    setTried(true);
    if (complete(credentials) && (!mustAgree || agreed)) enter.mutate();
  };
  return (
    <MutationForm
      action={t('connections.signIn')}
      sending={enter}
      onSubmit={submit}
      onCancel={() => closeDialog('program')}
    >
      <CredentialFields credentials={credentials} tried={tried} onChange={setCredentials} />
      <KeepChoice storage={storage} keep={keep} onChange={setChoice} />
      {mustAgree && (
        <Note tone="warning">
          <p>{t('connections.plainHttp')}</p>
          <CheckField
            mt={8}
            label={t('connections.plainHttpAgree')}
            checked={agreed}
            error={tried && !agreed ? t('connections.fieldMissing') : null}
            onChange={setAgreed}
          />
        </Note>
      )}
    </MutationForm>
  );
}

interface CredentialFieldsProps {
  readonly credentials: Credentials;
  readonly tried: boolean;
  readonly onChange: (credentials: Credentials) => void;
}

function CredentialFields({ credentials, tried, onChange }: CredentialFieldsProps) {
  const missing = (text: string) => (tried && text === '' ? t('connections.fieldMissing') : null);
  return (
    <>
      <Segments
        aria-label={t('connections.signInMethod')}
        choices={['password', 'token']}
        nameOf={(kind) => t(kind === 'token' ? 'connections.byToken' : 'connections.byPassword')}
        value={credentials.kind}
        onChange={(kind) =>
          onChange(kind === 'token' ? { kind: 'token', token: '' } : { kind: 'password', user: '', password: '' })
        }
      />
      {credentials.kind === 'password' && (
        <>
          <TextField
            label={t('connections.user')}
            value={credentials.user}
            error={missing(credentials.user)}
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            onChange={(text) => onChange({ ...credentials, user: text })}
          />
          <PasswordInput
            label={t('connections.password')}
            description={t('connections.passwordHint')}
            value={credentials.password}
            error={missing(credentials.password)}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': t('connections.showPassword') }}
            onChange={(event) => onChange({ ...credentials, password: event.currentTarget.value })}
          />
        </>
      )}
      {credentials.kind === 'token' && (
        <PasswordInput
          label={t('connections.token')}
          description={t('connections.tokenHint')}
          value={credentials.token}
          error={missing(credentials.token.trim())}
          autoComplete="off"
          maxLength={4096}
          visibilityToggleButtonProps={{ 'aria-label': t('connections.showPassword') }}
          onChange={(event) => onChange({ kind: 'token', token: event.currentTarget.value })}
        />
      )}
    </>
  );
}

interface KeepChoiceProps {
  readonly storage: StorageReport | undefined;
  readonly keep: Keep;
  readonly onChange: (keep: Keep) => void;
}

function KeepChoice({ storage, keep, onChange }: KeepChoiceProps) {
  if (storage?.keychain.kind === 'none') {
    return <Note tone="warning">{t('connections.noKeychain', { reason: explained(t, storage.keychain.reason) })}</Note>;
  }
  return (
    <Radio.Group size="xs" label={t('connections.storeToken')} value={keep} onChange={onChange}>
      <Stack gap={6} mt={4}>
        <Radio value="keychain" label={t('connections.storeInKeychain')} />
        <Radio value="session" label={t('connections.storeForSession')} />
      </Stack>
    </Radio.Group>
  );
}
