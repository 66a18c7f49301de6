import path from 'node:path';
import { createInterface } from 'node:readline';
import { MessageChannelMain, session, type UtilityProcess, utilityProcess, type WebContents } from 'electron';
import { Value } from 'typebox/value';
import {
  type BackendOptions,
  type EndedJob,
  FromBackend,
  type Notice,
  type ToBackend,
  type UnfinishedJob,
} from '#shared/rpc/backend-process.ts';
import type { SourceNews } from '#shared/rpc/shell/following-settings.ts';
import type { ShellEvent } from '#shared/rpc/shell/shell.ts';
import { backendPortChannel } from '#shared/rpc/shell/shell-channels.ts';
import type { Places } from '../../lib/app-paths.ts';
import { watchHeartbeat } from './heartbeat.ts';

/**
 * A backend that ends sooner than this after its start is restarted with a delay, so that a broken one does not spin.
 */
const quickExitMs = 10_000;
/** How long the backend may take to close before it is killed. */
const stopTimeoutMs = 5_000;
/** How long the system may take to report the exit of a killed backend. */
const exitTimeoutMs = 5_000;
const restartDelaysMs = [0, 500, 2_000, 5_000, 15_000];

export interface BackendListener {
  readonly onLost: (reason: (ShellEvent & { kind: 'backend-lost' })['reason']) => void;
  readonly onNotice: (notice: Notice) => void;
  readonly onJobEnded: (job: EndedJob) => void;
  readonly onSourceNews: (news: readonly SourceNews[]) => void;
  readonly onAnnouncedRecorded: (ids: readonly string[]) => void;
  /** Called with an empty list when the backend has ended. */
  readonly onUnfinishedJobs: (jobs: readonly UnfinishedJob[]) => void;
  /** A backup was restored; it takes effect when the backend is restarted. */
  readonly onRestored: () => void;
  readonly onLine: (line: string) => void;
}

/** Runs the backend, restarts it when it crashes or hangs, and provides pages with ports to it. */
export class BackendProcess {
  readonly #places: Places;
  readonly #options: () => BackendOptions;
  readonly #listener: BackendListener;
  readonly #pages = new Set<WebContents>();
  #child: UtilityProcess | null = null;
  #begun = false;
  #stopping = false;
  #restarting = false;
  #quickEnds = 0;

  /** @param options read at every start */
  constructor(places: Places, options: () => BackendOptions, listener: BackendListener) {
    this.#places = places;
    this.#options = options;
    this.#listener = listener;
  }

  /** Starts the backend for the first time; later it restarts by itself. */
  start(): void {
    if (!this.#begun && !this.#stopping) this.#start();
  }

  #start(): void {
    this.#begun = true;
    const started = Date.now();
    const args = [JSON.stringify(this.#places), JSON.stringify(this.#options())];
    const child = utilityProcess.fork(path.join(import.meta.dirname, 'backend.cjs'), args, {
      serviceName: 'Almanac backend',
      stdio: ['ignore', 'pipe', 'pipe'],
      // Read by libuv when its pool is first used: long queries must not starve file reads.
      env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
    });
    this.#child = child;
    const heartbeat = watchHeartbeat({
      ping: () => post(child, { kind: 'ping' }),
      onMissed: () => this.#endHanging(child),
    });
    for (const input of [child.stdout, child.stderr])
      if (input !== null) createInterface({ input }).on('line', this.#listener.onLine);
    child.on('message', (message: unknown) => {
      if (!Value.Check(FromBackend, message)) return;
      if (message.kind === 'pong') heartbeat.beat();
      else if (message.kind === 'find-proxy') void findProxy(child, message);
      else if (message.kind === 'restored') this.#listener.onRestored();
      else if (message.kind === 'job-ended') this.#listener.onJobEnded(message.job);
      else if (message.kind === 'source-news') this.#listener.onSourceNews(message.news);
      else if (message.kind === 'announced-recorded') this.#listener.onAnnouncedRecorded(message.ids);
      else if (message.kind === 'unfinished-jobs') this.#listener.onUnfinishedJobs(message.jobs);
      else this.#listener.onNotice(message.notice);
    });
    child.once('exit', (code) => {
      heartbeat.end();
      if (this.#child !== child) return;
      this.#child = null;
      this.#listener.onUnfinishedJobs([]);
      if (!this.#stopping && !this.#restarting) this.#startAgain(started, code);
    });
    for (const page of this.#pages) this.#handPort(page);
  }

  /** Gives a page a port to the backend, which is started if necessary, and a new one after every restart. */
  connect(page: WebContents): void {
    if (!this.#pages.has(page)) {
      this.#pages.add(page);
      page.once('destroyed', () => this.#pages.delete(page));
    }
    if (this.#begun) this.#handPort(page);
    else this.start();
  }

  get running(): boolean {
    return this.#child !== null;
  }

  /** Sends a message, which is dropped if the backend does not run. */
  send(message: ToBackend): void {
    if (this.#child !== null) post(this.#child, message);
  }

  /**
   * Closes the backend and starts it with the current options; pages get new ports.
   * @param between called while it is stopped
   */
  async restart(between: () => void = () => {}): Promise<void> {
    if (this.#stopping || this.#restarting) return;
    this.#restarting = true;
    this.#listener.onLost('ended');
    await this.#end();
    try {
      between();
    } finally {
      this.#restarting = false;
      if (!this.#stopping) this.#start();
    }
  }

  /** Asks the backend to close its store and exit; kills it after {@link stopTimeoutMs}. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#end();
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const killTimer = setTimeout(() => kill(child), stopTimeoutMs);
    // The exit event may never come; the application must still quit.
    const gaveUp = new Promise<void>((resolve) => setTimeout(resolve, stopTimeoutMs + exitTimeoutMs).unref());
    post(child, { kind: 'stop' });
    await Promise.race([ended, gaveUp]);
    clearTimeout(killTimer);
    if (this.#child === child) this.#child = null;
  }

  #startAgain(started: number, code: number): void {
    this.#listener.onLine(`The backend ended by itself (code ${code}) and is started again.`);
    this.#listener.onLost('ended');
    this.#quickEnds = Date.now() - started < quickExitMs ? this.#quickEnds + 1 : 0;
    if (this.#quickEnds === restartDelaysMs.length) this.#listener.onNotice(failing);
    setTimeout(() => this.#stopping || this.#start(), restartDelaysMs[this.#quickEnds] ?? restartDelaysMs.at(-1));
  }

  #endHanging(child: UtilityProcess): void {
    this.#listener.onLine('The backend does not answer and is ended.');
    this.#listener.onLost('unresponsive');
    kill(child);
  }

  #handPort(page: WebContents): void {
    if (this.#child === null || page.isDestroyed()) return;
    const { port1, port2 } = new MessageChannelMain();
    post(this.#child, { kind: 'page' }, port1);
    page.postMessage(backendPortChannel, null, [port2]);
  }
}

const failing: Notice = { kind: 'backend-failing', message: null, where: '', kept: null };

function post(child: UtilityProcess, message: ToBackend, port?: Electron.MessagePortMain): void {
  child.postMessage(message, port === undefined ? [] : [port]);
}

/** Answers which proxy the system uses for an address, the same as for the windows of this program. */
async function findProxy(child: UtilityProcess, { id, address }: { id: number; address: string }): Promise<void> {
  const answer = await session.defaultSession.resolveProxy(address).catch(() => 'DIRECT');
  post(child, { kind: 'proxy', id, answer });
}

/** A process that hangs, or was stopped by the system, ignores SIGTERM. */
function kill(child: UtilityProcess): void {
  if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
}
