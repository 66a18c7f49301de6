import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../paths.ts';
import { superLinearExpressions } from './super-linear.ts';

/** The application's code, without tests and their helpers. */
const files = globSync('{electron,shared,renderer}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.(test|spec)\.tsx?$|-for-test\.ts$|[/\\](testing|conformance)[/\\]/.test(file),
);
const problems = files.flatMap((file) => superLinearExpressions(file, readFileSync(path.join(root, file), 'utf8')));
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) {
  process.stderr.write(
    'These expressions can take time with the square of a text: write a scanner, or `super-linear: ` and the reason in a comment above.\n',
  );
  process.exitCode = 1;
} else
  process.stdout.write(`Regular expressions of ${files.length} files take time that grows with their text alone.\n`);
