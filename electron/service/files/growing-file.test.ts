import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GrowingFile } from './growing-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-growing-'));
});
afterEach(() => rm(folder, { recursive: true }));

const ignore = () => {};

describe('a growing file', () => {
  it('has the checksum of everything that was appended', async () => {
    const path = join(folder, 'grows');
    const growing = new GrowingFile(path);
    const hash = createHash('sha256');
    growing.tick();
    for (let piece = 0; piece < 40; piece += 1) {
      const bytes = randomBytes(piece * 50_000);
      hash.update(bytes);
      await appendFile(path, bytes);
      growing.tick();
    }
    expect(await growing.complete(undefined, ignore)).toBe(hash.digest('hex'));
  });

  it('that is small is read when it is complete', async () => {
    const path = join(folder, 'small');
    await appendFile(path, 'abc');
    const checksum = await new GrowingFile(path).complete(undefined, ignore);
    expect(checksum).toBe(createHash('sha256').update('abc').digest('hex'));
  });

  it('is read again if it was modified otherwise', async () => {
    const path = join(folder, 'shrinks');
    const growing = new GrowingFile(path);
    await appendFile(path, 'abcdef');
    growing.tick();
    await growing.discard();
    await truncate(path, 3);
    expect(await growing.complete(undefined, ignore)).toBe(createHash('sha256').update('abc').digest('hex'));
  });

  it('stops being read when the work is cancelled', async () => {
    const path = join(folder, 'cancelled');
    const growing = new GrowingFile(path);
    await appendFile(path, 'abc');
    growing.tick();
    const cancelled = AbortSignal.abort(new Error('enough'));
    await expect(growing.complete(cancelled, ignore)).rejects.toThrow('enough');
  });
});
