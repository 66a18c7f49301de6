import { MultiSelect, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account, AccountGroup } from '#shared/rpc/accounts.ts';
import { failureOf } from '../../backend/failure.ts';
import { changeAccounts } from '../../backend/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { FormActions } from '../../ui/actions/form-actions.tsx';
import { FailureNote } from '../../ui/states/failure-note.tsx';
import { noPassword, PasswordFields, type TypedPassword } from './password-fields.tsx';

interface AccountFormProps {
  /** Null for a new one. */
  readonly user: Account | null;
  readonly groups: readonly AccountGroup[];
  readonly onDone: () => void;
}

/** The form for a new or existing account. */
export function AccountForm({ user, groups, onDone }: AccountFormProps) {
  const { t } = useTranslation();
  const [username, setUsername] = useState(user?.username ?? '');
  const [email, setEmail] = useState(user?.email ?? '');
  const [isStaff, setStaff] = useState(user?.isStaff ?? false);
  const [isActive, setActive] = useState(user?.isActive ?? true);
  const [chosen, setChosen] = useState((user?.groups ?? []).map(String));
  const [password, setPassword] = useState<TypedPassword>(noPassword);
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () => {
      const fields = { username: username.trim(), email: email.trim(), isStaff, groups: chosen.map(Number) };
      if (user === null) return changeAccounts('createAccount', { ...fields, password: password.first });
      return changeAccounts('changeAccount', { id: user.id, ...fields, isActive });
    },
    onSuccess: onDone,
  });
  const complete = username.trim() !== '' && (user !== null || password.complete);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (complete) save.mutate();
  };
  return (
    <form className={formStyles.form} onSubmit={onSubmit} noValidate>
      <strong>{user === null ? t('accounts.newUser') : t('accounts.editUser', { name: user.username })}</strong>
      <TextInput
        label={t('accounts.username')}
        value={username}
        maxLength={150}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        error={tried && username.trim() === '' ? t('connections.fieldMissing') : null}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <TextInput
        label={t('accounts.email')}
        value={email}
        maxLength={254}
        autoComplete="off"
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {user === null && <PasswordFields password={password} tried={tried} onChange={setPassword} />}
      {groups.length > 0 && (
        <MultiSelect
          size="xs"
          label={t('accounts.memberOf')}
          data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
      <Switch
        size="xs"
        label={t('accounts.staff')}
        description={t('accounts.staffHint')}
        checked={isStaff}
        onChange={(event) => setStaff(event.currentTarget.checked)}
      />
      {user !== null && (
        <Switch
          size="xs"
          label={t('accounts.active')}
          checked={isActive}
          onChange={(event) => setActive(event.currentTarget.checked)}
        />
      )}
      {save.error !== null && <FailureNote failure={failureOf(save.error)} />}
      <FormActions
        action={t(user === null ? 'accounts.create' : 'accounts.save')}
        busy={save.isPending}
        onCancel={onDone}
      />
    </form>
  );
}
