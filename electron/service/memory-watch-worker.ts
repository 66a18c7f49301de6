import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { memoryLimitMark, residentMark } from './reading/process/isolated-task.ts';

/**
 * Options of the thread that ends its process if it uses too much memory or its parent has ended. The thread works
 * while the main thread is blocked, and on every platform alike. It reports the memory to the parent, which adds up
 * that of all processes (`reading/process/memory-budget.ts`).
 */
export interface MemoryWatch {
  readonly residentLimitBytes: number;
  readonly parent: number;
}

const pollMs = 50;
/** Number of checks between checks of the parent. */
const parentCheckPeriod = 20;

/** Minimum change of memory that is reported. */
const minReportedChangeBytes = 4 * 2 ** 20;

const { residentLimitBytes, parent } = workerData as MemoryWatch;
let checks = 0;
let reportedBytes = 0;

function parentIsRunning(): boolean {
  try {
    process.kill(parent, 0);
    return true;
  } catch {
    return false;
  }
}

function report(residentBytes: number): void {
  if (Math.abs(residentBytes - reportedBytes) < minReportedChangeBytes) return;
  try {
    writeSync(2, `${residentMark}${residentBytes}\n`);
    reportedBytes = residentBytes;
  } catch {
    // The parent has not read the previous reports yet: this one is sent with the next check.
  }
}

setInterval(() => {
  checks += 1;
  const residentBytes = process.memoryUsage.rss();
  report(residentBytes);
  if (residentBytes > residentLimitBytes) {
    try {
      writeSync(2, `${memoryLimitMark}\n`);
    } finally {
      process.kill(process.pid, 'SIGKILL');
    }
  }
  if (checks % parentCheckPeriod === 0 && !parentIsRunning()) process.kill(process.pid, 'SIGKILL');
}, pollMs);
