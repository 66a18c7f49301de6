import { labCommand, seedOption } from './lab-command.ts';
import { runJourneys, runTests } from './run-tests.ts';

/**
 * The laboratory's one entry: `npm run qa` lists what there is, `npm run qa -- NAME --help` the options of one. Most are
 * programs of their own; the others are tests, which get their options in the environment: `--seconds` as
 * `ALMANAC_SECONDS`.
 */
const program = labCommand('')
  .usage('NAME [options]')
  .helpCommand(false)
  .showHelpAfterError('(npm run qa lists the names)');

/** An option of tests: its value, what it does, and what it is if it is not given. */
type Option = readonly [value: string, description: string, usual?: string];

const times: Option = ['<number>', 'tries so many times as many cases', '1'];
const seconds: Option = ['<number>', 'how long it runs', '120'];

interface Tests {
  readonly description: string;
  readonly run: typeof runTests;
  readonly files: readonly string[];
  /** Whether it has a seed. */
  readonly isRandom?: boolean;
  readonly options: Readonly<Record<string, Option>>;
}

function addTests(name: string, { description, run, files, isRandom = true, options }: Tests): void {
  const command = labCommand(name).name(name).description(description);
  if (isRandom) command.addOption(seedOption());
  for (const [option, [value, text, usual]] of Object.entries(options)) {
    command.option(`--${option} ${value}`, text, usual);
  }
  command.action((given: Readonly<Record<string, string>>) => {
    const variables = Object.entries(given).map(([option, value]) => [`ALMANAC_${option.toUpperCase()}`, value]);
    if (given.seed !== undefined) console.log(`Seed ${given.seed}`);
    run(files, Object.fromEntries(variables));
  });
  program.addCommand(command);
}

function addProgram(name: string, description: string, executableFile: string): void {
  program.command(name, description, { executableFile });
}

addProgram('fuzz', 'changed inputs for everything that reads untrusted bytes, guided by coverage', 'fuzz/run-fuzz.ts');
addTests('faults', {
  description: 'a failure, and the end of the process, at steps of every operation',
  run: runTests,
  files: ['qa/faults/'],
  options: {
    times: ['<number>', 'tries so many times 4 failures and 4 ends of each operation; 1000 for every step: hours', '1'],
    operations: ['<names>', 'these alone, with commas between them'],
  },
});
addTests('kills', {
  description: 'commands and services killed at random moments of their work',
  run: runTests,
  files: ['qa/kills/kill', 'qa/kills/campaign', 'qa/kills/new-dataset', 'qa/kills/row-store'],
  options: { times },
});
addTests('power-cut', {
  description: 'the power fails during and after every change (root on Linux)',
  run: runTests,
  files: ['qa/kills/power-cut'],
  options: { times, acts: ['<names>', 'these changes alone, with commas between them'] },
});
addTests('simulate', {
  description: 'weeks of use by several people, with kills, upgrades and network faults',
  run: runTests,
  files: ['qa/simulation/simulated-weeks'],
  options: { seconds },
});
addTests('year', {
  description: 'a year of following 50 sources, with 40 kills',
  run: runTests,
  files: ['qa/simulation/simulated-year'],
  options: { days: ['<number>', 'how many days; 5 sources and 3 kills if there are 30 or fewer', '365'] },
});
addTests('walk', {
  description: 'what users do in the window, at random, beside a model of what it must show',
  run: runJourneys,
  files: ['walk/window-walk.long'],
  options: { seconds },
});
addTests('heap', {
  description: 'datasets opened and closed in the window: what stays in memory',
  run: runJourneys,
  files: ['heap/window-heap.long'],
  isRandom: false,
  options: { openings: ['<number>', 'how many datasets', '200'] },
});
addProgram('soak', 'a service under mixed load for hours: what grows', 'soak/run-soak.ts');
addTests('upgrades', {
  description: 'stores of earlier programs are opened, migrated, verified and extended',
  run: runTests,
  files: ['qa/upgrades/upgrades'],
  isRandom: false,
  options: {},
});
addProgram('keep-store', 'makes a store with this or an earlier program, for `upgrades`', 'upgrades/keep-store.ts');
addProgram('two-releases', 'an earlier program and this one on one PostgreSQL', 'upgrades/two-releases.ts');
addProgram('services', 'tests of the service over PostgreSQL and object storage', 'cluster/services.ts');
addProgram('cluster', 'three nodes, PostgreSQL, Ceph and HAProxy, until Ctrl+C', 'cluster/run-cluster.ts');
addProgram('histories', 'a cluster under load and faults, checked in the manner of Jepsen', 'cluster/histories.ts');
addProgram('window-nodes', 'a page of the window whose nodes are killed in turn', 'cluster/window-nodes.ts');
addProgram('mutate', 'alters the code, and counts what its tests notice', 'mutation/run-mutation.ts');
addProgram('sources-live', 'tries a real address as a source to follow', 'sources-live.ts');
addProgram('package', 'the end-to-end tests with the packaged program', 'test-package.ts');
addProgram('clean-machine', "the README's commands on a minimal system (root)", 'clean-machine/clean-machine.ts');

if (process.argv.length === 2) program.help();
program.parse();
