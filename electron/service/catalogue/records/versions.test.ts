import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CompiledQuery } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publishTo } from '../../operations/publish/publish-file.ts';
import { type Service, startService } from '../../service.ts';
import { catalogueFile } from '../database/catalogue-file.ts';
import { isShared } from '../database/dialect.ts';
import { openLibsql } from '../database/libsql-database.ts';
import { findStoredVersion, listVersions } from './versions.ts';

let folder = '';
let service: Service;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-versions-'));
  service = await startService({ dataFolder: path.join(folder, 'data'), prepareRows: false });
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a version that is deleted while it is read', () => {
  async function publish(text: string): Promise<void> {
    const file = path.join(folder, 'rows.csv');
    await writeFile(file, text);
    const record = async () => ({ namespace: { slug: 'n', label: 'N' }, dataset: { slug: 'd', label: 'D' } });
    await publishTo(service.deps, { namespace: 'n', dataset: 'd' }, record, { path: file, format: 'csv' }, {});
  }

  /** Through another connection: the query that reads has the only one to a file. */
  async function deleteNewest(): Promise<void> {
    const { records } = service.deps.catalogue;
    const statement = 'delete from versions where slug = (select max(slug) from versions)';
    if (isShared(records)) {
      await records.executeQuery(CompiledQuery.raw(statement));
      return;
    }
    const other = openLibsql(path.join(folder, 'data', catalogueFile));
    other.exec(statement);
    other.close();
  }

  /** The records, of which another process deletes the newest version as soon as it was read for the first time. */
  function deletingNewest() {
    let isDeleted = false;
    return service.deps.catalogue.records.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (isDeleted || !('checksum' in (result.rows[0] ?? {}))) return result;
        isDeleted = true;
        await deleteNewest();
        return result;
      },
    });
  }

  it('is missing', async () => {
    await publish('a\n1\n');
    const [newest] = await listVersions(service.deps.catalogue.records, [1]);
    expect(await findStoredVersion(deletingNewest(), 1, newest?.slug)).toBeNull();
  });

  it('is the one before it if none was named', async () => {
    await publish('a\n1\n');
    await publish('b,c\n1,2\n');
    const found = await findStoredVersion(deletingNewest(), 1);
    expect(found?.columns.map(({ name }) => name)).toEqual(['a']);
  });
});
