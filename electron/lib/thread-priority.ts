import { readlinkSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/** Linux: every thread of this process by its id. Other systems have no such folder. */
const threads = '/proc/self/task';

/** A low priority on the scale from -20 to 19: below everything that a user waits for, but still making progress. */
const lowPriority = 10;

/**
 * Starts something that creates threads of its own, and lowers their priority: a sort that keeps every core busy must
 * not delay a page. Only Linux has a priority per thread; elsewhere nothing changes.
 */
export async function withLowerPriority<Result>(start: () => Promise<Result>): Promise<Result> {
  const before = new Set(await threadNumbers());
  const started = await start();
  for (const thread of await threadNumbers()) if (!before.has(thread)) lowerPriority(Number(thread));
  return started;
}

/** Lowers the priority of the calling thread, for work that reads whole files. */
export function lowerOwnPriority(): void {
  try {
    lowerPriority(Number(basename(readlinkSync('/proc/thread-self'))));
  } catch {
    // Only Linux exposes the id of the current thread.
  }
}

function threadNumbers(): Promise<string[]> {
  return readdir(threads).catch(() => []);
}

function lowerPriority(thread: number): void {
  try {
    setPriority(thread, lowPriority);
  } catch {
    // The thread has ended, or the system does not allow it: it keeps its priority.
  }
}
