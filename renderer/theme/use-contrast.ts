import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import { useSettings } from '../state/settings.ts';

/** Marks the page if high contrast is requested by the setting or the system. */
export function useContrast(): void {
  const chosen = useSettings((settings) => settings.contrast);
  const requestedBySystem = useMediaQuery('(prefers-contrast: more)');
  const high = chosen === 'high' || requestedBySystem;
  useEffect(() => {
    if (high) document.documentElement.dataset.contrast = 'high';
    else delete document.documentElement.dataset.contrast;
  }, [high]);
}
