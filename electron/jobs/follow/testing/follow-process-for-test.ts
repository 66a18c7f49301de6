import { openTestClock } from './test-clock.ts';
import { openTestFollowing } from './test-following.ts';

// A process that checks what is due, hour after hour of its own clock, until it is killed.
const [folder = '', start = ''] = process.argv.slice(2);
const clock = openTestClock(Number(start));
const test = await openTestFollowing(folder, clock);
for (let printed = 0; ; ) {
  clock.moveTo(clock.now() + 1.2 * 3_600_000);
  await test.follower().runDue();
  const announced = test.announced.slice(printed).map(({ id }) => id);
  printed = test.announced.length;
  process.stdout.write(`${JSON.stringify({ now: clock.now(), announced })}\n`);
  for (const problem of test.problems.splice(0)) process.stderr.write(`${String(problem)}\n`);
}
