import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './form.module.css';

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
