import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { records } from './api/records.ts';
import { shell } from './api/shell.ts';
import { cspNonce } from './lib/csp-nonce.ts';
import { useSettings } from './settings.ts';
import { cssVariablesResolver, theme } from './theme.ts';
import { Workspace } from './workspace/workspace.tsx';

const getStyleNonce = () => cspNonce;

/** The window: its colours, its records and everything in it. */
export function App() {
  const chosen = useSettings((settings) => settings.theme);
  useEffect(() => {
    void shell.call('setTheme', { theme: chosen });
  }, [chosen]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={getStyleNonce}
      {...(chosen === 'system' ? {} : { forceColorScheme: chosen })}
    >
      <QueryClientProvider client={records}>
        <Notifications position="bottom-right" />
        <Workspace />
      </QueryClientProvider>
    </MantineProvider>
  );
}
