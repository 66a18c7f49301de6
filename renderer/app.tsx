import { MantineProvider } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { records } from './backend/records.ts';
import { can } from './backend/shell.ts';
import { cspNonce } from './lib/csp-nonce.ts';
import { useSettings } from './state/settings.ts';
import { cssVariablesResolver, useThemeInWords } from './theme/theme.ts';
import { Tooltips } from './ui/tooltip/tooltips.tsx';
import { Workspace } from './workspace/workspace.tsx';

const Embed = lazy(async () => ({ default: (await import('./workspace/embed.tsx')).Embed }));

const getStyleNonce = () => cspNonce;

/** The window, with its theme and its cache of records. */
export function App() {
  const chosen = useSettings((settings) => settings.theme);
  useContrast();
  return (
    <MantineProvider
      theme={useThemeInWords()}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={getStyleNonce}
      {...(chosen === 'system' ? {} : { forceColorScheme: chosen })}
    >
      <QueryClientProvider client={records}>
        <Notifications position="bottom-right" />
        {/* Before everything else that Escape closes. */}
        <Tooltips />
        {can('embedded') ? (
          <Suspense>
            <Embed />
          </Suspense>
        ) : (
          <Workspace />
        )}
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Marks the page if high contrast is requested by the setting or the system. */
function useContrast(): void {
  const chosen = useSettings((settings) => settings.contrast);
  const requestedBySystem = useMediaQuery('(prefers-contrast: more)');
  const high = chosen === 'high' || requestedBySystem;
  useEffect(() => {
    if (high) document.documentElement.dataset.contrast = 'high';
    else delete document.documentElement.dataset.contrast;
  }, [high]);
}
