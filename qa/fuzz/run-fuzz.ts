import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { Option } from 'commander';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { labCommand, seedOption } from '../lab-command.ts';
import { atHand, type FuzzReport, fuzz, targets } from './fuzz.ts';

/**
 * Gives changed inputs to everything that reads untrusted bytes, guided by V8's counters of the code that ran.
 * @see `npm run qa -- fuzz --seconds 60 delimited json` for some targets, that long each; `--input FILE` to repeat one
 */
const command = labCommand('fuzz')
  .argument('[targets...]', `all of them if none is named: ${Object.keys(targets).join(', ')}`)
  .option('--seconds <number>', 'how long for each target', '30')
  .addOption(seedOption())
  .option('--input <file>', 'gives this input alone to the target')
  // It may be killed.
  .addOption(new Option('--alone', 'runs in this process').hideHelp())
  .parse();
const values = command.opts<{ seconds: string; seed: string; input?: string; alone?: true }>();
const positionals = command.args;
const seconds = Number(values.seconds);
/** Seconds for one input, after which it counts as a hang. */
const maxInputSeconds = 30;
const [only = ''] = positionals;

if (values.input !== undefined) {
  const target = await targets[only]?.();
  await target?.run(readFileSync(values.input));
  await target?.close?.();
  console.log('The rule holds.');
} else if (values.alone) {
  const report = await fuzz(only, seconds, seededRandom(Number(values.seed)));
  process.stdout.write(JSON.stringify(report));
  // What an input started must not keep the process.
  process.exit(0);
} else {
  console.log(`Seed ${values.seed}`);
  for (const name of positionals.length > 0 ? positionals : Object.keys(targets)) await runApart(name);
}

/** Kills the process if one input takes too long. */
function watch(child: ChildProcess, name: string): () => boolean {
  let isHanging = false;
  const timer = setInterval(() => {
    if (!existsSync(atHand(name))) return;
    const age = Date.now() - statSync(atHand(name)).mtimeMs;
    const running = performance.now() - started;
    if (age < maxInputSeconds * 1_000 || running < maxInputSeconds * 1_000) return;
    isHanging = true;
    child.kill('SIGKILL');
  }, 1_000);
  const started = performance.now();
  child.once('close', () => clearInterval(timer));
  return () => isHanging;
}

/** Fuzzes a target in a process of its own, and prints a line of figures and its findings. */
async function runApart(name: string): Promise<void> {
  const words = ['--alone', '--seconds', values.seconds, '--seed', values.seed, name];
  const child = spawn(process.execPath, [import.meta.filename, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  const isHanging = watch(child, name);
  const output = { out: '', error: '' };
  child.stdout.on('data', (piece: Buffer) => {
    output.out += piece;
  });
  child.stderr.on('data', (piece: Buffer) => {
    output.error = (output.error + piece).slice(-4_000);
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0 || output.out === '') {
    process.exitCode = 1;
    const why = isHanging() ? `takes longer than ${maxInputSeconds} s` : `ends the process:\n${output.error}`;
    console.error(`${name}: the input ${atHand(name)} ${why}`);
    return;
  }
  const { inputs, kept, blocks, findings } = JSON.parse(output.out) as FuzzReport;
  console.log(`${name}: ${inputs} inputs, ${kept} kept, ${blocks} blocks of code, ${findings.length} findings`);
  if (output.error !== '') console.error(output.error);
  for (const { file, reason } of findings) {
    process.exitCode = 1;
    console.error(`  npm run qa -- fuzz --input ${file} ${name}\n  ${reason.split('\n').slice(0, 8).join('\n  ')}`);
  }
}
