import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let base = '';
let cache = '';
beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'almanac-code-'));
  cache = path.join(base, 'cache', 'code');
  writeFileSync(path.join(base, 'program.cjs'), "process.stdout.write('ran');");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Starts a program in a process of its own and returns its output. */
function start(): string {
  const [library, program, folder] = [path.join(import.meta.dirname, 'compile-cache.ts'), `${base}/program.cjs`, cache];
  const script = `const { enableCompileCache } = await import(${JSON.stringify(library)});
    enableCompileCache(${JSON.stringify(folder)});
    await import(${JSON.stringify(program)});`;
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', env });
}

const cached = () => readdirSync(cache, { recursive: true });

test('compiled code is stored in a folder that only its owner can read', () => {
  expect(start()).toBe('ran');
  expect(cached().length).toBeGreaterThan(1);
  if (process.getuid) expect(statSync(cache).mode & 0o777).toBe(0o700);
  expect(start()).toBe('ran');
});

test.runIf(process.getuid)('a folder that others can write to is not used', () => {
  mkdirSync(cache, { recursive: true });
  chmodSync(cache, 0o777);
  expect(start()).toBe('ran');
  expect(cached()).toEqual([]);
});

test('a program runs even if the folder cannot be created', () => {
  writeFileSync(path.join(base, 'cache'), '');
  expect(start()).toBe('ran');
});
