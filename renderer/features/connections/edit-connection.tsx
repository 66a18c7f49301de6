import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '#shared/rpc/records.ts';
import { editConnection } from '../../backend/connections.ts';
import { failureOf } from '../../backend/failure.ts';
import { closeDialog, closerOf } from '../../state/dialogs.ts';
import formStyles from '../../ui/actions/form.module.css';
import { FormActions } from '../../ui/actions/form-actions.tsx';
import { FailureNote } from '../../ui/states/failure-note.tsx';
import { Note } from '../../ui/states/note.tsx';
import { AddressField } from './address-field.tsx';
import { ColourChoice } from './colour-choice.tsx';

function sameOrigin(first: string, second: string): boolean {
  return URL.canParse(first) && URL.canParse(second) && new URL(first).origin === new URL(second).origin;
}

/** The form that edits a connection. */
export function EditConnection({ connection }: { connection: Connection }) {
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
