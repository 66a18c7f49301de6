import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FairTurns, type TurnLimits } from '../store/fair-turns.ts';
import type { LongWork } from '../store/row-store.ts';
import { EvictedError, ForeignProcess, type ProcessLimits } from './foreign-process.ts';
import type { EngineLimits, ForeignResults, ForeignTask } from './foreign-task.ts';
import { MemoryBudget, sharedBudget } from './memory-budget.ts';

type FileTask = Exclude<ForeignTask, { kind: 'images' }>;
type Limitless<Task> = Task extends FileTask ? Omit<Task, 'limits'> : never;

/** How many imports there are at once is decided before (`import-turns.ts`); each may take all that a process may. */
const longTurns: TurnLimits = { maxRunning: 4, maxRunningPerCaller: 4, maxRunningOfManyCallers: 4, maxWaiting: 1024 };
/** Previews and surveys of the first records, which a person waits for. */
const shortTurns: TurnLimits = { maxRunning: 2, maxRunningPerCaller: 2, maxRunningOfManyCallers: 3, maxWaiting: 1024 };

/** A process that has been without a task for so long is ended. */
const spareMs = 60_000;
/** One that holds more memory than this after its task is ended at once. */
const spareResidentBytes = 320 * 2 ** 20;

/** Resident memory beyond what the engine may take: the program, its scripts, and what they hold. */
const besideEngineBytes = 448 * 2 ** 20;
const heapLimitMebibytes = 512;

/** Longest time that a preview or a survey of the first records may take. */
const previewLimitMs = 2 * 60_000;
/** Longest time without a sign of work. */
const idleLimitMs = 5 * 60_000;
/** Longest time that a file may take in all: 24 hours. */
const totalLimitMs = 24 * 60 * 60_000;

export interface ForeignProcessesOptions {
  readonly engine: Omit<EngineLimits, 'spillFolder'>;
  /** Folder in which each task gets one for what does not fit into memory. */
  readonly spillFolder: string;
  readonly limits?: Partial<ForeignLimits>;
}

/** What may be set for a store of its own. */
export interface ForeignLimits extends ProcessLimits {
  readonly previewLimitMs: number;
  readonly idleLimitMs: number;
  /** Resident memory of all processes of the store; otherwise it shares that of all stores. */
  readonly budgetBytes: number;
}

/** Which task is evicted first: one that a person waits for at last, one that was evicted before not soon again. */
const evictionRanks = { short: 0, evictedBefore: 1, long: 2 } as const;

/**
 * Performs tasks on untrusted files, each in an expendable process. A process that has done its task in
 * good order is kept as a spare for a while, as starting one takes a moment.
 */
export class ForeignProcesses {
  readonly #options: ForeignProcessesOptions;
  readonly #budget: MemoryBudget;
  readonly #long = new FairTurns(longTurns);
  readonly #short = new FairTurns(shortTurns);
  readonly #running = new Set<ForeignProcess>();
  readonly #tasks = new Set<Promise<unknown>>();
  readonly #spares = new Map<ForeignProcess, NodeJS.Timeout>();
  readonly #closing = new AbortController();

  constructor(options: ForeignProcessesOptions) {
    this.#options = options;
    const budgetBytes = options.limits?.budgetBytes;
    this.#budget = budgetBytes === undefined ? sharedBudget : new MemoryBudget(budgetBytes);
  }

  /**
   * Does a task. The caller removes what an unfinished one left in its folders.
   * @throws {IngestError} also for a process that crashed, stalled or took too much memory; the signal's reason
   */
  async run<Task extends Limitless<FileTask>>(
    task: Task,
    name: string,
    work: LongWork,
  ): Promise<ForeignResults[Task['kind']]> {
    const long = task.kind === 'ingest' || (task.kind === 'survey' && task.options.whole);
    const signal = work.signal ? AbortSignal.any([work.signal, this.#closing.signal]) : this.#closing.signal;
    signal.throwIfAborted();
    const endTurn = await (long ? this.#long : this.#short).take(work.caller ?? '', signal);
    try {
      signal.throwIfAborted();
      const running = this.#runUntilDone(task, name, long, { ...work, signal });
      this.#tasks.add(running);
      return await running.finally(() => this.#tasks.delete(running));
    } finally {
      endTurn();
    }
  }

  /** An evicted task begins again as often as needed: the oldest is never evicted, and in the end each is. */
  async #runUntilDone<Task extends Limitless<FileTask>>(
    task: Task,
    name: string,
    long: boolean,
    work: LongWork & { readonly signal: AbortSignal },
  ): Promise<ForeignResults[Task['kind']]> {
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
  ): Promise<ForeignResults[Task['kind']]> {
    const spillFolder = await mkdtemp(join(this.#options.spillFolder, 'foreign-'));
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
        totalLimitMs: long ? totalLimitMs : (limits?.previewLimitMs ?? previewLimitMs),
        name,
      });
      return result as ForeignResults[Task['kind']];
    } finally {
      this.#running.delete(process);
      this.#keep(process);
      await rm(spillFolder, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  /** A spare where there is one. Priority once lowered stays so, which does for long tasks alone. */
  #take(long: boolean): ForeignProcess {
    const spares = [...this.#spares.keys()].filter((one) => !one.ended);
    const spare = spares.find(({ lowered }) => lowered === long) ?? spares.find(({ lowered }) => !lowered);
    if (spare !== undefined) {
      clearTimeout(this.#spares.get(spare));
      this.#spares.delete(spare);
    }
    const taken = spare ?? this.#start();
    if (long) taken.lowered = true;
    return taken;
  }

  #start(): ForeignProcess {
    const { engine, limits } = this.#options;
    const processLimits = {
      residentLimitBytes: limits?.residentLimitBytes ?? engine.memoryBytes + besideEngineBytes,
      heapLimitMebibytes: limits?.heapLimitMebibytes ?? heapLimitMebibytes,
    };
    return new ForeignProcess('files', processLimits, this.#budget);
  }

  /** One spare of either priority is kept. */
  #keep(process: ForeignProcess): void {
    if (process.ended) return;
    const another = [...this.#spares.keys()].some(({ lowered, ended }) => lowered === process.lowered && !ended);
    if (another || this.#closing.signal.aborted || process.residentBytes > spareResidentBytes) {
      void process.end();
      return;
    }
    const timer = setTimeout(() => {
      this.#spares.delete(process);
      void process.end();
    }, spareMs);
    timer.unref();
    this.#spares.set(process, timer);
    process.onEnd(() => {
      clearTimeout(timer);
      this.#spares.delete(process);
    });
  }

  /** Ends all processes, those with a task too. */
  async close(): Promise<void> {
    this.#closing.abort(new DOMException('The row store is closed.', 'AbortError'));
    const all = [...this.#running, ...this.#spares.keys()];
    for (const timer of this.#spares.values()) clearTimeout(timer);
    this.#spares.clear();
    await Promise.all(all.map((process) => process.end()));
    await Promise.allSettled(this.#tasks);
  }
}

/** Gives a task back the folders that it began with. */
async function removeUnfinished(task: Limitless<FileTask>): Promise<void> {
  if (task.kind === 'ingest') return rm(task.folder, { recursive: true, force: true, maxRetries: 3 });
  await rm(task.scratch, { recursive: true, force: true, maxRetries: 3 });
  await mkdir(task.scratch);
}
