import { type Static, Type } from 'typebox';
import { LocalServiceSettings } from '#shared/rpc/backend-process.ts';
import { FollowingSettings, usualFollowing } from '#shared/rpc/shell/following-settings.ts';
import { appearanceSettings, CacheMegabytes } from '#shared/rpc/shell/shell-settings.ts';
import { orNull } from '#shared/schema-parts.ts';
import { FileOnDisk, type PutAside } from './settings-file.ts';

/** Bounds of a window; `x` to `height` are those when it is not maximized. */
const Bounds = Type.Object({
  x: Type.Integer(),
  y: Type.Integer(),
  width: Type.Integer({ minimum: 400 }),
  height: Type.Integer({ minimum: 300 }),
  maximized: Type.Boolean(),
});
export type Bounds = Static<typeof Bounds>;

/** A window to open again; its page stores its tabs under this id. */
const SavedWindow = Type.Object({ id: Type.String({ pattern: '^[a-z0-9]{1,20}$' }), bounds: orNull(Bounds) });
export type SavedWindow = Static<typeof SavedWindow>;

const Settings = Type.Object({
  ...appearanceSettings,
  /** Most recently used last. */
  windows: Type.Array(SavedWindow, { maxItems: 50 }),
  notifications: Type.Boolean(),
  updates: Type.Boolean(),
  cacheMegabytes: CacheMegabytes,
  service: LocalServiceSettings,
  following: FollowingSettings,
  /** Path of the PMTiles file behind the rows on a map. */
  mapBackground: orNull(Type.String()),
});

/** What the shell stores between starts. */
export type Settings = Static<typeof Settings>;

const initial: Settings = {
  theme: 'system',
  language: 'system',
  shortcuts: {},
  windows: [],
  notifications: true,
  updates: true,
  cacheMegabytes: 512,
  service: { port: 0, network: false },
  following: usualFollowing,
  mapBackground: null,
};

export class SettingsFile extends FileOnDisk<Settings> {
  /** @param onDamaged called when the file could not be read and was moved aside */
  constructor(file: string, onDamaged: (aside: PutAside) => void) {
    super(file, Settings, initial, onDamaged);
  }

  change(part: Partial<Settings>): void {
    this.write({ ...this.read(), ...part });
  }
}
