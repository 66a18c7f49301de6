import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../paths.ts';

const page = readFileSync(path.join(root, 'docs', 'security.md'), 'utf8');
/** The cells of each point: what, how, and which test holds it. */
const points = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| point'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const testFiles = globSync('{shared,electron,e2e,build}/**/*.{test,spec}.ts', { cwd: root });

/** Files that a text names in backquotes; a test named without its folder is searched for. */
function filesIn(text: string): string[] {
  return [...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, name = '']) => {
    if (name.includes('/')) return name;
    return testFiles.find((file) => path.basename(file) === name) ?? name;
  });
}

describe('the security page', () => {
  it('names an existing test for each point, or refers to the one above', () => {
    expect(points.length).toBeGreaterThan(30);
    for (const [, point = '', , test = ''] of points) {
      const isNamed = filesIn(test).length > 0 || /^the same|`npm run check`|\*.+\*/.test(test);
      expect(isNamed, `${point}: ${test}`).toBe(true);
    }
  });

  it('names no missing file', () => {
    const gone = points
      .flatMap((cells) => filesIn(cells.join(' ')))
      .filter((file) => !existsSync(path.join(root, file)));
    expect(gone).toEqual([]);
  });

  it('quotes test titles exactly', () => {
    const texts = testFiles.map(read).join('\n');
    const named = points.flatMap(([, , , test = '']) =>
      [...test.matchAll(/\*([^*]+)\*/g)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !texts.includes(name))).toEqual([]);
  });
});
