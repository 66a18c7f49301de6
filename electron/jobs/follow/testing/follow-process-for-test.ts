import { writeSync } from 'node:fs';
import { openTestClock } from './test-clock.ts';
import { openTestFollowing } from './test-following.ts';

// A process that checks what is due, hour after hour of its own clock, until it is killed.
const [folder = '', start = ''] = process.argv.slice(2);
const clock = openTestClock(Number(start));
/** What was written is there, whenever the process is killed. */
const say = (said: object) => writeSync(1, `${JSON.stringify(said)}\n`);
const test = await openTestFollowing(folder, clock, (news) => {
  say({ announced: news.map(({ id }) => id) });
  return true;
});
for (;;) {
  clock.moveTo(clock.now() + 1.2 * 3_600_000);
  await test.follower().runDue();
  say({ now: clock.now() });
  for (const problem of test.problems.splice(0)) process.stderr.write(`${String(problem)}\n`);
}
