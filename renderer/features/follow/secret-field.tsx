import { Flex, PasswordInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import { change } from '../../backend/changes.ts';
import { callQuery } from '../../backend/port.ts';
import { formHandler } from '../../ui/actions/form-actions.tsx';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import { Segments, TextField } from '../../ui/fields.tsx';
import { FailureNote } from '../../ui/states/note.tsx';
import styles from './source-dialog.module.css';

interface SecretFieldProps {
  readonly address: string;
  /** Called when a secret was kept or removed. */
  readonly onKept?: () => void;
}

function useSecret(address: string, onKept: () => void) {
  const [kind, setKind] = useState<'header' | 'basic'>('header');
  const [name, setName] = useState('Authorization');
  const [value, setValue] = useState('');
  const keep = useMutation({
    mutationFn: (isRemoved: boolean) => {
      const typed =
        kind === 'header'
          ? { kind, name: name.trim(), value: value.trim() }
          : { kind, user: name.trim(), password: value };
      return change('keepSourceSecret', { address, secret: isRemoved ? null : typed });
    },
    onSuccess: () => {
      setValue('');
      onKept();
    },
  });
  const choose = (chosen: typeof kind) => {
    setKind(chosen);
    setName(chosen === 'basic' ? '' : 'Authorization');
  };
  return { kind, choose, name, setName, value, setValue, keep };
}

/** The secret that is sent to the origin of an address, and to no other; it is kept in the keychain and never shown. */
export function SecretField({ address, onKept = () => {} }: SecretFieldProps) {
  const { kind, choose, name, setName, value, setValue, keep } = useSecret(address, onKept);
  const origin = URL.parse(address)?.origin ?? address;
  return (
    <form
      className={styles.secret}
      onSubmit={formHandler(() => keep.mutate(false))}
      noValidate
      aria-label={t('sourceSettings.secret')}
    >
      <h3>{t('sourceSettings.secret')}</h3>
      <p className="quiet">{t('sourceSettings.secretHint', { origin })}</p>
      <KeptSecret address={address} onRemove={() => keep.mutate(true)} />
      <Segments
        aria-label={t('sourceSettings.secretKind')}
        choices={['header', 'basic']}
        nameOf={(each) => t(each === 'header' ? 'sourceSettings.secretHeader' : 'sourceSettings.secretBasic')}
        value={kind}
        onChange={choose}
      />
      <div className={styles.pair}>
        <TextField
          label={t(kind === 'header' ? 'sourceSettings.headerName' : 'sourceSettings.user')}
          value={name}
          spellCheck={false}
          autoComplete="off"
          onChange={setName}
        />
        <PasswordInput
          label={t(kind === 'header' ? 'sourceSettings.headerValue' : 'sourceSettings.password')}
          value={value}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('sourceSettings.secretShow') }}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      </div>
      <FailureNote failure={keep.error} />
      <div>
        <PlainButton
          text={t('sourceSettings.secretSave')}
          type="submit"
          size="compact-sm"
          loading={keep.isPending}
          disabled={name.trim() === '' || value.trim() === ''}
        />
      </div>
    </form>
  );
}

/** Says that a secret is kept for an address, and removes it; nothing if there is none. */
function KeptSecret({ address, onRemove }: { address: string; onRemove: () => void }) {
  const { data: kept = [] } = useQuery(callQuery('listSourceSecrets', { addresses: [address] }));
  if (kept.length === 0) return null;
  return (
    <Flex wrap="wrap" align="center" gap="sm">
      <span>{t('sourceSettings.secretKept')}</span>
      <PlainButton text={t('sourceSettings.secretRemove')} size="compact-sm" onClick={onRemove} />
    </Flex>
  );
}
