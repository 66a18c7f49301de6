import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './form.module.css';

interface FormActionsProps {
  /** Label of the submit button, in a word or two. */
  readonly action: string;
  /** Whether the form has been submitted and not yet answered. */
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onCancel: () => void;
}

/** The footer of a form: cancel and submit. */
export function FormActions({ action, busy, disabled = false, onCancel }: FormActionsProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.actions}>
      <Button variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" disabled={disabled} loading={busy}>
        {action}
      </Button>
    </div>
  );
}

interface CloseActionProps {
  readonly onClose: () => void;
  /** Further actions. */
  readonly children?: ReactNode;
}

/** The footer of a purely informative dialog. */
export function CloseAction({ onClose, children }: CloseActionProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.actions}>
      {children}
      <Button onClick={onClose} data-autofocus>
        {t('common.close')}
      </Button>
    </div>
  );
}

interface RemoveActionsProps {
  /** Label of the action, in a word or two. */
  readonly action: string;
  /** Whether it has been requested and not yet answered. */
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onRemove: () => void;
}

/** The footer of a confirmation to remove something. Cancel has the initial focus. */
export function RemoveActions({ action, busy, onCancel, onRemove }: RemoveActionsProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.actions}>
      <Button variant="default" data-autofocus onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button color="red" loading={busy} onClick={onRemove}>
        {action}
      </Button>
    </div>
  );
}
