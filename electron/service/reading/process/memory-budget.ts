/** The activity of a process, which determines the order of eviction. */
export type ProcessActivity =
  | { readonly kind: 'spare' }
  /** A process whose task cannot be restarted. */
  | { readonly kind: 'pinned' }
  /** The task with the highest rank is evicted first. */
  | { readonly kind: 'task'; readonly evictionRank: number };

/** A disposable process that shares the memory budget. */
export interface MemoryUser {
  /** Resident memory as last reported. */
  readonly residentBytes: number;
  readonly standing: ProcessActivity;
  /** Ends the process. Its task, if any, will be restarted. */
  readonly evict: () => void;
}

/**
 * The memory that all disposable processes may use together. Each also has a limit of its own. If the total exceeds the
 * budget, spares are ended first, then the task with the highest rank, the youngest of those, but never the only one.
 * An evicted task is restarted when another one has ended ({@link released}): it loses time, but no file is refused
 * because of another user's file.
 */
export class MemoryBudget {
  readonly #budgetBytes: number;
  /** The processes in the order in which they were added. */
  readonly #users = new Set<MemoryUser>();
  readonly #waiting = new Set<() => void>();

  constructor(budgetBytes: number) {
    this.#budgetBytes = budgetBytes;
  }

  /** Counts a process from now on; one that is counted already becomes the youngest. */
  add(user: MemoryUser): void {
    this.#users.delete(user);
    this.#users.add(user);
  }

  /** Stops counting a process that has ended, or is about to. */
  remove(user: MemoryUser): void {
    if (this.#users.delete(user)) this.notifyReleased();
  }

  /** Evicts what exceeds the budget. Called whenever a process has reported its memory. */
  check(): void {
    while (this.#sum() > this.#budgetBytes) {
      const victim = this.#victim();
      if (victim === undefined) return;
      // It holds its memory for a moment longer; no other process needs to be evicted for that.
      this.#users.delete(victim);
      victim.evict();
    }
  }

  /** Resolves when a task has ended; immediately if none runs. */
  async released(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#tasks().length === 0) return;
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(proceed);
        reject(signal.reason);
      };
      const proceed = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      this.#waiting.add(proceed);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Lets waiting tasks continue, because a task has ended. */
  notifyReleased(): void {
    for (const proceed of this.#waiting) proceed();
    this.#waiting.clear();
  }

  #sum(): number {
    let sum = 0;
    for (const { residentBytes } of this.#users) sum += residentBytes;
    return sum;
  }

  #tasks(): MemoryUser[] {
    return [...this.#users].filter(({ standing }) => standing.kind !== 'spare');
  }

  #victim(): MemoryUser | undefined {
    const spare = [...this.#users].find(({ standing }) => standing.kind === 'spare');
    if (spare !== undefined) return spare;
    const tasks = this.#tasks();
    if (tasks.length < 2) return undefined;
    let victim: { readonly user: MemoryUser; readonly rank: number } | undefined;
    for (const user of tasks) {
      if (user.standing.kind !== 'task') continue;
      const rank = user.standing.evictionRank;
      if (victim === undefined || rank >= victim.rank) victim = { user, rank };
    }
    return victim?.user;
  }
}

/** Of a total of 1.5 GiB, 576 MiB are for the service itself. */
const sharedBudgetBytes = 960 * 2 ** 20;

/** The budget of all stores that this process has open. */
export const sharedBudget = new MemoryBudget(sharedBudgetBytes);
