import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface FormActionsProps {
  /** What sending the form does, in a word or two. */
  readonly action: string;
  /** Whether it has been sent and not yet answered. */
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onCancel: () => void;
}

/** The end of a form: it is given up, or sent. */
export function FormActions({ action, busy, disabled = false, onCancel }: FormActionsProps) {
  const { t } = useTranslation();
  return (
    <div className="form-actions">
      <Button variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" disabled={disabled} loading={busy}>
        {action}
      </Button>
    </div>
  );
}
