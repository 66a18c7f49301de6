import path from 'node:path';
import { type Static, Type } from 'typebox';
import type { FileOnDisk } from '../settings/settings-file.ts';

/** Paths that a user chose for a file to be written to, newest last. */
export const Targets = Type.Array(Type.String());

const maxTargets = 500;

/**
 * Stores which files a user let Almanac write, so that the page can have these shown or opened and no others. They
 * survive a restart, as the list of finished jobs does.
 */
export class AllowedTargets {
  readonly #file: FileOnDisk<Static<typeof Targets>>;

  constructor(file: FileOnDisk<Static<typeof Targets>>) {
    this.#file = file;
  }

  add(target: string): void {
    const others = this.#file.read().filter((known) => known !== target);
    this.#file.write([...others, target].slice(-maxTargets));
  }

  has(file: string): boolean {
    return this.#file.read().includes(path.resolve(file));
  }

  /** Whether the file is one of them or directly beside one, as a descriptor is. */
  hasBeside(file: string): boolean {
    const folder = path.dirname(path.resolve(file));
    return this.#file.read().some((known) => path.dirname(known) === folder);
  }
}
