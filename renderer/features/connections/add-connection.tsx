import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addConnection } from '../../backend/connections.ts';
import { failureOf } from '../../backend/failure.ts';
import { closerOf } from '../../dialogs/closer.ts';
import { closeDialog, useDialog } from '../../dialogs/dialogs.ts';
import { seekConnection } from '../../state/requested-connection.ts';
import formStyles from '../../ui/actions/form.module.css';
import { FormActions } from '../../ui/actions/form-actions.tsx';
import { FailureNote } from '../../ui/states/failure-note.tsx';
import { AddressField } from './address-field.tsx';
import { ColourChoice } from './colour-choice.tsx';

/** The form that adds a connection. */
export function AddConnection({ proposed }: { proposed: string }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState(proposed);
  const [name, setName] = useState('');
  const [colour, setColour] = useState('');
  const [missing, setMissing] = useState(false);
  const add = useMutation({
    mutationFn: () => addConnection({ address: address.trim(), name: name.trim(), colour }),
    onMutate: () => closerOf(useDialog),
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
      <FormActions action={t('connections.addAction')} busy={add.isPending} onCancel={closeDialog} />
    </form>
  );
}
