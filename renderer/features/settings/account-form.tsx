import { MultiSelect, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account, AccountGroup } from '#shared/rpc/accounts.ts';
import { changeAccounts } from '../../backend/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { MutationForm, RemoveActions } from '../../ui/actions/form-actions.tsx';
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
  const submit = () => {
    setTried(true);
    if (complete) save.mutate();
  };
  const action = t(user === null ? 'accounts.create' : 'accounts.save');
  return (
    <MutationForm action={action} sending={save} onSubmit={submit} onCancel={onDone}>
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
    </MutationForm>
  );
}

/** The form for a new or existing group. */
export function GroupForm({ group, onDone }: { group: AccountGroup | null; onDone: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState(group?.name ?? '');
  const save = useMutation({
    mutationFn: () =>
      group === null ? changeAccounts('createGroup', { name }) : changeAccounts('renameGroup', { id: group.id, name }),
    onSuccess: onDone,
  });
  const action = t(group === null ? 'accounts.create' : 'accounts.save');
  return (
    <MutationForm action={action} sending={save} onSubmit={save.mutate} onCancel={onDone}>
      <strong>{group === null ? t('accounts.newGroup') : t('accounts.renameGroup', { name: group.name })}</strong>
      <TextInput
        label={t('accounts.groupName')}
        value={name}
        maxLength={150}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </MutationForm>
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
      <FailureNote failure={remove.error} />
      <RemoveActions
        action={t('accounts.remove')}
        busy={remove.isPending}
        onCancel={onDone}
        onRemove={() => remove.mutate()}
      />
    </div>
  );
}
