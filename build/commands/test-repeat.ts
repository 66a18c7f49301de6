import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { clock, runStep, type StepResult } from '../tests/run-steps.ts';

/**
 * Runs the quick tests again and again, unit tests in another order of files each time, beside processes that keep the
 * processors busy, and lists what was not green every time.
 * @see `npm run test:repeat -- --times 20 --load 4`; `--only unit` or `--only e2e` for one of the two
 */
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    load: { type: 'string', default: '4' },
    only: { type: 'string' },
  },
});
const times = Number(values.times);
const print = (line: string) => process.stderr.write(`${line}\n`);

const busy = Array.from({ length: Number(values.load) }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
process.once('exit', () => {
  for (const child of busy) child.kill('SIGKILL');
});

const built = runStep('build');
if (!built.passed) process.exit(1);
const red = new Map<string, { readonly command: string; count: number }>();
let redRuns = 0;
for (let run = 1; run <= times; run += 1) {
  const results: StepResult[] = [];
  if (values.only !== 'e2e') results.push(runStep('unit', ['--sequence.shuffle.files', `--sequence.seed=${run}`]));
  if (values.only !== 'unit') results.push(runStep('e2e'));
  const failed = results.flatMap((result) =>
    result.passed || result.failed.length > 0
      ? result.failed
      : [{ title: `${result.step} (no test named)`, command: `npm run ${result.step}` }],
  );
  if (failed.length > 0) redRuns += 1;
  for (const { title, command } of failed) {
    const known = red.get(title) ?? { command, count: 0 };
    known.count += 1;
    red.set(title, known);
  }
  const durations = results.map(({ step, seconds }) => `${step} ${clock(seconds)}`);
  print(`run ${run} of ${times}: ${failed.length === 0 ? 'green' : `${failed.length} red`}, ${durations.join(', ')}`);
}
for (const [title, { command, count }] of red) print(`red in ${count} of ${times} runs: ${title}\n  ${command}`);
print(redRuns === 0 ? `All ${times} runs were green.` : `${redRuns} of ${times} runs were red.`);
process.exit(redRuns === 0 ? 0 : 1);
