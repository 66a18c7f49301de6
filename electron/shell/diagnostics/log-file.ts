import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { scrubLine } from './scrub-line.ts';

/** How the files are kept. */
export interface LogLimits {
  /** Bytes after which a new file is begun. */
  readonly bytes: number;
  /** Files that are kept, the current one among them. */
  readonly files: number;
}

const usual: LogLimits = { bytes: 1_000_000, files: 5 };

/**
 * The application's log: `almanac.log` and older ones beside it (`almanac.1.log` is the youngest). Nothing is written
 * that was not scrubbed first. A log that cannot be written is given up without a word: it must not stop anybody's work.
 */
export class LogFile {
  readonly #folder: string;
  readonly #limits: LogLimits;
  #size: number | null = null;

  constructor(folder: string, limits: LogLimits = usual) {
    this.#folder = folder;
    this.#limits = limits;
  }

  /** Writes one line with the time and who said it. */
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

  /** The newest text, at most so many bytes of it, beginning at a line. */
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
