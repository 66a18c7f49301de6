import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountGroup } from '#shared/rpc/accounts.ts';
import { failureOf } from '../../backend/failure.ts';
import { changeAccounts } from '../../backend/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { FormActions, RemoveActions } from '../../ui/actions/form-actions.tsx';
import { FailureNote } from '../../ui/states/failure-note.tsx';

/** The form for a new or existing group. */
export function GroupForm({ group, onDone }: { group: AccountGroup | null; onDone: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState(group?.name ?? '');
  const save = useMutation({
    mutationFn: () =>
      group === null ? changeAccounts('createGroup', { name }) : changeAccounts('renameGroup', { id: group.id, name }),
    onSuccess: onDone,
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className={formStyles.form} onSubmit={onSubmit} noValidate>
      <strong>{group === null ? t('accounts.newGroup') : t('accounts.renameGroup', { name: group.name })}</strong>
      <TextInput
        label={t('accounts.groupName')}
        value={name}
        maxLength={150}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {save.error !== null && <FailureNote failure={failureOf(save.error)} />}
      <FormActions
        action={t(group === null ? 'accounts.create' : 'accounts.save')}
        busy={save.isPending}
        onCancel={onDone}
      />
    </form>
  );
}

interface RemoveFormProps {
  readonly act: 'removeAccount' | 'removeGroup';
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly onDone: () => void;
}

/** Asks for confirmation before an account or group is deleted. */
export function RemoveForm({ act, id, title, text, onDone }: RemoveFormProps) {
  const { t } = useTranslation();
  const remove = useMutation({ mutationFn: () => changeAccounts(act, { id }), onSuccess: onDone });
  return (
    <div className={formStyles.form}>
      <strong>{title}</strong>
      <span>{text}</span>
      {remove.error !== null && <FailureNote failure={failureOf(remove.error)} />}
      <RemoveActions
        action={t('accounts.remove')}
        busy={remove.isPending}
        onCancel={onDone}
        onRemove={() => remove.mutate()}
      />
    </div>
  );
}
