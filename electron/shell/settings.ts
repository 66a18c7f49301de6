import { type Static, Type } from 'typebox';
import { KeptFile, type PutAside } from './kept-file.ts';

const Settings = Type.Object({
  theme: Type.Union([Type.Literal('light'), Type.Literal('dark'), Type.Literal('system')]),
  window: Type.Union([
    Type.Object({
      x: Type.Integer(),
      y: Type.Integer(),
      width: Type.Integer({ minimum: 400 }),
      height: Type.Integer({ minimum: 300 }),
      maximized: Type.Boolean(),
    }),
    Type.Null(),
  ]),
});

/** What the shell remembers between starts. */
export type Settings = Static<typeof Settings>;

const initial: Settings = { theme: 'system', window: null };

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
