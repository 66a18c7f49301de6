import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keysOf } from '#shared/shortcuts.ts';
import type { Command } from '../../commands/commands.ts';
import { startMessages } from '../../locales/language.ts';
import { closeDialog, openDialog, openedDialog } from '../../state/dialogs.ts';
import { useSettings } from '../../state/settings.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';

const all: readonly Command[] = [
  { id: 'palette', title: 'Search', group: 'general', run: vi.fn() },
  { id: 'theme-dark', title: 'Theme: Dark', group: 'general', run: vi.fn() },
  { id: 'view-map', title: 'Map', group: 'views', run: vi.fn() },
  { id: 'search', title: 'Find in rows', group: 'rows', run: vi.fn() },
];

/** The sheet, with the keys that the commands have now. */
function Sheet() {
  const changed = useSettings((settings) => settings.shortcuts);
  const commands = all.map((command) => {
    const keys = keysOf(command.id, changed);
    return keys === undefined ? command : { ...command, keys };
  });
  return <ShortcutsSheet commands={commands} />;
}

async function openSheet() {
  openDialog({ kind: 'shortcuts' });
  const user = renderComponent(<Sheet />);
  await screen.findByRole('dialog');
  return user;
}

const stored = () => useSettings.getState().shortcuts;
const change = (command: string) => screen.getByRole('button', { name: `Change the shortcut of ${command}` });
const lineOf = (title: string) => screen.getByText(title).parentElement?.textContent;

function group(name: string): HTMLElement {
  const found = screen.getByRole('heading', { name }).parentElement;
  if (found === null) throw new Error(`There is no group ${name}.`);
  return found;
}

afterEach(async () => {
  closeDialog('program');
  useSettings.setState({ shortcuts: {} });
  await startMessages('en', 'en-GB');
});

