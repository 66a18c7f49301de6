import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findStoredVersion } from './catalogue/records/versions.ts';
import { startService } from './service.ts';

const rounds = 3;

/** Publishes in another process until some versions are acknowledged, and kills it in the middle of the next one. */
async function publishAndKill(folder: string, csv: string, delay: number): Promise<string[]> {
  const script = path.join(import.meta.dirname, 'conformance/testing/publish-for-test.ts');
  const child = fork(script, [folder, csv], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const acknowledged: string[] = [];
  child.on('message', (slug) => acknowledged.push(String(slug)));
  const [first] = await once(child, 'message');
  expect(first).toMatch(/^\d{20}$/);
  // The progress of the next version at the kill differs in every round.
  await new Promise((resolve) => setTimeout(resolve, delay));
  child.kill('SIGKILL');
  await once(child, 'exit');
  return acknowledged;
}

it(`kill -9 while publishing, ${rounds} times: acknowledged versions are complete, and nothing else exists`, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-crash-'));
  try {
    const csv = path.join(folder, 'rows.csv');
    const lines = Array.from({ length: 60_000 }, (_, row) => `${row},name ${row},${row / 7}`);
    await writeFile(csv, `a,b,c\n${lines.join('\n')}\n`);
    const acknowledged: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      acknowledged.push(...(await publishAndKill(folder, csv, 40 + round * 90)));
      const service = await startService({ dataFolder: folder });
      try {
        const { records } = service.deps.catalogue;
        const versions = await records.selectFrom('versions').selectAll().execute();
        expect(versions.map((version) => version.state)).toEqual(versions.map(() => 'ready'));
        for (const slug of acknowledged) expect(versions.map((version) => version.slug)).toContain(slug);
        for (const { dataset_id: dataset, slug } of versions) {
          const stored = await findStoredVersion(records, dataset, slug);
          expect(stored).not.toBeNull();
          if (stored !== null) expect([slug, await service.deps.rows.verify(stored, {})]).toEqual([slug, 'verified']);
        }
        const address = `${service.url}api/v1/namespaces/n/datasets/d/data/?limit=1&offset=59999`;
        expect(await (await fetch(address)).text()).toContain('"count":60000');
        // Derived files may be being rebuilt; no stored file may be incomplete.
        const kept = (await readdir(folder, { recursive: true })).filter((name) => !name.startsWith('rows/cache'));
        expect(kept.filter((name) => name.endsWith('.part'))).toEqual([]);
      } finally {
        await service.close();
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
