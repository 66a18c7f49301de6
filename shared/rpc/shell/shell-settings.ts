import { type Static, Type } from 'typebox';
import { LocalServiceSettings } from '../backend-process.ts';
import { oneOf } from '../one-of.ts';

/** The language that the shell speaks; `system` is the first of the user's own that it knows. */
export const ShellLanguage = oneOf('system', 'en', 'de', 'it');
export type ShellLanguage = Static<typeof ShellLanguage>;

/** Megabytes of rows of other services that may be kept on the disk while Almanac runs. */
export const CacheMegabytes = Type.Integer({ minimum: 0, maximum: 100_000 });

/** What a user may change of the shell's settings without being asked again. */
const plainSettings = {
  /** Whether the system notifies of long jobs that end while no window has the focus. */
  notifications: Type.Boolean(),
  /** Whether the release page is asked for a newer Almanac at the start. */
  updates: Type.Boolean(),
  cacheMegabytes: CacheMegabytes,
};

/** The shell's settings as the window shows them. */
export const ShellSettings = Type.Object({
  ...plainSettings,
  /** Whether a publisher named a release page; without one nothing is ever asked. */
  canUpdate: Type.Boolean(),
  service: LocalServiceSettings,
  /** The folders that Almanac keeps things in. */
  places: Type.Object({ data: Type.String(), config: Type.String(), cache: Type.String(), logs: Type.String() }),
});
export type ShellSettings = Static<typeof ShellSettings>;

const nothing = Type.Object({});
const done = Type.Void();

/** The calls of `shell.ts` about settings and windows. */
export const shellSettingsCalls = {
  /** The language of the native menus, dialogs and notifications. */
  setLanguage: { parameters: Type.Object({ language: ShellLanguage }), result: done },
  newWindow: { parameters: nothing, result: done },
  closeWindow: { parameters: nothing, result: done },
  readShellSettings: { parameters: nothing, result: ShellSettings },
  /** What is left out stays. */
  changeShellSettings: { parameters: Type.Partial(Type.Object(plainSettings)), result: done },
  /**
   * Has this computer's own service listen in another way: it is started again, and what is being read is read anew.
   * Before it is opened to other computers, or to them on another port, the main process asks the user by a dialog of
   * the system's, which no page can answer. False where they declined.
   */
  changeLocalService: { parameters: LocalServiceSettings, result: Type.Boolean() },
} as const;
