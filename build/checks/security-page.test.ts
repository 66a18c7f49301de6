import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../paths.ts';

const page = readFileSync(path.join(root, 'docs', 'security-model.md'), 'utf8');

/** The promises, each with the files of tests in its last cell. */
const promises = page
  .split(/^(?=\|.*\| test \|$)/m)
  .slice(1)
  .flatMap((table) => table.split('\n\n')[0]?.split('\n').slice(2) ?? [])
  .map((row) => row.split('|').map((cell) => cell.trim()))
  .map((cells) => ({ promise: cells[1] ?? '', test: cells.at(-2) ?? '' }));

describe('the security model', () => {
  it('makes promises', () => {
    expect(promises.length).toBeGreaterThan(30);
  });

  it.each(promises)('names tests that exist: $promise', ({ test }) => {
    const files = [...test.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    expect(files).not.toEqual([]);
    expect(files.filter((file) => !/\.(?:test|spec)\.ts$/.test(file) || !existsSync(path.join(root, file)))).toEqual(
      [],
    );
  });
});
