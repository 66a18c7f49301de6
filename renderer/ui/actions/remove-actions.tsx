import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface RemoveActionsProps {
  /** What is done, in a word or two. */
  readonly action: string;
  /** Whether it was asked for and not yet answered. */
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onRemove: () => void;
}

/** The end of a question whether something is to go. The keyboard begins on the way back. */
export function RemoveActions({ action, busy, onCancel, onRemove }: RemoveActionsProps) {
  const { t } = useTranslation();
  return (
    <div className="form-actions">
      <Button variant="default" data-autofocus onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button color="red" loading={busy} onClick={onRemove}>
        {action}
      </Button>
    </div>
  );
}
