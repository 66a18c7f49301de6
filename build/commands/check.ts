import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { root } from '../paths.ts';

/** Everything static. The slowest comes first; as many as there are processors run at once, all of them even if one fails. */
const layers = ['shared', 'electron', 'renderer', 'build', 'qa', 'e2e', 'bench'].filter(
  (folder) => globSync(`${folder}/tsconfig.json`, { cwd: root }).length > 0,
);
const checks: readonly (readonly string[])[] = [
  ['biome', 'check', '--error-on-warnings', '.'],
  // Each checker would compute the types of all calls anew: with four, three times the work.
  ['node', 'node_modules/typescript-native/bin/tsc', '-b', '--checkers', '1', '--builders', '2'],
  ['depcruise', '--config', '.dependency-cruiser.mjs', ...layers],
  ['knip'],
  ...['sources', 'documents', 'licences', 'advisories'].map((name) => ['node', `build/checks/${name}.ts`]),
];

const waiting = [...checks];
const failed: string[] = [];
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, runWaiting));
if (failed.length > 0) {
  process.stderr.write(`failed: ${failed.join('; ')}\n`);
  process.exitCode = 1;
}

async function runWaiting(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { code, output } = await run(next);
    process.stdout.write(`> ${next.join(' ')}\n${output}`);
    if (code !== 0) failed.push(next.join(' '));
  }
}

/** Runs a program of the project; its output is kept together. */
function run([program = '', ...words]: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const bin = path.join(root, 'node_modules', '.bin');
    const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` };
    // Packages install their programs as scripts of the shell on Windows.
    const child = spawn(program, words, { cwd: root, env, shell: process.platform === 'win32' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (piece: string) => {
        output += piece;
      });
    }
    child.once('error', reject).once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
