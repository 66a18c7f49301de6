import type { IsolatedProcess, ProcessLimits } from './isolated-process.ts';

/** Idle time after which a process is ended. */
const maxIdleMs = 60_000;
/** A process with more memory than this after its task is ended immediately. */
const maxResidentBytes = 320 * 2 ** 20;

/**
 * Processes whose task ended normally, kept for a while because starting one takes time. A lowered priority cannot be
 * raised again: one process of each priority is kept for each kind of limits.
 */
export class SpareProcesses {
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
