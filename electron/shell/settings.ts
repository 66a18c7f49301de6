import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

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

/** The settings in one small JSON file, written whole or not at all. A damaged file is put aside, never lost. */
export class SettingsFile {
  readonly #file: string;
  #settings: Settings | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  read(): Settings {
    this.#settings ??= this.#load();
    return this.#settings;
  }

  change(part: Partial<Settings>): void {
    this.#settings = { ...this.read(), ...part };
    mkdirSync(path.dirname(this.#file), { recursive: true });
    const temporary = `${this.#file}.part`;
    writeFileSync(temporary, `${JSON.stringify(this.#settings, null, 2)}\n`);
    renameSync(temporary, this.#file);
  }

  #load(): Settings {
    let text: string;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch {
      return initial;
    }
    try {
      return Value.Parse(Settings, { ...initial, ...JSON.parse(text) });
    } catch {
      renameSync(this.#file, `${this.#file}.damaged`);
      return initial;
    }
  }
}
