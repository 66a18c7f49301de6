import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LongWork } from '../../../lib/long-work.ts';
import { BusyError, type EndTurn, FairTurns, type TurnLimits } from '../../work/fair-turns.ts';
import { EvictedError, IsolatedProcess, type ProcessLimits } from './isolated-process.ts';
import { type EngineLimits, type IsolatedResults, type IsolatedTask, isLong } from './isolated-task.ts';
import { MemoryBudget, sharedBudget } from './memory-budget.ts';

type FileTask = Exclude<IsolatedTask, { kind: 'images' }>;
type Limitless<Task> = Task extends FileTask ? Omit<Task, 'limits'> : never;

/** `import-turns.ts` limits the number of concurrent imports; each may use everything that a process may. */
const longTurns: TurnLimits = { maxRunning: 4, maxRunningPerCaller: 4, maxRunningOfManyCallers: 4, maxWaiting: 1024 };
/** Previews and surveys of the first records, for which a user waits. */
const shortTurns: TurnLimits = { maxRunning: 2, maxRunningPerCaller: 2, maxRunningOfManyCallers: 3, maxWaiting: 1024 };
/** Statements that a user waits for, which take up to a minute: no preview waits for them. */
const statementTurns: TurnLimits = { ...shortTurns, maxWaiting: 64 };
/** Maximum time that one waits for its turn, and the seconds after which its caller may try again. */
const [statementWaitMs, retrySeconds] = [30_000, 10];

/** Resident memory beyond what the engine may use: the program, its scripts, and their data. */
const besideEngineBytes = 448 * 2 ** 20;
const heapLimitMebibytes = 512;

/** Maximum duration of a preview or a survey of the first records. */
const previewLimitMs = 2 * 60_000;
const idleLimitMs = 5 * 60_000;
/** Maximum total time for a file: 24 hours. */
const totalLimitMs = 24 * 60 * 60_000;

export interface IsolatedProcessesOptions {
  readonly engine: Omit<EngineLimits, 'spillFolder'>;
  /** Folder in which each task gets a subfolder for data that exceed memory. */
  readonly spillFolder: string;
  readonly limits?: Partial<IsolatedLimits>;
}

/** Limits of the processes of one store. */
export interface IsolatedLimits extends ProcessLimits {
  readonly previewLimitMs: number;
  readonly idleLimitMs: number;
  /** Maximum time that a statement waits for its turn. */
  readonly statementWaitMs: number;
  /** Resident memory of all processes of the store; by default it shares that of all stores. */
  readonly budgetBytes: number;
}

/** Order of eviction: tasks that a user waits for come last, and those evicted before are spared for a while. */
const evictionRanks = { short: 0, evictedBefore: 1, long: 2 } as const;

/** Runs tasks on untrusted files, each in a disposable process; see {@link SpareProcesses} for what becomes of it. */
export class IsolatedProcesses {
  readonly #options: IsolatedProcessesOptions;
  readonly #budget: MemoryBudget;
  readonly #long = new FairTurns(longTurns);
  readonly #short = new FairTurns(shortTurns);
  readonly #statements = new FairTurns(statementTurns);
  readonly #running = new Set<IsolatedProcess>();
  readonly #tasks = new Set<Promise<unknown>>();
  readonly #spares: SpareProcesses;
  readonly #closing = new AbortController();

  constructor(options: IsolatedProcessesOptions) {
    this.#options = options;
    const budgetBytes = options.limits?.budgetBytes;
    this.#budget = budgetBytes === undefined ? sharedBudget : new MemoryBudget(budgetBytes);
    this.#spares = budgetBytes === undefined ? sharedSpares : new SpareProcesses();
  }

