import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openCatalogue } from '../../opening/catalogue-location.ts';
import { createDataset } from '../records/datasets.ts';
import { createNamespace } from '../records/namespaces.ts';
import { documentFile } from './sidecar-files.ts';
import { openSidecars } from './sidecars.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-sidecars-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('thousands of changes of one dataset are written once, and those of every other subject too', async () => {
  const { records, close } = await openCatalogue(folder);
  try {
    const namespace = await createNamespace(records, { slug: 'n', label: 'N' });
    const datasets: { readonly id: number; readonly slug: string }[] = [];
    for (let number = 0; number < 30; number += 1) {
      datasets.push(await createDataset(records, { namespaceId: namespace.id, slug: `d${number}`, label: 'D' }));
    }
    const notes = Array.from({ length: 3_000 }, (_, at) => datasets[at < 2_900 ? 0 : at % 30]?.id ?? 0);
    await records
      .insertInto('sidecar_changes')
      .values(notes.map((subject) => ({ kind: 'dataset' as const, subject, key: '' })))
      .execute();
    let statements = 0;
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await openSidecars(records.withPlugin(counting), folder, (error) => {
      throw error;
    }).flush();
    expect(await records.selectFrom('sidecar_changes').selectAll().execute()).toEqual([]);
    for (const { id, slug } of datasets) {
      expect(await readFile(documentFile(folder, 'dataset', id, ''), 'utf8')).toContain(`"${slug}"`);
    }
    // A few for each of about 32 subjects.
    expect(statements).toBeGreaterThan(32);
    expect(statements).toBeLessThan(500);
  } finally {
    await close();
  }
});

it('a document that cannot be written does not block others, and is written later', async () => {
  const { records, close } = await openCatalogue(folder);
  try {
    const namespace = await createNamespace(records, { slug: 'n', label: 'N' });
    const files: string[] = [];
    for (let number = 0; number < 5; number += 1) {
      const { id } = await createDataset(records, { namespaceId: namespace.id, slug: `d${number}`, label: 'D' });
      files.push(documentFile(folder, 'dataset', id, ''));
    }
    const [blocked = ''] = files;
    await mkdir(blocked, { recursive: true });
    const failures: unknown[] = [];
    const sidecars = openSidecars(records, folder, (error) => failures.push(error));
    await sidecars.flush();
    expect(failures).toEqual([expect.objectContaining({ code: 'EISDIR' })]);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    await rm(blocked, { recursive: true });
    await sidecars.flush();
    expect(await readFile(blocked, 'utf8')).toContain('"d0"');
    expect(await records.selectFrom('sidecar_changes').selectAll().execute()).toEqual([]);
  } finally {
    await close();
  }
});
