import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { almanacProgram } from '../electron/commands/program.ts';
import { cliReference } from './cli-reference.ts';
import { root } from './paths.ts';

it('docs/cli-reference.md has the help of every command; otherwise run npm run cli-reference', () => {
  expect(readFileSync(path.join(root, 'docs', 'cli-reference.md'), 'utf8')).toBe(cliReference(almanacProgram()));
});
