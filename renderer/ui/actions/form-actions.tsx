import { Button } from '@mantine/core';
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
