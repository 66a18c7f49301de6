import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Command } from '../../commands/commands.ts';
import { closeDialog, openDialog, useDialog } from '../../dialogs/dialogs.ts';
import { startMessages } from '../../locales/language.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';

const commands: readonly Command[] = [
  { id: 'palette', title: 'Search', group: 'general', keys: 'mod+K', run: vi.fn() },
  { id: 'theme', title: 'Theme: Dark', group: 'general', run: vi.fn() },
  { id: 'map', title: 'Map', group: 'views', keys: 'mod+4', run: vi.fn() },
];

function group(name: string): HTMLElement {
  const found = screen.getByRole('heading', { name }).parentElement;
  if (found === null) throw new Error(`There is no group ${name}.`);
  return found;
}

afterEach(async () => {
  closeDialog();
  await startMessages('en', 'en-GB');
});

describe('the sheet of shortcuts', () => {
  it('is closed until it is requested, and closed by its button', async () => {
    const user = renderComponent(<ShortcutsSheet commands={commands} />);
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => openDialog({ kind: 'shortcuts' }));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(useDialog.getState().dialog).toBeNull());
  });

  it('lists the keys of commands by group, without commands that have none', async () => {
    openDialog({ kind: 'shortcuts' });
    renderComponent(<ShortcutsSheet commands={commands} />);
    await screen.findByRole('dialog');
    expect(within(group('General')).getByText('Search')).toBeDefined();
    expect(within(group('General')).queryByText('Theme: Dark')).toBeNull();
    expect(within(group('Dataset views')).getByText('Map')).toBeDefined();
    expect(within(group('Dataset views')).queryByText('Search')).toBeNull();
  });

  it('lists the keys within the rows and the tabs, which are not commands', async () => {
    openDialog({ kind: 'shortcuts' });
    renderComponent(<ShortcutsSheet commands={[]} />);
    await screen.findByRole('dialog');
    const keys = screen.getByText('First row').parentElement;
    expect(keys?.textContent).toContain('Home');
  });

  it('finds shortcuts by what they do and by their keys', async () => {
    openDialog({ kind: 'shortcuts' });
    const user = renderComponent(<ShortcutsSheet commands={commands} />);
    const search = await screen.findByRole('textbox', { name: 'Search the shortcuts' });
    await user.type(search, 'ctrl+4');
    expect(screen.getByText('Map')).toBeDefined();
    expect(screen.queryByText('First row')).toBeNull();
    await user.clear(search);
    await user.type(search, 'row first');
    expect(screen.getByText('First row')).toBeDefined();
    expect(screen.queryByText('Map')).toBeNull();
  });

  it('names keys in the language of the window', async () => {
    await startMessages('de', 'de-DE');
    openDialog({ kind: 'shortcuts' });
    renderComponent(<ShortcutsSheet commands={commands} />);
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getAllByText('Strg').length).toBeGreaterThan(0);
    expect(within(dialog).queryByText('Ctrl')).toBeNull();
  });
});
