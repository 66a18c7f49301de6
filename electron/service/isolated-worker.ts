import { writeFileSync } from 'node:fs';
import module from 'node:module';
import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { writePrivatelyFor } from '../lib/private-files.ts';
import { workerAddress } from '../lib/worker-address.ts';
import type { MemoryWatch } from './memory-watch-worker.ts';
import {
  type IsolatedFailure,
  type IsolatedMessage,
  type IsolatedProcessOptions,
  type IsolatedResults,
  type IsolatedTask,
  isLong,
} from './reading/process/isolated-task.ts';
import { IngestError } from './reading/reading.ts';

// The disposable process: it reads untrusted files, one task after the other, and may crash, stall or be killed without
// affecting anything else.

const options = JSON.parse(process.argv[2] ?? '') as IsolatedProcessOptions;

/** Minimum interval between progress messages. */
const progressMs = 100;

function send(message: IsolatedMessage): void {
  process.send?.(message);
}

function failureOf(error: unknown): IsolatedFailure {
  if (error instanceof IngestError) {
    return { kind: 'ingest', reason: error.reason, badValues: error.badValues, count: error.count };
  }
  const known = error instanceof Error ? error : new Error(String(error));
  const code = 'code' in known && typeof known.code === 'string' ? known.code : null;
  return { kind: 'other', name: known.name, message: known.message, stack: known.stack ?? '', code };
}

const reader = () => import('./isolated-work.ts');
const deriver = () => import('./reading/images/derive-pictures.ts');

async function perform(task: IsolatedTask): Promise<IsolatedResults[IsolatedTask['kind']]> {
  if (task.kind === 'images') return (await deriver()).derivePictures(task.images);
  // A user waits for previews; everything else runs at the lowest priority.
  if (isLong(task)) lowerPriority();
  let sentAt = 0;
  return (await reader()).readFile(task, {
    onProgress: (progress) => {
      const now = performance.now();
      if (now - sentAt < progressMs) return;
      sentAt = now;
      send({ kind: 'progress', progress });
    },
    onActivity: () => send({ kind: 'active' }),
  });
}

/** On Linux, threads that start later inherit the priority; elsewhere it applies to the whole process. */
function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The system allows no change: the process then runs at normal priority.
  }
}

async function answer(task: IsolatedTask): Promise<void> {
  try {
    const result = await perform(task);
    send({ kind: 'done', result, residentBytes: process.memoryUsage.rss() });
  } catch (error) {
    send({ kind: 'failed', failure: failureOf(error), residentBytes: process.memoryUsage.rss() });
  }
}

/** If the kernel must end a process for lack of memory, it should be this one. */
function raiseKillScore(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // The process is then as likely to be ended as any other.
  }
}

raiseKillScore();
writePrivatelyFor(options.userUmask);
const watch: MemoryWatch = { residentLimitBytes: options.residentLimitBytes, parent: process.ppid };
new Worker(workerAddress('memory-watch-worker', import.meta.url), { workerData: watch }).unref();
process.on('message', (task: IsolatedTask) => void answer(task));
process.on('disconnect', () => process.exit(0));
// Loaded before there is a task; errors are reported with the task.
void (options.purpose === 'images' ? deriver() : reader()).then(
  // Node writes its cache of compiled code at exit, which a process that is killed never reaches.
  () => module.flushCompileCache?.(),
  () => undefined,
);
