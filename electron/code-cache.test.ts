import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let base = '';
beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'almanac-code-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** One start of a program, in a process of its own; what it says. */
function start(program: string, kept: string, when: number | 'at-end' = 1): string {
  const words = [path.join(import.meta.dirname, 'code-cache.ts'), program, kept].map((word) => JSON.stringify(word));
  const script = `import { createRequire } from 'node:module';
    const { keepCompiled } = await import(${words[0]});
    keepCompiled(${words[1]}, ${words[2]}, ${JSON.stringify(when)});
    process.stdout.write(createRequire(${words[1]} + '/any.cjs')('./begin.cjs').words);
    setTimeout(() => {}, 50);`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
}

test('what was compiled is kept, used again, made anew where it is of no use, and for this person alone', () => {
  const kept = path.join(base, 'kept');
  const program = path.join(base, 'program');
  mkdirSync(program);
  writeFileSync(
    path.join(program, 'begin.cjs'),
    "exports.words = require('./words-1.cjs').words() + __dirname.length;",
  );
  writeFileSync(path.join(program, 'words-1.cjs'), "exports.words = () => 'so it is ';");
  const words = `so it is ${program.length}`;
  const suffix = `-${process.versions.v8}-${process.arch}`;
  const names = [`begin.cjs${suffix}`, `words-1.cjs${suffix}`];

  expect(start(program, kept)).toBe(words);
  expect(readdirSync(kept).sort()).toEqual(names);
  const first = path.join(kept, `begin.cjs${suffix}`);
  const { ino, size, mode } = statSync(first);
  expect([statSync(kept).mode & 0o777, mode & 0o777]).toEqual([0o700, 0o600]);

  expect(start(program, kept)).toBe(words);
  expect(statSync(first).ino).toBe(ino);

  writeFileSync(first, 'what a disk made of it');
  writeFileSync(path.join(kept, `words-0.cjs${suffix}`), 'of an older program');
  expect(start(program, kept)).toBe(words);
  expect(readdirSync(kept).sort()).toEqual(names);
  expect(readFileSync(first).length).toBe(size);
});

test('a process that does one thing keeps it at its end, and runs nothing that others could have written', () => {
  const kept = path.join(base, 'kept');
  const program = path.join(base, 'program');
  mkdirSync(program);
  writeFileSync(path.join(program, 'begin.cjs'), "exports.words = 'said';");
  const file = path.join(kept, `begin.cjs-${process.versions.v8}-${process.arch}`);
  expect(start(program, kept, 'at-end')).toBe('said');
  const { ino } = statSync(file);

  chmodSync(file, 0o622);
  expect(start(program, kept, 'at-end')).toBe('said');
  const again = statSync(file);
  // Windows tells nothing of who may write.
  if (process.getuid) expect([again.ino !== ino, again.mode & 0o777]).toEqual([true, 0o600]);
  expect(readdirSync(kept)).toHaveLength(1);
});

test('a folder that cannot be made costs nothing but time', () => {
  writeFileSync(path.join(base, 'begin.cjs'), "exports.words = 'said';");
  writeFileSync(path.join(base, 'no-folder'), '');
  expect(start(base, path.join(base, 'no-folder', 'kept'))).toBe('said');
  expect(existsSync(path.join(base, 'no-folder', 'kept'))).toBe(false);
});
