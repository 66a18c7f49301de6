import { MultiSelect, PasswordInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import type { Account, AccountGroup } from '#shared/rpc/accounts.ts';
import { changeAccounts } from '../../backend/settings.ts';
import { MutationForm, RemovalForm } from '../../ui/actions/form-actions.tsx';
import { SwitchField, TextField } from '../../ui/fields.tsx';

interface AccountFormProps {
  /** Null for a new one. */
  readonly user: Account | null;
  readonly groups: readonly AccountGroup[];
  readonly onDone: () => void;
}

export function AccountForm({ user, groups, onDone }: AccountFormProps) {
  const [account, setAccount] = useState(() => ({
    username: user?.username ?? '',
    email: user?.email ?? '',
    isStaff: user?.isStaff ?? false,
    isActive: user?.isActive ?? true,
    groups: (user?.groups ?? []).map(String),
  }));
  const change = (part: Partial<typeof account>) => setAccount((now) => ({ ...now, ...part }));
  const [password, setPassword] = useState<TypedPassword>(noPassword);
  const [tried, setTried] = useState(false);
  const username = account.username.trim();
  const save = useMutation({
    mutationFn: () => {
      const { isActive, ...rest } = account;
      const fields = { ...rest, username, email: rest.email.trim(), groups: rest.groups.map(Number) };
      if (user === null) return changeAccounts('createAccount', { ...fields, password: password.first });
      return changeAccounts('changeAccount', { id: user.id, ...fields, isActive });
    },
    onSuccess: onDone,
  });
  const submit = () => {
    setTried(true);
    if (username !== '' && (user !== null || password.complete)) save.mutate();
  };
  const action = t(user === null ? 'accounts.create' : 'accounts.save');
  return (
    <MutationForm action={action} sending={save} onSubmit={submit} onCancel={onDone}>
      <strong>{user === null ? t('accounts.newUser') : t('accounts.editUser', { name: user.username })}</strong>
      <TextField
        label={t('accounts.username')}
        value={account.username}
        maxLength={150}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        error={tried && username === '' ? t('connections.fieldMissing') : null}
        onChange={(text) => change({ username: text })}
      />
      <TextField
        label={t('accounts.email')}
        value={account.email}
        maxLength={254}
        autoComplete="off"
        onChange={(text) => change({ email: text })}
      />
      {user === null && <PasswordFields password={password} tried={tried} onChange={setPassword} />}
      <AccountRights account={account} groups={groups} isNew={user === null} onChange={change} />
    </MutationForm>
  );
}

interface Rights {
  readonly isStaff: boolean;
  readonly isActive: boolean;
  readonly groups: string[];
}

interface AccountRightsProps {
  readonly account: Rights;
  readonly groups: readonly AccountGroup[];
  readonly isNew: boolean;
  readonly onChange: (part: Partial<Rights>) => void;
}

function AccountRights({ account, groups, isNew, onChange }: AccountRightsProps) {
  return (
    <>
      {groups.length > 0 && (
        <MultiSelect
          label={t('accounts.memberOf')}
          data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={account.groups}
          onChange={(chosen) => onChange({ groups: chosen })}
        />
      )}
      <SwitchField
        label={t('accounts.staff')}
        description={t('accounts.staffHint')}
        checked={account.isStaff}
        onChange={(checked) => onChange({ isStaff: checked })}
      />
      {!isNew && (
        <SwitchField
          label={t('accounts.active')}
          checked={account.isActive}
          onChange={(checked) => onChange({ isActive: checked })}
        />
      )}
    </>
  );
}

export function GroupForm({ group, onDone }: { group: AccountGroup | null; onDone: () => void }) {
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
      <TextField label={t('accounts.groupName')} value={name} maxLength={150} data-autofocus onChange={setName} />
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
  const remove = useMutation({ mutationFn: () => changeAccounts(act, { id }), onSuccess: onDone });
  return (
    <RemovalForm
      title={title}
      text={text}
      action={t('accounts.remove')}
      sending={remove}
      onRemove={remove.mutate}
      onCancel={onDone}
    />
  );
}

interface TypedPassword {
  readonly first: string;
  readonly again: string;
  /** Whether it is long enough and equal both times. */
  readonly complete: boolean;
}

/** Nothing typed yet. */
const noPassword: TypedPassword = { first: '', again: '', complete: false };

const minLength = 8;

interface PasswordFieldsProps {
  readonly password: TypedPassword;
  readonly tried: boolean;
  readonly onChange: (password: TypedPassword) => void;
}

/** The two fields for a new password. The window does not store what is typed here. */
function PasswordFields({ password, tried, onChange }: PasswordFieldsProps) {
  const { first, again } = password;
  const change = (part: Partial<TypedPassword>) => {
    const typed = { ...password, ...part };
    onChange({ ...typed, complete: typed.first.length >= minLength && typed.first === typed.again });
  };
  const common = {
    autoComplete: 'new-password',
    maxLength: 1024,
    visibilityToggleButtonProps: { 'aria-label': t('connections.showPassword') },
  } as const;
  return (
    <>
      <PasswordInput
        {...common}
        label={t('accounts.password')}
        description={t('accounts.passwordHint')}
        value={first}
        error={tried && first.length < minLength ? t('accounts.passwordHint') : null}
        onChange={(event) => change({ first: event.currentTarget.value })}
      />
      <PasswordInput
        {...common}
        label={t('accounts.passwordAgain')}
        value={again}
        error={tried && first !== again ? t('accounts.passwordDiffers') : null}
        onChange={(event) => change({ again: event.currentTarget.value })}
      />
    </>
  );
}

/** The form that changes an account's password. */
export function PasswordForm({ user: { id, username: name }, onDone }: { user: Account; onDone: () => void }) {
  const [password, setPassword] = useState<TypedPassword>(noPassword);
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () => changeAccounts('setAccountPassword', { id, password: password.first }),
    onSuccess: () => {
      notifications.show({ message: t('accounts.passwordSet', { name }) });
      onDone();
    },
  });
  const submit = () => {
    setTried(true);
    if (password.complete) save.mutate();
  };
  return (
    <MutationForm action={t('accounts.save')} sending={save} onSubmit={submit} onCancel={onDone}>
      <strong>{t('accounts.passwordOf', { name })}</strong>
      <PasswordFields password={password} tried={tried} onChange={setPassword} />
    </MutationForm>
  );
}
