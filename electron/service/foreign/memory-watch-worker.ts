import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { memoryLimitMark } from './foreign-task.ts';

/**
 * A thread that ends its process when that takes too much memory or when its parent is no longer there. It works while
 * the main thread of the process does not get to anything, and on every platform alike.
 */
export interface MemoryWatch {
  readonly residentLimitBytes: number;
  /** Number of the parent process. */
  readonly parent: number;
}

const pollMs = 50;
/** The parent is asked for every so many looks. */
const parentEvery = 20;

const { residentLimitBytes, parent } = workerData as MemoryWatch;
let looks = 0;

function parentIsThere(): boolean {
  try {
    process.kill(parent, 0);
    return true;
  } catch {
    return false;
  }
}

setInterval(() => {
  looks += 1;
  if (process.memoryUsage.rss() > residentLimitBytes) {
    try {
      writeSync(2, `${memoryLimitMark}\n`);
    } finally {
      process.kill(process.pid, 'SIGKILL');
    }
  }
  if (looks % parentEvery === 0 && !parentIsThere()) process.kill(process.pid, 'SIGKILL');
}, pollMs);
