import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { usageOf } from './measure.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-measure-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, bytes: number): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), Buffer.alloc(bytes, 1));
}

describe.runIf(process.platform === 'linux')('What a process uses', () => {
  it('is its memory, and the disk of each kind of file', () => {
    write('catalogue.sqlite', 40_000);
    write('catalogue.sqlite-wal', 40_000);
    write('rows/versions/1/data.parquet', 200_000);
    write('rows/cache/1/rows/rows.bin', 400_000);
    write('uploads/x', 800_000);
    const { rss, pss, catalogue, versions, cache, others } = usageOf(process.pid, folder);
    expect(rss / process.memoryUsage.rss()).toBeCloseTo(1, 0);
    expect(pss).toBeGreaterThan(1e6);
    for (const [found, written] of [
      [catalogue, 80_000],
      [versions, 200_000],
      [cache, 400_000],
      [others, 800_000],
    ] as const) {
      expect(found).toBeGreaterThanOrEqual(written);
      expect(found).toBeLessThan(written + 20_000);
    }
  });

  it('grows by each open file, and by each process that it started', async () => {
    write('a', 1);
    const before = usageOf(process.pid, folder);
    const handles: FileHandle[] = [];
    for (let number = 0; number < 50; number += 1) handles.push(await open(path.join(folder, 'a')));
    const child = spawn('sleep', ['600']);
    try {
      await once(child, 'spawn');
      const after = usageOf(process.pid, folder);
      expect(after.handles - before.handles).toBeGreaterThanOrEqual(50);
      expect(after.processes - before.processes).toBe(1);
    } finally {
      child.kill();
      await Promise.all(handles.map((handle) => handle.close()));
    }
  });
});
