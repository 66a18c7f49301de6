import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { almanac } from './command-line.ts';
import { interleaved, median, medianRatio, report } from './measure.ts';

/**
 * The start of the command line: what prints only itself, and what reads a store that no other process serves, compared
 * with a process that does nothing. On two quiet processors that takes 40 ms, and the bounds are 150 ms and 500 ms.
 */
const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
const data = join(folder, 'data');
const rounds = 9;
const bounds = { print: 3.75, read: 12.5 };

const commands = {
  version: [['--version'], bounds.print],
  help: [['--help'], bounds.print],
  'publish --help': [['publish', '--help'], bounds.print],
  ls: [['ls'], bounds.read],
  show: [['show', 'bench/towns'], bounds.read],
  query: [['query', 'bench/towns', '--group-by', 'region', '--aggregate', 'n=Count(*)'], bounds.read],
} as const;

async function nothing(): Promise<void> {
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
}

try {
  const towns = join(folder, 'towns.csv');
  await writeFile(towns, 'name,region\nUlm,south\nKiel,north\nBonn,west\n');
  await almanac(['publish', towns, '--to', 'bench/towns'], data);
  for (const [name, [words, bound]] of Object.entries(commands)) {
    const run = () => almanac(words, data);
    // Derived files and compiled code are there afterwards, as in normal use.
    await run();
    const times = await interleaved(rounds, { run, nothing });
    report({
      name: `almanac ${name} / an empty process`,
      measured: medianRatio(times.run, times.nothing),
      unit: '×',
      bound,
      detail: `${median(times.run).toFixed(0)} and ${median(times.nothing).toFixed(0)} ms`,
    });
  }
} finally {
  await rm(folder, { recursive: true });
}
