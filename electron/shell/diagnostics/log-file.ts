import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { scrubLine } from './scrub-line.ts';

export interface LogLimits {
  /** Size of a file at which the next one is started. */
  readonly bytes: number;
  /** Number of files, including the current one. */
  readonly files: number;
}

const defaultLimits: LogLimits = { bytes: 1_000_000, files: 5 };

/**
 * The application's log: `almanac.log` and older files beside it (`almanac.1.log` is the newest of those). Every line
 * is scrubbed first. If the log cannot be written, logging stops silently: it must not interrupt the user's work.
 */
export class LogFile {
  readonly #folder: string;
  readonly #limits: LogLimits;
  #size: number | null = null;

  constructor(folder: string, limits: LogLimits = defaultLimits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  /** Writes one line with the time and its source. */
  write(who: string, line: string): void {
    if (line.trim() === '') return;
    const text = `${new Date().toISOString()} ${who}: ${scrubLine(line).replaceAll('\n', '\n  ')}\n`;
    try {
      const size = this.#size ?? this.#begin();
      if (size + Buffer.byteLength(text) > this.#limits.bytes) this.#rotate();
      appendFileSync(this.#file(0), text, { mode: 0o600 });
      this.#size = (this.#size ?? 0) + Buffer.byteLength(text);
    } catch {
      this.#size = null;
    }
  }

  /** The end of the log, at most `bytes` bytes, starting at a line. */
  tail(bytes: number): string {
    const texts = [1, 0].map((age) => (existsSync(this.#file(age)) ? readFileSync(this.#file(age), 'utf8') : ''));
    const text = texts.join('').slice(-bytes);
    return text.length < bytes ? text : text.slice(text.indexOf('\n') + 1);
  }

  #begin(): number {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#size = statSync(this.#file(0), { throwIfNoEntry: false })?.size ?? 0;
    return this.#size;
  }

  #rotate(): void {
    rmSync(this.#file(this.#limits.files - 1), { force: true });
    for (let age = this.#limits.files - 2; age >= 0; age -= 1) {
      if (existsSync(this.#file(age))) renameSync(this.#file(age), this.#file(age + 1));
    }
    this.#size = 0;
  }

  #file(age: number): string {
    return path.join(this.#folder, age === 0 ? 'almanac.log' : `almanac.${age}.log`);
  }
}
