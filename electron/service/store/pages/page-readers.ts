import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { workerAddress } from '../../../lib/worker-address.ts';
import { DamagedCacheError } from '../files/damaged-cache-error.ts';
import type {
  IdentifiedAnswer,
  IdentifiedRequest,
  NumberFile,
  OffsetTable,
  PageAnswer,
  PageRequest,
  RowFilePaths,
} from './page-request.ts';
import { ShortPages } from './short-pages.ts';

interface Reader {
  readonly worker: Worker;
  /** Requests of this turn of the event loop, which are sent together: a message costs more than reading a page. */
  outbox: IdentifiedRequest[];
  readonly waiting: Map<
    number,
    { readonly resolve: (answer: PageAnswer) => void; readonly reject: (error: Error) => void }
  >;
}

/** Memory for offset tables, shared by all threads; one has at most half of it. */
const tableBytes = 128 * 2 ** 20;

/** Milliseconds after the first page before a thread starts, so that the page is sent and drawn first. */
const firstThreadDelayMs = 500;

function closed(): Error {
  return new DOMException('The row store is closed.', 'AbortError');
}

/** A few threads that read pages, beside the event loop, which reads the short ones. */
export class PageReaders {
  readonly #size: number;
  readonly #short = new ShortPages();
  readonly #tables = new LRUCache<string, OffsetTable>({
    maxSize: tableBytes,
    sizeCalculation: ({ bases, distances }) => bases.byteLength + distances.byteLength,
  });
  readonly #loading = new Set<string>();
  readonly #readers: Reader[] = [];
  #starting: NodeJS.Timeout | null = null;
  #nextId = 0;
  #closed = false;

  constructor(size: number) {
    this.#size = size;
  }

  async ask(request: PageRequest): Promise<PageAnswer> {
    if (this.#closed) throw closed();
    const page = this.#short.read(request, this.#readers.length === 0);
    if (page === null) return this.#askOne(this.#leastBusy(), request);
    this.#starting ??= setTimeout(() => this.startAll(1), firstThreadDelayMs).unref();
    return page;
  }

  /** Starts threads that are not needed yet, for callers that count the process's threads. */
  startAll(threads = this.#size): void {
    while (!this.#closed && this.#readers.length < threads) this.#start();
  }

  /**
   * The offset table of a row file if it is in memory; otherwise null, and unless its rows are too long it is loaded
   * after the current page, for later ones.
   */
  offsetTable(file: RowFilePaths): OffsetTable | null {
    const path = file.offsets;
    const table = this.#tables.get(path);
    if (table) return table;
    if (!this.#loading.has(path)) {
      this.#loading.add(path);
      setImmediate(() => {
        // Pages can be read without the table.
        const loaded = this.#load(file).catch(() => {});
        void loaded.finally(() => this.#loading.delete(path));
      });
    }
    return null;
  }

  async #load(file: RowFilePaths): Promise<void> {
    const table = await this.ask({ kind: 'offsets', file, most: tableBytes / 2 });
    if (table !== null && 'stride' in table) this.#tables.set(file.offsets, table);
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
    // A table that was requested before arrives before the response.
    await Promise.all(this.#readers.map((reader) => this.#askOne(reader, { kind: 'release', folder })));
    for (const path of [...this.#tables.keys()]) if (path.startsWith(folder)) this.#tables.delete(path);
  }

  #askOne(reader: Reader, request: PageRequest): Promise<PageAnswer> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      reader.waiting.set(id, { resolve, reject });
      reader.worker.ref();
      if (reader.outbox.push({ id, request }) === 1) setImmediate(() => this.#send(reader));
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
    for (const { reject } of reader.waiting.values()) reject(this.#closed ? closed() : lost);
    reader.waiting.clear();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#short.release('');
    if (this.#starting !== null) clearTimeout(this.#starting);
    await Promise.all(this.#readers.splice(0).map(({ worker }) => worker.terminate()));
  }
}
