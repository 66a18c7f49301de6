import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LogFile } from './log-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the log', () => {
  it('rotates its files by size, and keeps a limited number of them', () => {
    const log = new LogFile(folder, { bytes: 500, files: 3 });
    for (let line = 0; line < 100; line += 1) log.write('shell', `line ${line}`);
    expect(readdirSync(folder).sort()).toEqual(['almanac.1.log', 'almanac.2.log', 'almanac.log']);
    for (const name of readdirSync(folder)) expect(statSync(path.join(folder, name)).size).toBeLessThanOrEqual(500);
    const kept = ['almanac.2.log', 'almanac.1.log', 'almanac.log'].flatMap((name) =>
      [...readFileSync(path.join(folder, name), 'utf8').matchAll(/line (\d+)/g)].map(([, number]) => Number(number)),
    );
    expect(kept).toEqual(kept.map((_, at) => 100 - kept.length + at));
    expect(log.tail(10_000)).toContain('line 99');
    expect(log.tail(100).split('\n')[0]).toMatch(/^\d{4}-/);
  });

  it('appends to the file of an earlier run', () => {
    new LogFile(folder, { bytes: 500, files: 2 }).write('shell', 'first');
    new LogFile(folder, { bytes: 500, files: 2 }).write('shell', 'second');
    expect(new LogFile(folder).tail(1000)).toMatch(/shell: first\n.*shell: second\n/);
  });

  it('is readable only by its owner, and scrubbed', () => {
    new LogFile(folder).write('backend', "Could not convert 'Anna' with Token abcdef");
    expect(statSync(path.join(folder, 'almanac.log')).mode & 0o077).toBe(0);
    expect(readFileSync(path.join(folder, 'almanac.log'), 'utf8')).not.toMatch(/Anna|abcdef/);
  });

  it('does not throw when it cannot be written', () => {
    writeFileSync(path.join(folder, 'taken'), '');
    expect(() => new LogFile(path.join(folder, 'taken', 'logs')).write('shell', 'x')).not.toThrow();
  });
});