describe('the sheet of shortcuts', () => {
  it('is closed until it is requested, and closed by its button', async () => {
    const user = renderComponent(<Sheet />);
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => openDialog({ kind: 'shortcuts' }));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(openedDialog('program')).toBeNull());
  });

  it('lists the keys of commands by group, without commands that have none', async () => {
    await openSheet();
    expect(within(group('General')).getByText('Search')).toBeDefined();
    expect(within(group('General')).queryByText('Theme: Dark')).toBeNull();
    expect(within(group('Dataset views')).getByText('Map')).toBeDefined();
    expect(within(group('Dataset views')).queryByText('Search')).toBeNull();
  });

  it('lists the keys within the rows and the tabs, which are not commands', async () => {
    await openSheet();
    const keys = screen.getByText('First row').parentElement;
    expect(keys?.textContent).toContain('Home');
  });

  it('finds shortcuts by what they do and by their keys', async () => {
    const user = await openSheet();
    const search = await screen.findByRole('textbox', { name: 'Search the shortcuts' });
    await user.type(search, 'ctrl+7');
    expect(screen.getByText('Map')).toBeDefined();
    expect(screen.queryByText('First row')).toBeNull();
    await user.clear(search);
    await user.type(search, 'row first');
    expect(screen.getByText('First row')).toBeDefined();
    expect(screen.queryByText('Map')).toBeNull();
    await user.clear(search);
    await user.type(search, 'dárk');
    expect(lineOf('Theme: Dark')).toContain('none');
    await user.type(search, 'er');
    expect(screen.getByRole('status').textContent).toBe('No matches.');
  });

  it('changes the keys of a command to those that are pressed, and keeps its line and the focus', async () => {
    const user = await openSheet();
    await user.type(screen.getByRole('textbox'), 'ctrl+7');
    change('Map').focus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('alert').textContent).toContain('Press the new keys. Esc cancels.');
    await user.keyboard('{Control>}{Shift>}m{/Shift}{/Control}');
    expect(stored()).toEqual({ 'view-map': 'mod+shift+M' });
    expect(screen.getByRole('status').textContent).toBe('Map: Ctrl+Shift+M');
    expect(lineOf('Map')).toContain('CtrlShiftM');
    expect(document.activeElement).toBe(change('Map'));
    await user.click(screen.getByRole('button', { name: 'Reset the shortcut of Map' }));
    expect(stored()).toEqual({});
    expect(document.activeElement).toBe(change('Map'));
  });

  it('gives keys to a command that has none', async () => {
    const user = await openSheet();
    await user.type(screen.getByRole('textbox'), 'dark');
    await user.click(change('Theme: Dark'));
    await user.keyboard('{F8}');
    expect(stored()).toEqual({ 'theme-dark': 'F8' });
    await user.click(screen.getByRole('button', { name: 'Reset the shortcut of Theme: Dark' }));
    expect(stored()).toEqual({});
  });

  it('cancels with Escape or when the focus moves, and is closed by the next Escape', async () => {
    const user = await openSheet();
    await user.click(change('Map'));
    await user.click(screen.getByRole('textbox'));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(change('Map'));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(stored()).toEqual({});
    expect(openedDialog('program')).not.toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(openedDialog('program')).toBeNull());
  });

  it.each([
    ['{Control>}q{/Control}', 'Ctrl+Q is reserved by the system or the menus.'],
    ['a', 'A can type a character. Use Ctrl, and no Alt, with a character.'],
    ['{Home}', 'Home moves the focus or the caret, or edits text.'],
    ['{Tab}', 'Tab is “Next field or button”, which cannot be changed.'],
    ['{Control>}c{/Control}', 'Ctrl+C is “Copy selection”, which cannot be changed.'],
  ])('refuses %s with the reason, and waits for other keys', async (pressed, reason) => {
    const user = await openSheet();
    await user.click(change('Map'));
    await user.keyboard(pressed);
    expect(screen.getByRole('alert').textContent).toBe(`${reason} Press the new keys. Esc cancels.`);
    expect(stored()).toEqual({});
    await user.keyboard('{F8}');
    expect(stored()).toEqual({ 'view-map': 'F8' });
  });

  it('names the command that has the keys, and takes them from it if asked to', async () => {
    const user = await openSheet();
    const press = async () => {
      await user.click(change('Map'));
      await user.keyboard('{Control>}f{/Control}');
      expect(screen.getByRole('alert').textContent).toBe('Ctrl+F is “Find in rows”.');
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reassign' }));
    };
    await press();
    await user.keyboard('{Escape}');
    expect(stored()).toEqual({});
    expect(document.activeElement).toBe(change('Map'));
    await press();
    await user.keyboard('{Enter}');
    expect(stored()).toEqual({ 'view-map': 'mod+F' });
    expect(document.activeElement).toBe(change('Map'));
    expect(lineOf('Find in rows')).toContain('none');
    // Its initial keys come back, and with them those of the other command.
    await user.click(screen.getByRole('button', { name: 'Reset the shortcut of Find in rows' }));
    expect(stored()).toEqual({});
  });

  it('resets all shortcuts, and undoes that', async () => {
    const changed = { 'view-map': 'F8', search: 'mod+shift+S' };
    useSettings.setState({ shortcuts: changed });
    const user = await openSheet();
    await user.click(screen.getByRole('button', { name: 'Reset all' }));
    expect(stored()).toEqual({});
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(stored()).toEqual(changed);
    expect(screen.getByRole('button', { name: 'Reset all' })).toBeDefined();
  });

  it('returns the focus to where it was', async () => {
    const user = renderComponent(
      <>
        <button type="button">Before</button>
        <Sheet />
      </>,
    );
    const before = screen.getByRole('button', { name: 'Before' });
    before.focus();
    act(() => openDialog({ kind: 'shortcuts' }));
    await screen.findByRole('dialog');
    await user.click(change('Map'));
    await user.keyboard('{F8}{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(before));
  });

  it('names keys in the language of the window', async () => {
    await startMessages('de', 'de-DE');
    await openSheet();
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getAllByText('Strg').length).toBeGreaterThan(0);
    expect(within(dialog).queryByText('Ctrl')).toBeNull();
  });
});
