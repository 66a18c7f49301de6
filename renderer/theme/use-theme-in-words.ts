import { createTheme, Modal, mergeThemeOverrides, Notification } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { theme } from './theme.ts';

/** The theme with the names of the library's own buttons in the language of the window. */
export function useThemeInWords() {
  const { t } = useTranslation();
  return useMemo(() => {
    const defaultProps = { closeButtonProps: { 'aria-label': t('common.close') } };
    const components = { Modal: Modal.extend({ defaultProps }), Notification: Notification.extend({ defaultProps }) };
    return mergeThemeOverrides(theme, createTheme({ components }));
  }, [t]);
}
