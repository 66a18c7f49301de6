import { LRUCache } from 'lru-cache';
import type { RowFilePaths } from '../../files/parquet-file.ts';
import type { NumberFile } from '../../files/shared-files.ts';
import { chosenCount, type PageBytes, type PageRequest, type ReaderAnswer } from './page-request.ts';
import { closedError, ReaderThreads } from './reader-threads.ts';
import { readSpan, spanOf } from './row-file/read-row-file.ts';
import { closeRowFile, openRowFile, type RowFile } from './row-file/row-file.ts';

/** A longer page takes longer than waking another thread for it, about 0.4 ms. */
const maxBytes = 128 * 1024;

/** Maximum rows of a page that is read here whatever its length, while there is no other thread. */
const maxRows = 1000;

/**
 * Two consecutive pages that took so long were not in memory; for a while, pages are then read by other threads. A
 * single one may have waited for a processor.
 */
const slowMs = 5;
const slowInTurn = 2;
const pauseMs = 2000;

const maxFiles = 32;

/**
 * Reads short pages of consecutive rows on the event loop: handing one to another thread takes longer than reading it
 * out of the system's page cache, as does the garbage that this leaves.
 */
export class ShortPages {
  readonly #files = new LRUCache<string, RowFile>({ max: maxFiles, dispose: closeRowFile });
  readonly #onOpened: () => void;
  #slow = 0;
  #pausedUntil = 0;

  /** @param onOpened called when a row file was opened, before its first page */
  constructor(onOpened: () => void) {
    this.#onOpened = onOpened;
  }

  /**
   * @param alone whether there is no other thread yet
   * @returns null if another thread should read it
   * @throws {DamagedCacheError}
   */
  read(request: PageRequest, alone: boolean): PageBytes | null {
    if (request.kind !== 'page' || request.rows.kind !== 'range') return null;
    const { file, rows: range, form } = request;
    if (chosenCount(range) > maxRows) return null;
    const began = performance.now();
    if (!alone && began < this.#pausedUntil) return null;
    const { rows, offsets } = this.#fileOf(file);
    const span = spanOf(offsets, range.from, range.to);
    if (!alone && span.end - span.start > maxBytes) return null;
    const page = readSpan(rows, span, chosenCount(range), form);
    const ended = performance.now();
    this.#slow = ended - began > slowMs ? this.#slow + 1 : 0;
    if (this.#slow === slowInTurn) {
      this.#slow = 0;
      this.#pausedUntil = ended + pauseMs;
    }
    return page;
  }

  /** The checksums stay in the file, in which they are a page or two away: in memory they take 4 bytes for each KiB. */
  #fileOf(paths: RowFilePaths): RowFile {
    const open = this.#files.get(paths.rows);
    if (open !== undefined) return open;
    const file = openRowFile(paths, false);
    this.#files.set(paths.rows, file);
    this.#onOpened();
    return file;
  }

  /** Closes the files in a folder, or one file, so that they can be removed. */
  release(folder: string): void {
    for (const path of [...this.#files.keys()]) if (path.startsWith(folder)) this.#files.delete(path);
  }
}

/** Milliseconds after the first row file is opened before a thread starts, so that its page is sent and drawn first. */
const firstThreadDelayMs = 500;

/** Reads pages: short ones on the event loop, others in threads. */
export class PageReaders {
  readonly #short = new ShortPages(() => {
    this.#starting ??= setTimeout(() => this.#threads.start(1), firstThreadDelayMs).unref();
  });
  readonly #threads: ReaderThreads;
  #starting: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(threads: number) {
    this.#threads = new ReaderThreads(threads);
  }

  async ask(request: PageRequest): Promise<ReaderAnswer> {
    if (this.#closed) throw closedError();
    return this.#short.read(request, this.#threads.running === 0) ?? this.#threads.ask(request);
  }

  /** Starts threads that are not needed yet, for callers that count the process's threads. */
  startAll(): void {
    this.#threads.start();
  }

  /** Row numbers at positions `from` to `to` (exclusive) of a file of numbers. @throws {DamagedCacheError} */
  async numbers(view: NumberFile, from: number, to: number): Promise<Int32Array> {
    const numbers = await this.ask({ kind: 'numbers', view, from, to });
    if (numbers instanceof Int32Array) return numbers;
    throw new Error('A page reader returned no numbers.');
  }

  /** Releases everything that was read in a folder, or of a file, so that it can be removed. */
  async release(folder: string): Promise<void> {
    this.#short.release(folder);
    await this.#threads.askAll({ kind: 'release', folder });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#short.release('');
    if (this.#starting !== null) clearTimeout(this.#starting);
    await this.#threads.close();
  }
}
