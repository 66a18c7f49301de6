import { Worker } from 'node:worker_threads';
import { workerAddress } from '../../../lib/worker-address.ts';
import { DamagedCacheError } from '../../files/damaged-cache-error.ts';
import { shapeText } from './page-assembly.ts';
import type { IdentifiedAnswer, IdentifiedRequest, PageRequest, ReaderAnswer, SentForm } from './page-request.ts';

interface Reader {
  readonly worker: Worker;
  /** Requests of this turn of the event loop, which are sent together: a message costs more than reading a page. */
  outbox: IdentifiedRequest[];
  readonly waiting: Map<
    number,
    { readonly resolve: (answer: ReaderAnswer) => void; readonly reject: (error: Error) => void }
  >;
}

export function closedError(): Error {
  return new DOMException('The row store is closed.', 'AbortError');
}

function sent(request: PageRequest): PageRequest<SentForm> {
  if (request.kind !== 'page') return request;
  const { shape, frame } = request.form;
  return { ...request, form: { shape: shapeText(shape), ...frame } };
}

/** A few threads that read pages, each started when the others are busy. */
export class ReaderThreads {
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
