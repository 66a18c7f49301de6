import { waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { shell } from '../testing/far-side.ts';
import { testShellSettings } from '../testing/records.ts';
import { shareSettings, useSettings } from './settings.ts';

afterEach(() => useSettings.setState(useSettings.getInitialState(), true));

describe('settings that the main process has too', () => {
  it('are taken from it at the start: they may have been imported while no window was open', async () => {
    useSettings.setState({ theme: 'light', density: 'compact' });
    const shortcuts = { home: 'F8', publish: 'no keys' };
    shell.answer('readShellSettings', { ...testShellSettings(), theme: 'dark', language: 'it', shortcuts });
    await shareSettings();
    const { theme, language, shortcuts: own, density } = useSettings.getState();
    expect([theme, language, own, density]).toEqual(['dark', 'it', { home: 'F8' }, 'compact']);
    await waitFor(() => expect(document.documentElement.lang).toBe('it'));
  });

  it('are shared when they change, and what changes while they are read stays', async () => {
    shell.answer('readShellSettings', testShellSettings());
    const shared = shareSettings();
    useSettings.setState({ theme: 'dark' });
    await shared;
    expect(useSettings.getState().theme).toBe('dark');
    useSettings.setState({ language: 'de', shortcuts: { home: 'F9' } });
    expect(shell.calls('setTheme').at(-1)).toEqual({ theme: 'dark' });
    expect(shell.calls('setLanguage').at(-1)).toEqual({ language: 'de' });
    expect(shell.calls('setShortcuts').at(-1)).toEqual({ changed: { home: 'F9' } });
  });
});

it('a setting that is not valid has its initial value', () => {
  const newValue = JSON.stringify({ paneWidth: 9000, theme: 'dark' });
  window.dispatchEvent(new StorageEvent('storage', { key: 'almanac-settings', newValue }));
  expect(useSettings.getState()).toMatchObject({
    paneWidth: 280,
    theme: 'dark',
    density: 'normal',
    figures: ['count', 'sum', 'average'],
  });
});
