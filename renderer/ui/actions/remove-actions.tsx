import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './form.module.css';

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
