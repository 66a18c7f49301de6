import { writeSync } from 'node:fs';
import path from 'node:path';
import type { HostBudget } from '#shared/host-budgets.ts';
import { openClockFile } from './test-clock.ts';
import { openTestFollowing } from './test-following.ts';

/** The parameters of the process. Times are milliseconds of its own clock. */
export interface FollowProcessTask {
  readonly folder: string;
  readonly budgets: readonly HostBudget[];
  /** What is due is checked in rounds, this far apart. */
  readonly stepMs: number;
  /** From here on nothing changes any more, and rounds are a day apart. */
  readonly quietAt: number;
  readonly endAt: number;
}

/** What the process prints, one object a line. */
export type FollowProcessLine =
  | { readonly announced: readonly string[] }
  /** Everything that was due has been checked, and it is this late. */
  | { readonly round: number }
  | { readonly ended: true };

const dayMs = 86_400_000;

/** Path of the clock within the folder. */
export const clockIn = (folder: string) => path.join(folder, 'clock');

/** Follows until the end, until it is asked to stop, or until it is killed. */
async function run({ folder, budgets, stepMs, quietAt, endAt }: FollowProcessTask): Promise<void> {
  // Synchronously: what was written is there, whenever the process is killed.
  const print = (line: FollowProcessLine) => writeSync(1, `${JSON.stringify(line)}\n`);
  const clock = openClockFile(clockIn(folder), 0, Math.random);
  const test = await openTestFollowing(folder, clock, {
    budgets,
    show: (news) => print({ announced: news.map(({ id }) => id) }),
  });
  let isStopping = false;
  process.once('SIGTERM', () => {
    isStopping = true;
    void test.following.close();
  });
  while (!isStopping && clock.now() < endAt) {
    // First what an earlier process was killed at.
    await test.follower().runDue();
    if (isStopping) break;
    print({ round: clock.now() });
    for (const problem of test.problems.splice(0)) {
      process.stderr.write(`${problem instanceof Error ? problem.stack : String(problem)}\n`);
    }
    // Whoever sees that a source was paused for its faults resumes it.
    for (const { namespace, dataset, state } of await test.local.sources.list()) {
      if (state === 'stopped') await test.local.sources.change({ namespace, dataset }, { paused: false });
    }
    clock.moveTo(clock.now() + (clock.now() < quietAt ? stepMs : dayMs));
  }
  await test.close();
  if (!isStopping) print({ ended: true });
}

if (process.argv[1] === import.meta.filename) await run(JSON.parse(process.argv[2] ?? '') as FollowProcessTask);
