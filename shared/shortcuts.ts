import { type Static, Type } from 'typebox';
import type { Immutable } from './immutable.ts';
import keys from './shortcuts.json' with { type: 'json' };

/**
 * The initial keys of the window's commands by id: the only list from which they are bound, and shown in the palette,
 * on the sheet of shortcuts and in native menus. `mod` is Ctrl, or Command on a Mac.
 */
export const shortcuts = keys.commands;

export type ShortcutName = keyof typeof shortcuts;

/**
 * Keys that cannot be changed, by what they do: those of one part of the window, and those of the browser engine and of
 * native menus. Several keys at the end are alternatives.
 */
export const fixedKeys = keys.fixed;
export type FixedKey = keyof typeof fixedKeys;

/** The keys that the user chose, by command. */
export const ChangedShortcuts = Type.Record(Type.String(), Type.String({ maxLength: 40 }));
export type ChangedShortcuts = Immutable<Static<typeof ChangedShortcuts>>;

/** The commands of the window that native menus run, with the names of their labels. */
export const menuLabels = {
  publish: 'publish',
  'view-file': 'viewFile',
  follow: 'follow',
  followed: 'followed',
  'new-namespace': 'newNamespace',
  'add-connection': 'addConnection',
  export: 'export',
  settings: 'settings',
  'close-tab': 'closeTab',
  'edit-dataset': 'editDataset',
  'undo-removal': 'undoRemoval',
  palette: 'palette',
  catalogue: 'catalogue',
  'toggle-catalogue': 'toggleCatalogue',
  'view-rows': 'rows',
  'view-columns': 'columns',
  'view-charts': 'charts',
  'view-summary': 'summary',
  'view-versions': 'versions',
  'view-about': 'about',
  'view-map': 'map',
  jobs: 'jobs',
  'next-tab': 'nextTab',
  'previous-tab': 'previousTab',
  'reopen-tab': 'reopenTab',
  help: 'guide',
  'release-notes': 'releaseNotes',
  'report-problem': 'reportProblem',
  shortcuts: 'shortcuts',
  licences: 'licences',
} as const;
export type MenuCommand = keyof typeof menuLabels;
export const menuCommands = Object.keys(menuLabels) as MenuCommand[];

/** Keys in the notation of native menus: `CmdOrCtrl+Shift+F`. */
export function accelerator(keys: string): string {
  return keys
    .split('+')
    .map((key) => (key === 'mod' ? 'CmdOrCtrl' : key.charAt(0).toUpperCase() + key.slice(1)))
    .join('+');
}

/** The initial keys of a command, if it has any. */
export function initialKeysOf(command: string): string | undefined {
  return Object.entries(shortcuts).find(([name]) => name === command)?.[1];
}

/** The keys of a command, if it has any: not those that the user gave to another one. */
export function keysOf(command: string, changed: ChangedShortcuts): string | undefined {
  const initial = initialKeysOf(command);
  const isTaken = initial !== undefined && Object.values(changed).includes(initial);
  return changed[command] ?? (isTaken ? undefined : initial);
}
