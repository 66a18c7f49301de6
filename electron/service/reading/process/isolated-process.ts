import { type ChildProcess, fork } from 'node:child_process';
import module from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import type { Progress } from '../../../lib/long-work.ts';
import { userMask } from '../../../lib/private-files.ts';
import { workerAddress } from '../../../lib/worker-address.ts';
import { IngestError } from '../reading.ts';
import {
  type IsolatedFailure,
  type IsolatedMessage,
  type IsolatedProcessOptions,
  type IsolatedResults,
  type IsolatedTask,
  isStatementTask,
  memoryLimitMark,
  residentMark,
} from './isolated-task.ts';
import type { MemoryBudget, ProcessActivity } from './memory-budget.ts';

/** The limits of a process. */
export interface ProcessLimits {
  /** Total resident memory. */
  readonly residentLimitBytes: number;
  /** The part of it that its scripts may use. */
  readonly heapLimitMebibytes: number;
}

/** What is monitored while a task runs. */
export interface TaskWatch {
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly idleLimitMs: number;
  readonly totalLimitMs: number;
  /** Name of the file for the user. */
  readonly name: string;
}

/** Why a process ended without a result. */
type Ending =
  | { readonly kind: 'memory'; readonly mebibytes: number }
  | { readonly kind: 'time'; readonly milliseconds: number }
  | { readonly kind: 'crash'; readonly said: string };

/** A disposable process ended without a result, and there is no file to name: it decoded an image, or ran a statement. */
export class IsolatedProcessError extends ExplainedError {
  readonly ending: Ending['kind'];

  constructor(reason: Explanation, ending: Ending['kind']) {
    super(reason);
    this.name = 'IsolatedProcessError';
    this.ending = ending;
  }
}

/** The process was evicted to free memory; its task must be restarted. */
export class EvictedError extends Error {
  constructor() {
    super('The process was evicted because all processes together used too much memory.');
    this.name = 'EvictedError';
  }
}

const mebibyte = 2 ** 20;
const residentReport = new RegExp(`^${residentMark}(\\d+)$`);
/** Characters that are kept of the end of a process's standard error output. */
const maxErrorLength = 4_096;

