import { readlinkSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/** Linux: every thread of this process by its number. Elsewhere there is no such folder. */
const threads = '/proc/self/task';

/** Of the levels from -20 to 19 a low priority: below everything that a user waits for, and still making progress. */
const behind = 10;

/**
 * Starts something that has threads of its own and lets these give way to all others: a sort that keeps every core
 * busy must not keep a page waiting. Linux alone knows a priority for each thread; elsewhere nothing is changed.
 */
export async function behindOthers<Result>(start: () => Promise<Result>): Promise<Result> {
  const before = new Set(await threadNumbers());
  const started = await start();
  for (const thread of await threadNumbers()) if (!before.has(thread)) giveWay(Number(thread));
  return started;
}

/** Lets the thread that calls this give way to all others: for what reads whole files. */
export function giveWayHere(): void {
  try {
    giveWay(Number(basename(readlinkSync('/proc/thread-self'))));
  } catch {
    // Only Linux says which thread this is.
  }
}

function threadNumbers(): Promise<string[]> {
  return readdir(threads).catch(() => []);
}

function giveWay(thread: number): void {
  try {
    setPriority(thread, behind);
  } catch {
    // The thread has ended meanwhile, or the system allows no change: it then works on like any other.
  }
}
