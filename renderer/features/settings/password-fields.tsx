import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A password and its repetition, as typed. */
export interface TypedPassword {
  readonly first: string;
  readonly again: string;
  /** Whether it is long enough and equal both times. */
  readonly complete: boolean;
}

/** Nothing typed yet. */
export const noPassword: TypedPassword = { first: '', again: '', complete: false };

const minLength = 8;

interface PasswordFieldsProps {
  readonly password: TypedPassword;
  readonly tried: boolean;
  readonly onChange: (password: TypedPassword) => void;
}

/** The two fields for a new password. The window does not store what is typed here. */
export function PasswordFields({ password, tried, onChange }: PasswordFieldsProps) {
  const { t } = useTranslation();
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
