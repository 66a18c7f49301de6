import { type Static, Type } from 'typebox';
import { LocalServiceSettings } from '../backend-process.ts';
import { oneOf } from '../one-of.ts';

/** The language of the shell; `system` is the first of the user's languages that is supported. */
export const ShellLanguage = oneOf('system', 'en', 'de', 'fr', 'es', 'it');
export type ShellLanguage = Static<typeof ShellLanguage>;

/** Maximum size on disk, in megabytes, of cached rows of other services. */
export const CacheMegabytes = Type.Integer({ minimum: 0, maximum: 100_000 });

/** Settings of the shell that a user can change without confirmation. */
const plainSettings = {
  /** Whether to show a system notification for long jobs that end while no window has the focus. */
  notifications: Type.Boolean(),
  /** Whether to ask the release page for a newer Almanac at the start. */
  updates: Type.Boolean(),
  cacheMegabytes: CacheMegabytes,
};

/** The shell's settings as the window shows them. */
export const ShellSettings = Type.Object({
  ...plainSettings,
  /** Whether a publisher named a release page; without one no request is made. */
  canUpdate: Type.Boolean(),
  service: LocalServiceSettings,
  /** Almanac's folders. */
  places: Type.Object({ data: Type.String(), config: Type.String(), cache: Type.String(), logs: Type.String() }),
});
export type ShellSettings = Static<typeof ShellSettings>;

const nothing = Type.Object({});
const done = Type.Void();

/** The calls about settings and windows. */
export const shellSettingsCalls = {
  /** The language of the native menus, dialogs and notifications. */
  setLanguage: { parameters: Type.Object({ language: ShellLanguage }), result: done },
  newWindow: { parameters: nothing, result: done },
  closeWindow: { parameters: nothing, result: done },
  readShellSettings: { parameters: nothing, result: ShellSettings },
  /** Missing fields stay unchanged. */
  changeShellSettings: { parameters: Type.Partial(Type.Object(plainSettings)), result: done },
  /**
   * Changes how the local service listens: it restarts, and everything is read again. Before it is opened to other
   * computers, or to them on another port, the main process asks the user in a system dialog, which no page can answer.
   * False if they declined.
   */
  changeLocalService: { parameters: LocalServiceSettings, result: Type.Boolean() },
} as const;
