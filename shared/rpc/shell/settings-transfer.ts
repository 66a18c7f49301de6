import { type Static, Type } from 'typebox';
import { oneOf } from '../one-of.ts';
import { CacheMegabytes, ShellLanguage } from './shell-settings.ts';

/** Settings that mean something on another computer, each of which may be left out. */
export const MovableSettings = Type.Partial(
  Type.Object({
    theme: oneOf('light', 'dark', 'system'),
    language: ShellLanguage,
    notifications: Type.Boolean(),
    updates: Type.Boolean(),
    cacheMegabytes: CacheMegabytes,
    port: Type.Integer({ minimum: 0, maximum: 65_535 }),
  }),
);
export type MovableSettings = Static<typeof MovableSettings>;

/** What was taken from a file of settings and connections. */
export const ImportedSettings = Type.Object({
  /** For the window to apply: the shell keeps them. */
  settings: MovableSettings,
  /** Connections that were added; one that was signed in where it came from needs a sign-in here. */
  added: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), needsSignIn: Type.Boolean() })),
  /** Connections of the file that were here already, and stayed as they are. */
  present: Type.Integer({ minimum: 0 }),
});
export type ImportedSettings = Static<typeof ImportedSettings>;

const file = Type.String({ minLength: 1, maxLength: 4096 });

/** The calls of `backend.ts` that take settings and connections to another computer. Both fail with `settings-file`. */
export const settingsTransferCalls = {
  /** Replaces the file. No token, password or session is ever in it. */
  exportSettings: {
    parameters: Type.Object({ target: file }),
    result: Type.Object({ connections: Type.Integer({ minimum: 0 }) }),
  },
  /** Adds the connections of the file that are not here yet; nothing is changed where anything in it is wrong. */
  importSettings: { parameters: Type.Object({ source: file }), result: ImportedSettings },
} as const;
