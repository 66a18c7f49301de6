import { type Static, Type } from 'typebox';
import type { Immutable } from '../../immutable.ts';
import { languages } from '../../locales/languages.ts';
import { oneOf, orNull } from '../../schema-parts.ts';
import { ChangedShortcuts } from '../../shortcuts.ts';
import { LocalServiceSettings } from '../backend-process.ts';
import { call, done, nothing } from '../call.ts';
import { FollowingSettings } from './following-settings.ts';

/** The language of the shell; `system` is the first of the user's languages that is supported. */
export const ShellLanguage = oneOf('system', ...languages);
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
  following: FollowingSettings,
};

/** The PMTiles file drawn below the rows on a map, whose folder only the main process knows. */
export const MapBackground = Type.Object({ name: Type.String(), bytes: Type.Integer({ minimum: 0 }) });
export type MapBackground = Immutable<Static<typeof MapBackground>>;

/** Maximum number of bytes of the map background that are read in one call. */
export const maxMapRead = 8 * 1024 * 1024;

/** Settings of the window that the main process stores, because native menus and dialogs follow them too. */
export const appearanceSettings = {
  theme: oneOf('light', 'dark', 'system'),
  language: ShellLanguage,
  shortcuts: ChangedShortcuts,
};

/** The shell's settings as the window shows them. */
export const ShellSettings = Type.Object({
  ...plainSettings,
  ...appearanceSettings,
  /** Whether a publisher named a release page; without one no request is made. */
  canUpdate: Type.Boolean(),
  /** Whether the computer runs on battery. */
  onBattery: Type.Boolean(),
  service: LocalServiceSettings,
  /** The background of maps; null for the outlines only. */
  mapBackground: orNull(MapBackground),
  places: Type.Object({ data: Type.String(), config: Type.String(), cache: Type.String(), logs: Type.String() }),
});
export type ShellSettings = Immutable<Static<typeof ShellSettings>>;

export const shellSettingsCalls = {
  /** The language of the native menus, dialogs and notifications. */
  setLanguage: call(Type.Object({ language: ShellLanguage }), done),
  /** The keys that native menus show. */
  setShortcuts: call(Type.Object({ changed: ChangedShortcuts }), done),
  readShellSettings: call(nothing, ShellSettings),
  /** Changes settings; missing fields stay unchanged. */
  changeShellSettings: call(Type.Partial(Type.Object(plainSettings)), done),
  /**
   * Asks the user for a PMTiles file and makes it the background of maps; false if they cancelled. Fails with
   * `map-file-*` unless tiles can be drawn from it.
   */
  chooseMapBackground: call(nothing, Type.Boolean()),
  removeMapBackground: call(nothing, done),
  /** Part of that file as base64, shorter at its end. Fails with `map-file-gone` or `map-file-unread`. */
  readMapBackground: call(
    Type.Object({
      offset: Type.Integer({ minimum: 0 }),
      length: Type.Integer({ minimum: 1, maximum: maxMapRead }),
    }),
    Type.String(),
  ),
  /**
   * Changes how the local service listens: it restarts, and everything is read again. Before it is opened to other
   * computers, or to them on another port, the main process asks the user in a system dialog, which no page can answer.
   * False if they declined.
   */
  changeLocalService: call(LocalServiceSettings, Type.Boolean()),
} as const;
