import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { caseCount, seed } from '../../electron/lib/testing/tier.ts';
import type { StoredVersion } from '../../electron/service/files/stored-version.ts';
import { openRowStore } from '../../electron/service/opening/open-row-store.ts';

const rounds = caseCount(2, 10);
const rows = 300_000;

/** Opens the store as at start-up. @returns the versions whose end was recorded, and what is wrong with the files */
async function lookAt(folder: string): Promise<{ versions: number; faults: string[] }> {
  const names = await readdir(folder);
  const texts = await Promise.all(
    names.filter((name) => name.startsWith('done-')).map((name) => readFile(path.join(folder, name), 'utf8')),
  );
  // One that was being written when the process was killed records nothing.
  const versions = texts.filter((text) => text.endsWith('}')).map((text) => JSON.parse(text) as StoredVersion);
  const store = await openRowStore(path.join(folder, 'store'));
  const faults: string[] = [];
  try {
    await store.keepOnly(new Set(versions.map(({ key }) => key)));
    for (const version of versions) {
      const verdict = await store.verify(version, {});
      if (verdict !== 'verified') faults.push(`${version.key} is ${verdict}`);
    }
  } finally {
    await store.close();
  }
  const left = await readdir(folder, { recursive: true });
  faults.push(
    ...left.filter((name) => /\.part|tmp_|unfinished\/|spill\//.test(name) && !name.startsWith('export.csv')),
  );
  return { versions: versions.length, faults };
}

test(`the row store, killed ${rounds} times while it imports, sorts and exports, loses and leaves nothing`, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-row-store-'));
  const random = seededRandom(seed);
  try {
    const source = path.join(folder, 'rows.csv');
    const lines = Array.from({ length: rows }, (_, row) => `${row},name ${(row * 7919) % rows},${row / 8}`);
    await writeFile(source, `id,name,value\n${lines.join('\n')}\n`);
    let versions = 0;
    let roundMs = 0;
    for (let round = 0; round < rounds; round += 1) {
      const child = fork(path.join(import.meta.dirname, 'row-store-work-for-test.ts'), [folder, source]);
      const ended = once(child, 'exit');
      await once(child, 'message');
      const started = performance.now();
      // The first one ends a round of its work, which says how long one takes on this machine.
      if (round === 0) await once(child, 'message');
      else await sleep(random() * 1.5 * roundMs);
      if (round === 0) roundMs = performance.now() - started;
      child.kill('SIGKILL');
      await ended;
      const found = await lookAt(folder);
      expect(found.faults).toEqual([]);
      versions = found.versions;
    }
    expect(versions).toBeGreaterThan(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
