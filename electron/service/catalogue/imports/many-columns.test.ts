import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openCatalogue } from '../../opening/catalogue-location.ts';
import { createDataset, noteColumns } from '../records/datasets.ts';
import { createNamespace } from '../records/namespaces.ts';
import { columnsOfDatasets, findStoredVersion } from '../records/versions.ts';
import { finishImport, insertImport } from './imports.ts';

it('thousands of columns keep their order, and the labels that they have now', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-columns-'));
  const { records, close } = await openCatalogue(folder);
  try {
    const { id: namespaceId } = await createNamespace(records, { slug: 'n', label: 'N' });
    const { id } = await createDataset(records, { namespaceId, slug: 'd', label: 'D' });
    const begun = await insertImport(records, id, undefined);
    const columns = Array.from({ length: 4501 }, (_, at) => ({
      name: `c${(at * 7919) % 4501}`,
      type: at % 2 === 0 ? ('integer' as const) : ('char' as const),
      size: at % 2 === 0 ? 8 : at % 256,
    }));
    const stored = {
      key: begun.key,
      checksum: '0'.repeat(64),
      rows: 1,
      bytes: 1,
      columns,
      conversions: [],
      rejected: 0,
    };
    await finishImport(records, begun, stored, { metadata: '', columns: [{ name: 'c5', label: 'Five' }] });
    expect((await findStoredVersion(records, id))?.columns).toEqual(columns);
    const described = async () => (await columnsOfDatasets(records, [id])).get(id) ?? [];
    expect((await described()).map(({ name, type, size }) => ({ name, type, size }))).toEqual(columns);
    const labelOf = async (expected: string) => (await described()).find(({ name }) => name === expected)?.label;
    expect([await labelOf('c5'), await labelOf('c6')]).toEqual(['Five', 'c6']);
    await noteColumns(records, id, [{ name: 'c6', label: 'Six' }]);
    expect([await labelOf('c5'), await labelOf('c6')]).toEqual(['Five', 'Six']);
  } finally {
    close();
    await rm(folder, { recursive: true, force: true });
  }
});
