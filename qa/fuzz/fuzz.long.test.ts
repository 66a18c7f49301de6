import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../build/paths.ts';
import { caseCount, seed } from '../../electron/lib/testing/tier.ts';
import { targets } from './fuzz.ts';

test('what reads untrusted bytes names every error', async () => {
  const command = path.join(import.meta.dirname, 'run-fuzz.ts');
  const node = path.join(root, 'node_modules/.bin/node');
  const words = [command, '--seconds', `${caseCount(1, 5)}`, '--seed', `${seed}`];
  const { stdout, stderr } = await promisify(execFile)(node, words).catch(
    (error: Error & { stdout: string; stderr: string }) => error,
  );
  const findings = stderr.split('\n').filter((line) => !line.startsWith('The files of other projects are skipped'));
  expect([stdout, findings.join('\n').trim()]).toEqual([stdout, '']);
  expect(stdout.match(/ inputs, /g)).toHaveLength(Object.keys(targets).length);
});
