import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { memoryLimitMark, residentMark } from './foreign-task.ts';

/**
 * A thread that ends its process when that takes too much memory or when its parent has ended. It works while
 * the main thread of the process does not get to anything, and on every platform alike. It reports the memory to the
 * parent, which adds up that of all processes (`memory-budget.ts`).
 */
export interface MemoryWatch {
  readonly residentLimitBytes: number;
  /** Number of the parent process. */
  readonly parent: number;
}

const pollMs = 50;
/** The parent is asked for every so many looks. */
const parentEvery = 20;

/** A change of memory that is reported. */
const reportedChangeBytes = 4 * 2 ** 20;

const { residentLimitBytes, parent } = workerData as MemoryWatch;
let looks = 0;
let reportedBytes = 0;

function parentIsThere(): boolean {
  try {
    process.kill(parent, 0);
    return true;
  } catch {
    return false;
  }
}

function report(residentBytes: number): void {
  if (Math.abs(residentBytes - reportedBytes) < reportedChangeBytes) return;
  try {
    writeSync(2, `${residentMark}${residentBytes}\n`);
    reportedBytes = residentBytes;
  } catch {
    // The parent has not read the reports before yet: this one comes with the next look.
  }
}

setInterval(() => {
  looks += 1;
  const residentBytes = process.memoryUsage.rss();
  report(residentBytes);
  if (residentBytes > residentLimitBytes) {
    try {
      writeSync(2, `${memoryLimitMark}\n`);
    } finally {
      process.kill(process.pid, 'SIGKILL');
    }
  }
  if (looks % parentEvery === 0 && !parentIsThere()) process.kill(process.pid, 'SIGKILL');
}, pollMs);
