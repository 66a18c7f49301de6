import { createTheme, MantineProvider, mergeThemeOverrides, Notification } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from './backend/records.ts';
import { cspNonce } from './lib/csp-nonce.ts';
import { useSettings } from './state/settings.ts';
import { cssVariablesResolver, theme } from './theme/theme.ts';
import { useContrast } from './theme/use-contrast.ts';
import { Tooltips } from './ui/tooltip/tooltips.tsx';
import { Workspace } from './workspace/workspace.tsx';

const getStyleNonce = () => cspNonce;

/** The window, with its theme and its cache of records. */
export function App() {
  const chosen = useSettings((settings) => settings.theme);
  const { t } = useTranslation();
  useContrast();
  const themeInWords = useMemo(() => {
    const closeButtonProps = { 'aria-label': t('common.close') };
    const components = { Notification: Notification.extend({ defaultProps: { closeButtonProps } }) };
    return mergeThemeOverrides(theme, createTheme({ components }));
  }, [t]);
  return (
    <MantineProvider
      theme={themeInWords}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={getStyleNonce}
      {...(chosen === 'system' ? {} : { forceColorScheme: chosen })}
    >
      <QueryClientProvider client={records}>
        <Notifications position="bottom-right" />
        {/* Before everything else that Escape closes. */}
        <Tooltips />
        <Workspace />
      </QueryClientProvider>
    </MantineProvider>
  );
}
