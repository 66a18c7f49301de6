import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.ts';
import { untieredTests } from './untiered-tests.ts';

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
const files = listed
  .toString()
  .split('\n')
  .filter((file) => /\.[cm]?[jt]sx?$/.test(file) && existsSync(path.join(root, file)));
const untiered = untieredTests(files, (file) => readFileSync(path.join(root, file), 'utf8'));
for (const file of untiered) process.stderr.write(`${file}\n`);
if (untiered.length > 0) {
  process.stderr.write('No runner finds these tests: name and place them as build/test-files.ts says.\n');
  process.exitCode = 1;
} else process.stdout.write('Every file with tests belongs to a tier.\n');
