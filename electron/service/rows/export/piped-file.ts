import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { allOf } from '../../../lib/all-of.ts';
import { syncFile } from '../../../lib/durable-file.ts';
import { checksumOf } from '../../files/checksum.ts';
import type { OutputFile } from '../../files/output-file.ts';
import { runFilePass } from '../../work/file-pass.ts';
import type { NamedPipes } from './named-pipes.ts';
import type { pourPipe } from './pour-pipe.ts';

/** Milliseconds between two attempts to open a pipe without a reader. */
const nudgeIntervalMs = 50;
const nudge = 10;

/**
 * A file that the engine writes through a named pipe. The engine writes large chunks, nine megabytes for a table of ten
 * columns, and a kernel that does not yield the core while it copies such a chunk to a file delays pages by tens of
 * milliseconds. Through a pipe it goes in small pieces, and a low-priority thread copies them to the file, hashing them
 * on the way.
 */
export class PipedFile implements OutputFile {
  readonly writable: string;
  readonly #path: string;
  readonly #pipes: NamedPipes;
  readonly #stopped = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #failing = new AbortController();
  readonly #pouring: Promise<string>;
  /** The thread has opened the pipe, or never will. */
  readonly #opened: Promise<void>;
  /** Keeps a reader on the pipe until the thread has opened it. */
  #reading: number | null;
  /** Keeps a writer on the pipe until the engine has opened it. */
  #writing: number | null;
  #nudging: NodeJS.Timeout | null = null;
  #syncing: Promise<void> | null = null;
  #altered = false;
  #givenBack = false;

  /** @param pipe one of `pipes`, returned to it at the end */
  constructor(pipe: string, path: string, pipes: NamedPipes) {
    this.writable = pipe;
    this.#pipes = pipes;
    this.#path = path;
    this.#reading = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    this.#writing = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    let opened = () => {};
    this.#opened = new Promise((resolve) => {
      opened = resolve;
    });
    this.#pouring = runFilePass<typeof pourPipe>(
      'pour',
      { from: pipe, to: path, stopped: this.#stopped },
      undefined,
      () => opened(),
    );
    this.#pouring.catch((error) => this.#fail(error)).finally(() => opened());
    void this.#opened.then(() => this.#closeReading());
  }

  get failing(): AbortSignal {
    return this.#failing.signal;
  }

  tick(): void {
    // A failure here is harmless: the last sync counts.
    this.#syncing ??= syncFile(this.#path)
      .catch(() => {})
      .finally(() => {
        this.#syncing = null;
      });
  }

  async written(): Promise<void> {
    await this.#opened;
    this.#closeWriting();
    await this.#pouring;
    await this.#syncing;
  }

  async discard(): Promise<void> {
    this.#altered = true;
  }

  async complete(signal: AbortSignal | undefined, onBytes: (bytes: number) => void): Promise<string> {
    const checksum = this.#altered ? checksumOf(this.#path, signal, onBytes) : this.#pouring;
    const [found] = await allOf([checksum, syncFile(this.#path)]);
    await this.#giveBack();
    return found;
  }

  async abandon(): Promise<void> {
    Atomics.store(this.#stopped, 0, 1);
    await this.#opened;
    this.#wake();
    this.#closeWriting();
    await this.#pouring.catch(() => {});
    this.#closeReading();
    if (this.#nudging !== null) clearInterval(this.#nudging);
    await this.#syncing;
    await this.#giveBack();
  }

  /** Returns the pipe only once: it may be in use for another file afterwards. */
  async #giveBack(): Promise<void> {
    if (this.#givenBack) return;
    this.#givenBack = true;
    await this.#pipes.giveBack(this.writable);
  }

  /** The engine is notified, and must not wait for a reader that never comes. */
  #fail(error: unknown): void {
    this.#closeReading();
    this.#failing.abort(error);
    this.#nudging = setInterval(() => this.#nudge(), nudgeIntervalMs);
  }

  #nudge(): void {
    if (this.#reading !== null) return;
    try {
      this.#reading = openSync(this.writable, constants.O_RDONLY | constants.O_NONBLOCK);
      setTimeout(() => this.#closeReading(), nudge);
    } catch {
      // The pipe has been removed: no writer can wait for it to be opened.
    }
  }

  /** Writes a byte to wake a thread that is waiting to read; a full pipe has enough. */
  #wake(): void {
    try {
      if (this.#writing !== null) writeSync(this.#writing, '\n');
    } catch {
      // There is no reader any more, or the pipe is full.
    }
  }

  #closeReading(): void {
    if (this.#reading !== null) closeSync(this.#reading);
    this.#reading = null;
  }

  #closeWriting(): void {
    if (this.#writing !== null) closeSync(this.#writing);
    this.#writing = null;
  }
}
