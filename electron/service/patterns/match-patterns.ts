import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { workerAddress } from '../../lib/worker-address.ts';
import { BusyError } from '../work/fair-turns.ts';

/** A pattern that the texts of a column must match. */
export interface PatternCondition {
  readonly pattern: string;
  readonly ignoresCase: boolean;
  /** Key in {@link MatchTask.columns}. */
  readonly column: string;
}

/** The patterns of one request and the texts to match. */
export interface MatchTask {
  /** Number of items, which is the length of each column. */
  readonly items: number;
  /** Texts by item; null if an item has none. */
  readonly columns: Readonly<Record<string, readonly (string | null)[]>>;
  readonly conditions: readonly PatternCondition[];
}

/** A message of the worker thread. */
export type MatchEvent =
  | { readonly kind: 'started'; readonly condition: number }
  | { readonly kind: 'no-pattern' }
  | { readonly kind: 'done'; readonly fits: readonly boolean[] };

/** The items that match all patterns, or the position of the condition that could not be evaluated. */
export type MatchAnswer =
  | { readonly kind: 'done'; readonly fits: readonly boolean[] }
  | { readonly kind: 'no-pattern' | 'too-long'; readonly condition: number };

/** Time limit for all patterns of a request together, from when the thread runs. */
const budgetMs = 1000;

/** Maximum numbers of concurrent and of waiting pattern requests. */
const concurrency = 2;
const maxWaiting = 50;

const turns = new PQueue({ concurrency });

/**
 * Finds the items whose texts match every pattern, in RE2's dialect, as in filters on rows: in linear time. It runs in
 * a worker thread, so that nothing else waits for it.
 * @throws {BusyError} if too many requests are waiting
 */
export async function matchPatterns(task: MatchTask): Promise<MatchAnswer> {
  if (turns.size >= maxWaiting) throw new BusyError();
  return await turns.add(() => inThread(task));
}

function inThread(task: MatchTask): Promise<MatchAnswer> {
  const worker = new Worker(workerAddress('pattern-worker', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  let timer: NodeJS.Timeout | undefined;
  return new Promise<MatchAnswer>((resolve) => {
    let condition = 0;
    const tooLong = () => resolve({ kind: 'too-long', condition });
    worker.on('message', (event: MatchEvent) => {
      if (event.kind === 'done') resolve(event);
      else if (event.kind === 'no-pattern') resolve({ kind: 'no-pattern', condition });
      else {
        condition = event.condition;
        timer ??= setTimeout(tooLong, budgetMs);
      }
    });
    // The thread exceeded its memory limit.
    worker.on('error', tooLong);
    worker.on('exit', tooLong);
  }).finally(() => {
    clearTimeout(timer);
    return worker.terminate();
  });
}
