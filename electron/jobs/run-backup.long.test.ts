import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { publishNew } from '../service/operations/publish/publish-file.ts';
import { startService } from '../service/service.ts';
import type { JobDeps } from './job-deps.ts';
import { readBackup, runBackup, runRestore } from './run-backup.ts';

it('backs up and restores the store of the process that serves it, from its next start on', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-backup-job-'));
  const dataFolder = path.join(folder, 'data');
  try {
    const service = await startService({ dataFolder, prepareRows: false });
    let restored = 0;
    const deps = {
      ownService: async () => service,
      onRestored: () => {
        restored += 1;
      },
    } as unknown as JobDeps;
    const work = { id: 'x', signal: new AbortController().signal, report: () => {}, notice: () => {} };
    const target = path.join(folder, 'copy.tar');
    const source = { path: path.join(folder, 'rows.csv'), format: 'csv' } as const;
    await writeFile(source.path, 'a\n1\n');
    const place = (slug: string) => ({
      namespace: { slug, label: slug, published: true },
      dataset: { slug: 'd', label: 'D' },
    });
    await publishNew(service.deps, place('before'), source);
    expect(await runBackup(deps, { kind: 'backup', target }, work)).toMatchObject({ versions: 1, damaged: 0 });
    await publishNew(service.deps, place('after'), source);
    const contents = { source: target, namespaces: 1, datasets: 1, versions: 1, damaged: 0, isOwn: true };
    expect(await readBackup(deps, target)).toMatchObject({ ...contents, withSettings: false });
    await expect(readBackup(deps, source.path)).rejects.toThrow(/no backup/);
    await expect(readBackup(deps, path.join(folder, 'nowhere'))).rejects.toThrow(/no backup/);
    await expect(runRestore(deps, { kind: 'restore', source: source.path }, work)).rejects.toThrow(/no backup/);
    const { aside } = await runRestore(deps, { kind: 'restore', source: target }, work);
    expect(restored).toBe(1);
    // Until then nothing has changed.
    const listed = async (url: string) => await (await fetch(`${url}api/v1/namespaces/`)).text();
    expect(await listed(service.url)).toContain('"after"');
    await service.close();
    const again = await startService({ dataFolder, prepareRows: false });
    try {
      expect(await listed(again.url)).toContain('"before"');
      expect(await listed(again.url)).not.toContain('"after"');
    } finally {
      await again.close();
    }
    expect(await readdir(aside)).toContain('catalogue.sqlite');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
