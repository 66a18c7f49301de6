import { useSyncExternalStore } from 'react';

/** Whose colours the page has. */
export interface ShownTheme {
  readonly scheme: 'light' | 'dark';
  readonly hasHighContrast: boolean;
}

const shownThemes = (['light', 'dark'] as const).flatMap((scheme) =>
  [false, true].map((hasHighContrast): ShownTheme => ({ scheme, hasHighContrast })),
);

const light: ShownTheme = { scheme: 'light', hasHighContrast: false };

function shownTheme(): ShownTheme {
  const { mantineColorScheme, contrast } = document.documentElement.dataset;
  const hasHighContrast = contrast === 'high';
  return (
    shownThemes.find((one) => one.scheme === mantineColorScheme && one.hasHighContrast === hasHighContrast) ?? light
  );
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme', 'data-contrast'] });
  return () => observer.disconnect();
}

/**
 * The theme that the page has, for drawings that read their colours from it. The settings change before: while their
 * change is rendered, the page still has the colours of the previous theme.
 */
export function useShownTheme(): ShownTheme {
  return useSyncExternalStore(subscribe, shownTheme);
}
