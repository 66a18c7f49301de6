import { type Static, Type } from 'typebox';
import type { Immutable } from '../../immutable.ts';
import { oneOf } from '../../schema-parts.ts';
import { ChangedShortcuts } from '../../shortcuts.ts';
import { call } from '../call.ts';
import { CacheMegabytes, ShellLanguage } from './shell-settings.ts';

/** Settings that make sense on another computer; all are optional. */
export const MovableSettings = Type.Partial(
  Type.Object({
    theme: oneOf('light', 'dark', 'system'),
    language: ShellLanguage,
    shortcuts: ChangedShortcuts,
    notifications: Type.Boolean(),
    updates: Type.Boolean(),
    cacheMegabytes: CacheMegabytes,
    port: Type.Integer({ minimum: 0, maximum: 65_535 }),
  }),
);
export type MovableSettings = Immutable<Static<typeof MovableSettings>>;

/** What was imported from a file of settings and connections. */
export const ImportedSettings = Type.Object({
  /** For the window to apply, as the shell stores them. */
  settings: MovableSettings,
  /** Added connections, and whether they need a sign-in because they were signed in before. */
  added: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), needsSignIn: Type.Boolean() })),
  /** Number of connections in the file that already existed, and stay unchanged. */
  present: Type.Integer({ minimum: 0 }),
});
export type ImportedSettings = Immutable<Static<typeof ImportedSettings>>;

const file = Type.String({ minLength: 1, maxLength: 4096 });

/** The calls that transfer settings and connections to another computer. Both fail with `settings-file`. */
export const settingsTransferCalls = {
  /** Replaces the file. It never contains a token, password or session. */
  exportSettings: call(Type.Object({ target: file }), Type.Object({ connections: Type.Integer({ minimum: 0 }) })),
  /** Adds the connections of the file that are missing here; changes nothing if the file is invalid. */
  importSettings: call(Type.Object({ source: file }), ImportedSettings),
} as const;
