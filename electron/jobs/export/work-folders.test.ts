import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeTextDurably } from '../../lib/durable-file.ts';
import { openWorkFolders } from './work-folders.ts';

/** What this process has open below a folder (Linux). */
async function openBelow(folder: string): Promise<string[]> {
  const names = await readdir('/proc/self/fd').catch(() => []);
  const paths = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return paths.filter((one) => one.startsWith(folder));
}

test.each([1, 2])('a folder whose record cannot be written (%i) is not left behind, nor left open', async (write) => {
  const home = await mkdtemp(path.join(tmpdir(), 'almanac-work-'));
  try {
    let left = write;
    const folders = openWorkFolders(path.join(home, 'notes'), async (...text) => {
      await writeTextDurably(...text);
      left -= 1;
      if (left <= 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    });
    await expect(folders.open('a1', path.join(home, 'rows.csv'), false)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readdir(home)).toEqual(['notes']);
    expect(await readdir(path.join(home, 'notes'))).toEqual([]);
    expect(await openBelow(home)).toEqual([]);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});
