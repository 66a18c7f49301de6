import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../paths.ts';
import { testFiles } from '../test-files.ts';
import { report, runStep, type StepResult } from '../tests/run-steps.ts';

/**
 * `npm test` plus everything long or random, with a new seed, and then whatever is random with further seeds.
 * @see `npm run test:all -- --seeds 5 --seed 17` for five seeds, the first of which is 17
 */
const { values } = parseArgs({ options: { seeds: { type: 'string', default: '3' }, seed: { type: 'string' } } });
const first = Number(values.seed ?? randomInt(2 ** 31 - 1_000));
const environment = (seed: number) => ({ ALMANAC_TIER: 'all', ALMANAC_SEED: String(seed) });

/** Files whose tests depend on the seed. */
const random = globSync([testFiles.unit, testFiles.functions, testFiles.components], { cwd: root }).filter((file) =>
  /import .*\bseed\b.* from '.*\/testing\/tier\.ts'/.test(readFileSync(path.join(root, file), 'utf8')),
);

const results: StepResult[] = [];
process.stderr.write(`Seed ${first}\n`);
for (const step of ['setup', 'check', 'build'] as const) results.push(runStep(step));
if (results.every(({ passed }) => passed)) {
  results.push(runStep('unit', [], environment(first)), runStep('e2e', [], environment(first)));
  for (let seed = first + 1; seed < first + Number(values.seeds); seed += 1) {
    process.stderr.write(`Seed ${seed}\n`);
    results.push(runStep('unit', random, environment(seed)));
  }
}
report(results);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
