import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { workerAddress } from '../../../lib/worker-address.ts';
import { DamagedCacheError } from '../../files/disk-cache.ts';
import type { NumberFile } from '../../files/number-file.ts';
import type { RowFilePaths } from '../../files/parquet-file.ts';
import { shapeText } from './page-assembly.ts';
import {
  chosenCount,
  type IdentifiedAnswer,
  type IdentifiedRequest,
  type PageBytes,
  type PageRequest,
  type ReaderAnswer,
  type SentForm,
} from './page-request.ts';
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

interface Reader {
  readonly worker: Worker;
  /** Requests of this turn of the event loop, which are sent together: a message costs more than reading a page. */
  outbox: IdentifiedRequest[];
  readonly waiting: Map<
    number,
    { readonly resolve: (answer: ReaderAnswer) => void; readonly reject: (error: Error) => void }
  >;
}

function closedError(): Error {
  return new DOMException('The row store is closed.', 'AbortError');
}

function sent(request: PageRequest): PageRequest<SentForm> {
  if (request.kind !== 'page') return request;
  const { shape, frame } = request.form;
  return { ...request, form: { shape: shapeText(shape), ...frame } };
}

/** A few threads that read pages, each started when the others are busy. */
class ReaderThreads {
  readonly #size: number;
  readonly #readers: Reader[] = [];
  #nextId = 0;
  #closed = false;

  constructor(size: number) {
    this.#size = size;
  }

  /** Number of threads that run. */
  get running(): number {
    return this.#readers.length;
  }

  /** Starts threads that are not needed yet. */
  start(threads = this.#size): void {
    while (!this.#closed && this.#readers.length < threads) this.#start();
  }

  /** @throws {DamagedCacheError} */
  ask(request: PageRequest): Promise<ReaderAnswer> {
    return this.#askOne(this.#leastBusy(), request);
  }

  /** Sends a request to every thread; each answers it after its earlier ones. */
  async askAll(request: PageRequest): Promise<void> {
    await Promise.all(this.#readers.map((reader) => this.#askOne(reader, request)));
  }

  #askOne(reader: Reader, request: PageRequest): Promise<ReaderAnswer> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      reader.waiting.set(id, { resolve, reject });
      reader.worker.ref();
      if (reader.outbox.push({ id, request: sent(request) }) === 1) setImmediate(() => this.#send(reader));
    });
  }

  #send(reader: Reader): void {
    const requests = reader.outbox;
    reader.outbox = [];
    reader.worker.postMessage(requests);
  }

  #leastBusy(): Reader {
    const idle = this.#readers.find(({ waiting }) => waiting.size === 0);
    if (idle) return idle;
    if (this.#readers.length < this.#size) return this.#start();
    const [first, ...others] = this.#readers;
    if (first === undefined) return this.#start();
    return others.reduce((best, reader) => (reader.waiting.size < best.waiting.size ? reader : best), first);
  }

  #start(): Reader {
    const worker = new Worker(workerAddress('page-worker', import.meta.url));
    const reader: Reader = { worker, outbox: [], waiting: new Map() };
    worker.on('message', (answers: readonly IdentifiedAnswer[]) => {
      for (const { id, result, error, damaged } of answers) {
        const waiting = reader.waiting.get(id);
        reader.waiting.delete(id);
        if (error === undefined) waiting?.resolve(result ?? null);
        else waiting?.reject(damaged ? new DamagedCacheError(damaged) : new Error(error));
      }
      // An idle thread must not keep the process alive.
      if (reader.waiting.size === 0) worker.unref();
    });
    worker.on('error', (error) => this.#lose(reader, error));
    worker.on('exit', () => this.#lose(reader, new Error('A page reader has ended.')));
    worker.unref();
    this.#readers.push(reader);
    return reader;
  }

  /** Requests to a lost thread fail; the next one starts another thread. */
  #lose(reader: Reader, error: unknown): void {
    const at = this.#readers.indexOf(reader);
    if (at >= 0) this.#readers.splice(at, 1);
    const lost = error instanceof Error ? error : new Error(String(error));
    for (const { reject } of reader.waiting.values()) reject(this.#closed ? closedError() : lost);
    reader.waiting.clear();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#readers.splice(0).map(({ worker }) => worker.terminate()));
  }
}
