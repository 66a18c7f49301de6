import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { builtSince } from '../build/built.ts';
import { residentMemory } from './measure.ts';

/** The bundle, as it is shipped. */
const cli = join(import.meta.dirname, '../out/cli.cjs');
if (!builtSince()) throw new Error('The command line is measured as it is built: run `npm run build` first.');

/** One run of the command line. */
export interface Finished {
  readonly milliseconds: number;
  /** Peak resident memory in MiB. */
  readonly peak: number;
}

/** Runs the command line in its own process; throws if it fails. */
export async function almanac(words: readonly string[], data: string): Promise<Finished> {
  const start = performance.now();
  const child = spawn(process.execPath, [cli, ...words, '--data', data], { stdio: ['ignore', 'pipe', 'pipe'] });
  let peak = 0;
  const watching = setInterval(() => {
    peak = Math.max(peak, residentMemory(child.pid ?? 'self').peak);
  }, 50);
  let output = '';
  child.stdout.resume();
  child.stderr.on('data', (piece: Buffer) => {
    output = piece.toString();
  });
  const [code] = await once(child, 'exit');
  clearInterval(watching);
  if (code !== 0) throw new Error(`almanac ${words.join(' ')} ended with ${code}: ${output}`);
  return { milliseconds: performance.now() - start, peak };
}

/** Runs a service in its own process over a data folder for a while. */
export async function withService(data: string, act: (address: string) => Promise<void>): Promise<void> {
  const words = ['serve', '--port', '0', '--data', data];
  const child = spawn(process.execPath, [cli, ...words], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [line] = await once(createInterface(child.stdout), 'line');
    await act((JSON.parse(String(line)) as { url: string }).url);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

/** The size of a file, for a user. */
export async function sizeOf(file: string): Promise<string> {
  return `${((await stat(file)).size / 1e9).toFixed(2)} GB`;
}

/** Copies the first lines of a file. */
export async function firstLines(from: string, to: string, most: number): Promise<void> {
  const target = createWriteStream(to);
  let lines = 0;
  for await (const line of createInterface({ input: createReadStream(from) })) {
    if (!target.write(`${line}\n`)) await once(target, 'drain');
    lines += 1;
    if (lines === most) break;
  }
  target.end();
  await finished(target);
}
