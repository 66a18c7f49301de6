import { type Static, Type } from 'typebox';
import { ServiceWish } from '#shared/rpc/backend-process.ts';
import { oneOf, orNull } from '#shared/rpc/one-of.ts';
import { CacheMegabytes, ShellLanguage } from '#shared/rpc/shell-settings.ts';
import { GraphicsMemory, nothingMissed } from './graphics-memory.ts';
import { KeptFile, type PutAside } from './kept-file.ts';

/** Where a window stands; `x` to `height` as it is when it is not maximized. */
const Bounds = Type.Object({
  x: Type.Integer(),
  y: Type.Integer(),
  width: Type.Integer({ minimum: 400 }),
  height: Type.Integer({ minimum: 300 }),
  maximized: Type.Boolean(),
});
export type Bounds = Static<typeof Bounds>;

/** A window that is to be opened again; its page keeps its tabs under this id. */
const KeptWindow = Type.Object({ id: Type.String({ pattern: '^[a-z0-9]{1,20}$' }), bounds: orNull(Bounds) });
export type KeptWindow = Static<typeof KeptWindow>;

const Settings = Type.Object({
  theme: oneOf('light', 'dark', 'system'),
  language: ShellLanguage,
  /** The one that was used last comes last. */
  windows: Type.Array(KeptWindow, { maxItems: 50 }),
  notifications: Type.Boolean(),
  updates: Type.Boolean(),
  cacheMegabytes: CacheMegabytes,
  service: ServiceWish,
  graphics: GraphicsMemory,
});

/** What the shell remembers between starts. */
export type Settings = Static<typeof Settings>;

const initial: Settings = {
  theme: 'system',
  language: 'system',
  windows: [],
  notifications: true,
  updates: true,
  cacheMegabytes: 512,
  service: { port: 0, network: false },
  graphics: nothingMissed,
};

/** The settings in one small JSON file. */
export class SettingsFile {
  readonly #file: KeptFile<Settings>;

  /** @param onDamaged is told when the file could not be read and was put aside */
  constructor(file: string, onDamaged: (put: PutAside) => void) {
    this.#file = new KeptFile(file, Settings, initial, onDamaged);
  }

  read(): Settings {
    return this.#file.read();
  }

  change(part: Partial<Settings>): void {
    this.#file.write({ ...this.read(), ...part });
  }
}
