import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#shared/rpc/accounts.ts';
import { failureOf } from '../../backend/failure.ts';
import { changeAccounts } from '../../backend/service/accounts.ts';
import formStyles from '../../ui/actions/form.module.css';
import { FormActions } from '../../ui/actions/form-actions.tsx';
import { FailureNote } from '../../ui/states/failure-note.tsx';
import { noPassword, PasswordFields, type TypedPassword } from './password-fields.tsx';

/** The form that changes an account's password. */
export function PasswordForm({ user: { id, username: name }, onDone }: { user: Account; onDone: () => void }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState<TypedPassword>(noPassword);
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () => changeAccounts('setAccountPassword', { id, password: password.first }),
    onSuccess: () => {
      notifications.show({ message: t('accounts.passwordSet', { name }) });
      onDone();
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (password.complete) save.mutate();
  };
  return (
    <form className={formStyles.form} onSubmit={onSubmit} noValidate>
      <strong>{t('accounts.passwordOf', { name })}</strong>
      <PasswordFields password={password} tried={tried} onChange={setPassword} />
      {save.error !== null && <FailureNote failure={failureOf(save.error)} />}
      <FormActions action={t('accounts.save')} busy={save.isPending} onCancel={onDone} />
    </form>
  );
}
