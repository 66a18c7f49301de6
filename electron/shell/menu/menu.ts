import { app, Menu, type MenuItemConstructorOptions, shell } from 'electron';
import { accelerator, type ChangedShortcuts, keysOf, type MenuCommand, menuLabels } from '#shared/shortcuts.ts';
import { type DiagnosticsParts, saveDiagnostics } from '../diagnostics/diagnostics.ts';
import type { ShellWords } from '../texts.ts';
import type { Windows } from '../windows/windows.ts';

export interface MenuParts {
  readonly words: ShellWords;
  readonly shortcuts: ChangedShortcuts;
  readonly windows: Windows;
  readonly diagnostics: DiagnosticsParts;
  /** Runs a command in the most recently used window. */
  readonly run: (command: MenuCommand) => void;
}

type Item = MenuItemConstructorOptions;
const line: Item = { type: 'separator' };
const mac = process.platform === 'darwin';

/** Sets the native menus in the current language and with the current keys; call it again when these change. */
export function setMenu(parts: MenuParts): void {
  const { words } = parts;
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(mac ? [{ role: 'appMenu' } as const] : []),
      { label: words.file, submenu: fileMenu(parts) },
      { label: words.edit, submenu: editMenu(parts) },
      { label: words.view, submenu: viewMenu(parts) },
      { label: words.window, role: 'windowMenu', submenu: windowMenu(parts) },
      { label: words.help, role: 'help', submenu: helpMenu(parts) },
    ]),
  );
}

/** Shortcuts that the page binds are only displayed here; the page handles them. */
function shown({ shortcuts }: MenuParts, command: string): Item {
  const keys = keysOf(command, shortcuts);
  // Native menus have no keys outside ASCII.
  const isShown = keys !== undefined && /^[!-~]+$/.test(keys);
  return isShown ? { accelerator: accelerator(keys), registerAccelerator: false } : {};
}

function commandItems(parts: MenuParts, ...commands: readonly MenuCommand[]): Item[] {
  return commands.map((command) => ({
    id: command,
    label: parts.words[menuLabels[command]],
    click: () => parts.run(command),
    ...shown(parts, command),
  }));
}

function fileMenu(parts: MenuParts): Item[] {
  const { words, windows } = parts;
  return [
    { id: 'new-window', label: words.newWindow, click: () => windows.openNew(), ...shown(parts, 'new-window') },
    line,
    ...commandItems(parts, 'publish', 'view-file', 'follow', 'new-namespace', 'add-connection', 'export'),
    line,
    ...commandItems(parts, 'settings'),
    line,
    ...commandItems(parts, 'close-tab'),
    {
      id: 'close-window',
      label: words.closeWindow,
      click: () => windows.lastUsed()?.close(),
      ...shown(parts, 'close-window'),
    },
    ...(mac ? [] : [line, { role: 'quit', label: words.quit } as const]),
  ];
}

function editMenu(parts: MenuParts): Item[] {
  const { words } = parts;
  return [
    { role: 'undo', label: words.undo },
    { role: 'redo', label: words.redo },
    line,
    { role: 'cut', label: words.cut },
    { role: 'copy', label: words.copy },
    { role: 'paste', label: words.paste },
    { role: 'selectAll', label: words.selectAll },
    line,
    ...commandItems(parts, 'edit-dataset', 'undo-removal'),
  ];
}

function viewMenu(parts: MenuParts): Item[] {
  const { words } = parts;
  const forDevelopers: Item[] = [
    line,
    { role: 'reload', label: words.reload },
    { role: 'toggleDevTools', label: words.developerTools },
  ];
  return [
    ...commandItems(parts, 'palette', 'catalogue', 'toggle-catalogue', 'jobs', 'followed'),
    line,
    ...commandItems(
      parts,
      'view-rows',
      'view-columns',
      'view-charts',
      'view-summary',
      'view-versions',
      'view-about',
      'view-map',
    ),
    line,
    { role: 'resetZoom', label: words.resetZoom },
    { role: 'zoomIn', label: words.zoomIn },
    { role: 'zoomOut', label: words.zoomOut },
    { role: 'togglefullscreen', label: words.fullScreen },
    ...(app.isPackaged ? [] : forDevelopers),
  ];
}

function windowMenu(parts: MenuParts): Item[] {
  const { words } = parts;
  return [
    { role: 'minimize', label: words.minimize },
    line,
    ...commandItems(parts, 'next-tab', 'previous-tab', 'reopen-tab'),
  ];
}

function helpMenu(parts: MenuParts): Item[] {
  const { words, windows, diagnostics } = parts;
  return [
    ...commandItems(parts, 'help', 'shortcuts', 'release-notes'),
    line,
    ...commandItems(parts, 'report-problem'),
    {
      label: words.saveDiagnostics,
      click: async () => {
        const window = windows.lastUsed();
        const target = window && (await saveDiagnostics(window, diagnostics, words.diagnosticsTitle));
        // It is opened as text, so that the user can read it before sharing it.
        if (target) await shell.openPath(target);
      },
    },
    { label: words.showLog, click: () => shell.showItemInFolder(diagnostics.places.logs) },
    ...commandItems(parts, 'licences'),
  ];
}