  /**
   * Runs a task. The caller removes what an unfinished one left in its folders.
   * @throws {IngestError} also if the process crashed, stalled or used too much memory; {BusyError}; the signal's reason
   */
  async run<Task extends Limitless<FileTask>>(
    task: Task,
    name: string,
    work: LongWork,
  ): Promise<IsolatedResults[Task['kind']]> {
    const long = isLong(task);
    const signal = work.signal ? AbortSignal.any([work.signal, this.#closing.signal]) : this.#closing.signal;
    signal.throwIfAborted();
    const endTurn = await this.#takeTurn(task, work.caller ?? '', signal);
    try {
      signal.throwIfAborted();
      const running = this.#runUntilDone(task, name, long, { ...work, signal });
      this.#tasks.add(running);
      return await running.finally(() => this.#tasks.delete(running));
    } finally {
      endTurn();
    }
  }

  async #takeTurn(task: Limitless<FileTask>, caller: string, signal: AbortSignal): Promise<EndTurn> {
    if (isLong(task)) return await this.#long.take(caller, signal);
    if (task.kind !== 'statement') return await this.#short.take(caller, signal);
    const late = new AbortController();
    const waitMs = this.#options.limits?.statementWaitMs ?? statementWaitMs;
    const timer = setTimeout(() => late.abort(new BusyError(retrySeconds)), waitMs);
    return await this.#statements
      .take(caller, AbortSignal.any([signal, late.signal]))
      .finally(() => clearTimeout(timer));
  }

  /** An evicted task is restarted as often as needed: the oldest is never evicted, so each ends eventually. */
  async #runUntilDone<Task extends Limitless<FileTask>>(
    task: Task,
    name: string,
    long: boolean,
    work: LongWork & { readonly signal: AbortSignal },
  ): Promise<IsolatedResults[Task['kind']]> {
    let rank: number = long ? evictionRanks.long : evictionRanks.short;
    for (;;) {
      try {
        return await this.#runNow(task, name, long, rank, work);
      } catch (error) {
        if (!(error instanceof EvictedError)) throw error;
      }
      if (long) rank = evictionRanks.evictedBefore;
      await removeUnfinished(task);
      await this.#budget.released(work.signal);
    }
  }

  async #runNow<Task extends Limitless<FileTask>>(
    task: Task,
    name: string,
    long: boolean,
    evictionRank: number,
    work: LongWork,
  ): Promise<IsolatedResults[Task['kind']]> {
    const spillFolder = await mkdtemp(join(this.#options.spillFolder, 'task-'));
    const process = this.#take(long);
    this.#running.add(process);
    const limited = { ...task, limits: { ...this.#options.engine, spillFolder } } as unknown as FileTask;
    const limits = this.#options.limits;
    try {
      const standing = { kind: 'task', evictionRank } as const;
      const result = await process.run(limited, standing, {
        signal: work.signal,
        onProgress: work.onProgress,
        idleLimitMs: limits?.idleLimitMs ?? idleLimitMs,
        totalLimitMs:
          'limitMs' in task ? task.limitMs : long ? totalLimitMs : (limits?.previewLimitMs ?? previewLimitMs),
        name,
      });
      return result as IsolatedResults[Task['kind']];
    } finally {
      this.#running.delete(process);
      this.#spares.keep(process);
      await rm(spillFolder, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  #take(long: boolean): IsolatedProcess {
    const { engine, limits } = this.#options;
    const processLimits = {
      residentLimitBytes: limits?.residentLimitBytes ?? engine.memoryBytes + besideEngineBytes,
      heapLimitMebibytes: limits?.heapLimitMebibytes ?? heapLimitMebibytes,
    };
    const taken = this.#spares.take(processLimits, long) ?? new IsolatedProcess('files', processLimits, this.#budget);
    if (long) taken.lowered = true;
    return taken;
  }

  /** Ends all processes with a task; spares that it shares with other stores remain for them. */
  async close(): Promise<void> {
    this.#closing.abort(new DOMException('The row store is closed.', 'AbortError'));
    await Promise.all([...this.#running].map((process) => process.end()));
    await Promise.allSettled(this.#tasks);
    if (this.#spares !== sharedSpares) await this.#spares.end();
  }
}

/** Restores a task's folders to their initial state. */
async function removeUnfinished(task: Limitless<FileTask>): Promise<void> {
  if (task.kind === 'check') return;
  const folder = 'folder' in task ? task.folder : task.scratch;
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  if (task.kind !== 'ingest') await mkdir(folder);
}

/** Idle time after which a process is ended. */
const maxIdleMs = 60_000;
/** A process with more memory than this after its task is ended immediately. */
const maxResidentBytes = 320 * 2 ** 20;

/**
 * Processes whose task ended normally, kept for a while because starting one takes time. A lowered priority cannot be
 * raised again: one process of each priority is kept for each kind of limits.
 */
class SpareProcesses {
  readonly #spares = new Map<IsolatedProcess, NodeJS.Timeout>();

  /** Takes a spare for a task, if there is one. @param long whether it may run at low priority */
  take(limits: ProcessLimits, long: boolean): IsolatedProcess | undefined {
    const usable = this.#alike(limits).filter(({ lowered }) => long || !lowered);
    const taken = usable.find(({ lowered }) => lowered === long) ?? usable[0];
    if (taken !== undefined) this.#leave(taken);
    return taken;
  }

  /** Keeps a process, or ends it if there is another one like it or it holds much memory. */
  keep(process: IsolatedProcess): void {
    if (process.ended) return;
    const another = this.#alike(process.limits).some(({ lowered }) => lowered === process.lowered);
    if (another || process.residentBytes > maxResidentBytes) return void process.end();
    const timer = setTimeout(() => {
      this.#leave(process);
      void process.end();
    }, maxIdleMs);
    timer.unref();
    this.#spares.set(process, timer);
    process.onEnd(() => this.#leave(process));
  }

  /** Ends all spares. */
  async end(): Promise<void> {
    const all = [...this.#spares.keys()];
    for (const process of all) this.#leave(process);
    await Promise.all(all.map((process) => process.end()));
  }

  #alike({ residentLimitBytes, heapLimitMebibytes }: ProcessLimits): IsolatedProcess[] {
    return [...this.#spares.keys()].filter(
      ({ ended, limits }) =>
        !ended && limits.residentLimitBytes === residentLimitBytes && limits.heapLimitMebibytes === heapLimitMebibytes,
    );
  }

  #leave(process: IsolatedProcess): void {
    clearTimeout(this.#spares.get(process));
    this.#spares.delete(process);
  }
}

/** The spares of all stores that this process opens; they end with it. */
export const sharedSpares = new SpareProcesses();
