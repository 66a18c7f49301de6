import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { writeTextDurablySync } from '../../lib/durable-file.ts';
import { isAlive } from '../../lib/is-alive.ts';

/** A file that could not be read and was moved aside. */
export interface PutAside {
  readonly file: string;
  /** Where its content is now. */
  readonly kept: string;
}

/**
 * One small JSON file of the shell, replaced atomically and durably. A damaged file is renamed, never lost, and the
 * initial value takes its place.
 */
export class FileOnDisk<Content> {
  readonly #file: string;
  readonly #schema: TSchema;
  readonly #initial: Content;
  readonly #onDamaged: (aside: PutAside) => void;
  #content: Content | null = null;
  /** The file's metadata (size, times) when its content was last read or written. */
  #state = '';

  constructor(file: string, schema: TSchema, initial: Content, onDamaged: (aside: PutAside) => void) {
    this.#file = file;
    this.#schema = schema;
    this.#initial = initial;
    this.#onDamaged = onDamaged;
  }

  /** The content of the file, even after a restored backup has replaced it. */
  read(): Content {
    if (this.#content === null) removeInterrupted(this.#file);
    if (this.#content === null || this.#state !== stateOf(this.#file)) this.#content = this.#load();
    this.#state = stateOf(this.#file);
    return this.#content;
  }

  write(content: Content): void {
    this.#content = content;
    mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    const part = `${this.#file}.${process.pid}.part`;
    writeTextDurablySync(this.#file, `${JSON.stringify(content, null, 2)}\n`, part);
    this.#state = stateOf(this.#file);
  }

  #load(): Content {
    let text: string;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch {
      return this.#initial;
    }
    try {
      const content: unknown = JSON.parse(text);
      const whole = isRecord(this.#initial) && isRecord(content) ? { ...this.#initial, ...content } : content;
      return Value.Parse(this.#schema, whole) as Static<TSchema> as Content;
    } catch {
      return this.#putAside();
    }
  }

  #putAside(): Content {
    const kept = `${this.#file}.damaged`;
    renameSync(this.#file, kept);
    this.#onDamaged({ file: this.#file, kept });
    return this.#initial;
  }
}

/** Removes the temporary files of processes that were killed while writing. */
function removeInterrupted(file: string): void {
  const folder = path.dirname(file);
  const beginning = `${path.basename(file)}.`;
  try {
    for (const name of readdirSync(folder)) {
      const pid = name.startsWith(beginning) ? /^(\d+)\.part$/.exec(name.slice(beginning.length)) : null;
      if (pid !== null && !isAlive(Number(pid[1]))) rmSync(path.join(folder, name));
    }
  } catch {
    // The next start tries again.
  }
}

function stateOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
