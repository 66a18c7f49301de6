import path from 'node:path';
import { MessageChannelMain, type UtilityProcess, utilityProcess, type WebContents } from 'electron';
import { backendPortChannel } from '#shared/rpc/shell.ts';
import type { Places } from '../places.ts';

/** A backend that ended within this time of its start is not restarted at once, so that a broken one does not spin. */
const settledAfter = 10_000;
/** How long the backend may take to end when asked, in milliseconds. */
const patience = 5_000;
const restartDelays = [0, 500, 2_000, 5_000, 15_000];

/** Runs the backend, starts it again when it ends unasked, and hands pages their ports to it. */
export class BackendProcess {
  readonly #places: Places;
  readonly #pages = new Set<WebContents>();
  #child: UtilityProcess | null = null;
  #stopping = false;
  #quickEnds = 0;

  constructor(places: Places) {
    this.#places = places;
  }

  start(): void {
    const started = Date.now();
    const child = utilityProcess.fork(path.join(import.meta.dirname, 'backend.js'), [JSON.stringify(this.#places)], {
      serviceName: 'Almanac backend',
      stdio: 'inherit',
      // Read by libuv when its pool is first used: long queries must not starve file reads.
      env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
    });
    this.#child = child;
    child.once('exit', () => {
      this.#child = null;
      if (this.#stopping) return;
      this.#quickEnds = Date.now() - started < settledAfter ? this.#quickEnds + 1 : 0;
      setTimeout(() => this.#stopping || this.start(), restartDelays[this.#quickEnds] ?? restartDelays.at(-1));
    });
    for (const page of this.#pages) this.#handPort(page);
  }

  /** Gives a page a port to the backend now, and a new one whenever the backend starts again. */
  connect(page: WebContents): void {
    if (!this.#pages.has(page)) {
      this.#pages.add(page);
      page.once('destroyed', () => this.#pages.delete(page));
    }
    this.#handPort(page);
  }

  get running(): boolean {
    return this.#child !== null;
  }

  /** Asks the backend to close its store and end; one that has not after {@link patience} is ended. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    if (child === null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const impatient = setTimeout(() => child.kill(), patience);
    child.postMessage({ kind: 'stop' });
    await ended;
    clearTimeout(impatient);
  }

  #handPort(page: WebContents): void {
    if (this.#child === null || page.isDestroyed()) return;
    const { port1, port2 } = new MessageChannelMain();
    this.#child.postMessage({ kind: 'page' }, [port1]);
    page.postMessage(backendPortChannel, null, [port2]);
  }
}