/** The cache of compiled code that this process uses, if any. */
function sharedCompileCache(): { readonly NODE_COMPILE_CACHE?: string } {
  const folder = module.getCompileCacheDir?.();
  // Node adds the folder of its own version again.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

/** A disposable process. It performs one task at a time; its owner ends it. */
export class IsolatedProcess {
  readonly #child: ChildProcess;
  readonly limits: ProcessLimits;
  readonly #budget: MemoryBudget;
  #written = '';
  #ended = false;
  #evicted = false;
  readonly #exit: Promise<void>;
  /** Whether it has lowered its priority, which cannot be raised again. */
  lowered = false;
  /** Resident memory as last reported. */
  residentBytes = 0;
  standing: ProcessActivity = { kind: 'spare' };

  constructor(purpose: IsolatedProcessOptions['purpose'], limits: ProcessLimits, budget: MemoryBudget) {
    this.limits = limits;
    this.#budget = budget;
    const options: IsolatedProcessOptions = {
      purpose,
      residentLimitBytes: limits.residentLimitBytes,
      userUmask: userMask(),
    };
    const entry = fileURLToPath(workerAddress('../../isolated-worker', import.meta.url));
    this.#child = fork(entry, [JSON.stringify(options)], {
      // Within Electron the executable is Electron itself; this makes it run as plain Node. With an arena per thread,
      // glibc would keep hundreds of megabytes of freed memory after statements on thousands of columns.
      env: {
        ...process.env,
        ...sharedCompileCache(),
        ELECTRON_RUN_AS_NODE: '1',
        NODE_OPTIONS: '',
        MALLOC_ARENA_MAX: '2',
      },
      execArgv: [`--max-old-space-size=${limits.heapLimitMebibytes}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.setEncoding('utf8');
    this.#child.stderr?.on('data', (text: string) => this.#read(text));
    this.#exit = new Promise((resolve) => {
      // After the streams have ended, so that all output has been read.
      this.#child.once('close', () => {
        this.#ended = true;
        budget.remove(this);
        resolve();
      });
      this.#child.once('error', () => this.#child.pid === undefined && resolve());
    });
    budget.add(this);
    this.rest();
  }

  /** Reads its error output: memory reports, one per line, and crash messages, which are kept. */
  #read(text: string): void {
    const lines = (this.#written + text).split('\n');
    const reports = lines.slice(0, -1).map((line) => residentReport.exec(line)?.[1]);
    this.#written = lines
      .filter((_, at) => reports[at] === undefined)
      .join('\n')
      .slice(-maxErrorLength);
    const last = reports.findLast((report) => report !== undefined);
    if (last === undefined) return;
    this.residentBytes = Number(last);
    this.#budget.check();
  }

  /** Ends the process even if it has a task, which then fails with an {@link EvictedError}. */
  evict(): void {
    this.#evicted = true;
    this.#child.kill('SIGKILL');
  }

  get ended(): boolean {
    return this.#ended || this.#evicted || !this.#child.connected;
  }

  /** An idle process must not keep this one alive. */
  rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
    for (const stream of [this.#child.stderr]) Reflect.get(stream ?? {}, 'unref')?.call(stream);
  }

  #wake(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }

  /** Called once when the process has ended. */
  onEnd(listener: () => void): void {
    void this.#exit.then(listener);
  }

  /** Kills the process and waits until it has ended. */
  async end(): Promise<void> {
    this.#wake();
    this.#child.kill('SIGKILL');
    await this.#exit;
  }

  /**
   * Performs a task. If this rejects with anything but a failure of the task itself, the process has ended.
   * @param standing rank of the task when memory must be freed
   * @throws {IngestError} also if the process crashed or exceeded a limit, with an explanation
   * @throws {EvictedError} if it was evicted to free memory
   */
  async run<Kind extends IsolatedTask['kind']>(
    task: Extract<IsolatedTask, { kind: Kind }>,
    standing: ProcessActivity,
    watch: TaskWatch,
  ): Promise<IsolatedResults[Kind]> {
    this.#wake();
    this.standing = standing;
    // A reused spare would otherwise count as older than the running processes.
    if (!this.ended && !this.#evicted) this.#budget.add(this);
    try {
      return (await this.#ask(task, watch)) as IsolatedResults[Kind];
    } finally {
      this.standing = { kind: 'spare' };
      this.#budget.notifyReleased();
      this.rest();
    }
  }

  #ask(task: IsolatedTask, watch: TaskWatch): Promise<unknown> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      let timedOut = 0;
      const endForTime = (limitMs: number) => () => {
        timedOut = limitMs;
        child.kill('SIGKILL');
      };
      const idle = setTimeout(endForTime(watch.idleLimitMs), watch.idleLimitMs);
      const total = setTimeout(endForTime(watch.totalLimitMs), watch.totalLimitMs);
      let seen = '';
      const hear = (message: IsolatedMessage) => {
        if (message.kind === 'active') idle.refresh();
        else if (message.kind === 'progress') {
          const figures = Object.values(message.progress).join();
          if (figures !== seen) idle.refresh();
          seen = figures;
          watch.onProgress?.(message.progress);
        } else settle(message);
      };
      const settle = (message: Extract<IsolatedMessage, { kind: 'done' | 'failed' }>) => {
        leave();
        this.residentBytes = message.residentBytes;
        if (message.kind === 'done') return resolve(message.result);
        reject(restored(message.failure, watch.name));
      };
      const stop = () => child.kill('SIGKILL');
      const onExit = () => {
        leave();
        if (watch.signal?.aborted) reject(watch.signal.reason);
        else if (this.#evicted) reject(new EvictedError());
        else reject(endingError(this.#ending(timedOut), watch.name, task));
      };
      const leave = () => {
        clearTimeout(idle);
        clearTimeout(total);
        child.off('message', hear);
        watch.signal?.removeEventListener('abort', stop);
        settled = true;
      };
      let settled = false;
      child.on('message', hear);
      watch.signal?.addEventListener('abort', stop, { once: true });
      void this.#exit.then(() => settled || onExit());
      if (watch.signal?.aborted) stop();
      // A process that has already ended is reported by its exit.
      else if (child.connected) child.send(task, () => {});
    });
  }

  #ending(timedOutMs: number): Ending {
    if (timedOutMs > 0) return { kind: 'time', milliseconds: timedOutMs };
    const { signalCode, exitCode } = this.#child;
    const memory =
      this.#written.includes(memoryLimitMark) ||
      /heap out of memory|allocation failed|bad_alloc/i.test(this.#written) ||
      // Only the system ends it this way, when memory runs out.
      signalCode === 'SIGKILL';
    if (memory) return { kind: 'memory', mebibytes: Math.round(this.limits.residentLimitBytes / mebibyte) };
    return { kind: 'crash', said: signalCode ?? `code ${exitCode ?? 'unknown'}` };
  }
}

function endingError(ending: Ending, name: string, task: IsolatedTask): Error {
  if (isStatementTask(task)) return new IsolatedProcessError(statementEnding(ending), ending.kind);
  const reason = endingReason(ending, name);
  return task.kind === 'images' ? new IsolatedProcessError(reason, ending.kind) : new IngestError(reason);
}

function statementEnding(ending: Ending): Explanation {
  if (ending.kind === 'time') return explain('sql-took-time', { seconds: Math.ceil(ending.milliseconds / 1000) });
  return explain(ending.kind === 'memory' ? 'sql-took-memory' : 'sql-stopped');
}

function endingReason(ending: Ending, file: string): Explanation {
  switch (ending.kind) {
    case 'memory':
      return explain('reading-took-memory', { file, limit: ending.mebibytes });
    case 'time':
      return explain('reading-took-time', { file, minutes: Math.max(1, Math.round(ending.milliseconds / 60_000)) });
    case 'crash':
      return explain('reading-crashed', { file, said: ending.said });
  }
}

/** V8's messages if a text or buffer exceeds the maximum size, or nests too deeply. */
const tooLarge = /invalid string length|array buffer allocation|invalid array (buffer )?length|cannot create a string/i;
const tooDeep = /maximum call stack/i;

function restored(failure: IsolatedFailure, file: string): Error {
  if (failure.kind === 'ingest') return new IngestError(failure.reason, failure.badValues, failure.count);
  if (tooLarge.test(failure.message)) return new IngestError(explain('part-too-large', { file }));
  if (tooDeep.test(failure.message)) return new IngestError(explain('part-too-deep', { file }));
  const error = new Error(failure.message);
  error.name = failure.name;
  error.stack = failure.stack;
  return failure.code === null ? error : Object.assign(error, { code: failure.code });
}
