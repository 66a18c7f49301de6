import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { writeTextDurablySync } from '../../lib/durable-text.ts';
import { isAlive } from '../../lib/is-alive.ts';

/** What was done with a file that could not be read. */
export interface PutAside {
  readonly file: string;
  /** Where its content is now. */
  readonly kept: string;
}

/**
 * One small JSON file that the shell keeps, written whole or not at all, and on the disk once it is. A damaged one is put aside under another name,
 * never lost, and the initial value stands in its place.
 */
export class FileOnDisk<Content> {
  readonly #file: string;
  readonly #schema: TSchema;
  readonly #initial: Content;
  readonly #onDamaged: (put: PutAside) => void;
  #content: Content | null = null;
  /** What the file system said of the file when its content was read or written. */
  #state = '';

  constructor(file: string, schema: TSchema, initial: Content, onDamaged: (put: PutAside) => void) {
    this.#file = file;
    this.#schema = schema;
    this.#initial = initial;
    this.#onDamaged = onDamaged;
  }

  /** As it is in the file, also where a restored backup has put another one there. */
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

/** Removes what processes that were killed while they wrote have left beside a file. */
function removeInterrupted(file: string): void {
  const folder = path.dirname(file);
  const beginning = `${path.basename(file)}.`;
  try {
    for (const name of readdirSync(folder)) {
      const pid = name.startsWith(beginning) ? /^(?:(\d+)\.)?part$/.exec(name.slice(beginning.length)) : null;
      // Older versions wrote to a name without the number of the process.
      if (pid !== null && !(pid[1] !== undefined && isAlive(Number(pid[1])))) rmSync(path.join(folder, name));
    }
  } catch {
    // It is looked for again at the next start.
  }
}

function stateOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
