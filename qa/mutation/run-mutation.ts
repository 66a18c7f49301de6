import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { root } from '../../build/paths.ts';
import { labCommand } from '../lab-command.ts';
import { type Area, areas } from './areas.ts';

// Alters the code of the areas one place at a time, and reports how many alterations their tests notice.
// `npm run qa -- mutate paging trust` alters some areas alone; `--all` tests again what has not changed since.

/** Per cent of the alterations that must be noticed. */
const leastScore = 85;

const command = labCommand('mutate')
  .argument('[areas...]', 'these alone')
  .option('--all', 'tests again what has not changed since', false)
  .parse();
const positionals = command.args;
const values = command.opts<{ all: boolean }>();
const unknown = positionals.filter((name) => areas.every((area) => area.name !== name));
if (unknown.length > 0) {
  console.error(`There is no area ${unknown.join(', ')}. The areas: ${areas.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

interface Score {
  readonly noticed: number;
  readonly survived: number;
}

process.chdir(root);
const missed: string[] = [];
for (const area of areas) {
  if (positionals.length > 0 && !positionals.includes(area.name)) continue;
  const { noticed, survived } = await scoreOf(area);
  const score = (100 * noticed) / Math.max(1, noticed + survived);
  if (score < leastScore) missed.push(area.name);
  console.log(
    `${area.name}: ${score.toFixed(1)} % of ${noticed + survived} alterations noticed (at least ${leastScore} %)`,
  );
}
if (missed.length > 0) console.error(`Too few were noticed in: ${missed.join(', ')}. See out/mutation.`);
process.exitCode = missed.length === 0 ? 0 : 1;

async function scoreOf({ name, mutate, tests }: Area): Promise<Score> {
  process.env.ALMANAC_MUTATION_TESTS = JSON.stringify(tests);
  const tempDirName = await mkdtemp(path.join(tmpdir(), 'almanac-mutation-'));
  try {
    const results = await new Stryker({
      mutate: [...mutate],
      testRunner: 'vitest',
      vitest: { configFile: 'qa/mutation/vitest.config.ts', related: false },
      plugins: ['@stryker-mutator/vitest-runner'],
      coverageAnalysis: 'perTest',
      // Alterations of what runs once when a file is loaded would run all tests each.
      ignoreStatic: true,
      // Texts are for people; the tests of behaviour are not to repeat them.
      mutator: { excludedMutations: ['StringLiteral'] },
      ignorePatterns: ['out', 'e2e', 'docs', 'bench'],
      reporters: ['html'],
      htmlReporter: { fileName: `out/mutation/${name}.html` },
      incremental: true,
      incrementalFile: `out/mutation/${name}.json`,
      force: values.all,
      concurrency: 1,
      allowEmpty: false,
      tempDirName,
      disableTypeChecks: false,
      timeoutMS: 5_000,
    }).runMutationTest();
    const counted = (...statuses: string[]) => results.filter(({ status }) => statuses.includes(status)).length;
    return { noticed: counted('Killed', 'Timeout'), survived: counted('Survived', 'NoCoverage') };
  } finally {
    await rm(tempDirName, { recursive: true, force: true });
  }
}
