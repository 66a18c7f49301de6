import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import wkx from 'wkx';
import { type ColumnType, columnTypes } from '#shared/api/column.ts';
import type { Row } from '#shared/cell.ts';
import { openRemoteService } from '../connector/discovery/open-service.ts';
import { sampleColumns, sampleRows } from '../connector/testing/sample-rows.ts';
import { describeSource } from '../connector/testing/source-suite.ts';
import { createDataset } from '../service/catalogue/records/datasets.ts';
import { createNamespace } from '../service/catalogue/records/namespaces.ts';
import { publishVersion } from '../service/operations/publish/publish.ts';
import { type Service, startService } from '../service/service.ts';

function isColumnType(type: string): type is ColumnType {
  return columnTypes.some((known) => known === type);
}

function cellsOf(row: Row): string[] {
  return row.map((cell) => {
    if (cell === null) return '';
    return typeof cell === 'object' ? wkx.Geometry.parseGeoJSON(structuredClone(cell)).toWkt() : String(cell);
  });
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (cell === '' ? '' : `"${cell.replaceAll('"', '""')}"`)).join(',')}\n`;
}

/** Publishes the suite's rows to this service. */
async function fill({ deps }: Service, folder: string): Promise<void> {
  const { records } = deps.catalogue;
  const city = await createNamespace(records, { slug: 'city', label: 'City', description: '', published: true });
  const made = { namespaceId: city.id, description: '' };
  const dataset = await createDataset(records, { ...made, slug: 'everything', label: 'Everything' });
  await createDataset(records, { ...made, slug: 'nothing', label: 'Nothing' });
  const file = path.join(folder, 'everything.csv');
  await writeFile(file, [sampleColumns.map(({ name }) => name), ...sampleRows.map(cellsOf)].map(csvLine).join(''));
  const columns = sampleColumns.map(({ name, type }) => ({
    source: name,
    type: isColumnType(type) ? type : ('char' as const),
  }));
  await publishVersion(deps, dataset.id, { path: file, format: 'csv', columns });
}

/** The same suite as for every variant of a remote service: the window cannot tell them apart. */
describeSource('the local one', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-local-'));
  const service = await startService({ dataFolder: path.join(folder, 'data') });
  await fill(service, folder);
  return {
    url: service.url,
    async close() {
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});

test('a dataset that was opened while empty has its rows once its first version is announced', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-local-'));
  const service = await startService({ dataFolder: path.join(folder, 'data') });
  const reader = await openRemoteService(service.url, null);
  try {
    const { records } = service.deps.catalogue;
    const city = await createNamespace(records, { slug: 'city', label: 'City', description: '', published: true });
    const made = { namespaceId: city.id, description: '', slug: 'towns', label: 'Towns' };
    const dataset = await createDataset(records, made);
    const file = path.join(folder, 'towns.csv');
    await writeFile(file, 'code,name\n0101,Bergen\n0102,Voss\n');
    const name = { namespace: 'city', dataset: 'towns' };
    const seen = async () => {
      const details = await reader.source.readDataset(name);
      return { rows: details.rows, columns: details.dataset.columns.length };
    };
    // Asked again and again, like a window that is notified of every change: the last answer must be the last state.
    expect(await seen()).toEqual({ rows: 0, columns: 0 });
    const whole = publishVersion(service.deps, dataset.id, { path: file, format: 'csv' });
    const early = [seen(), seen()];
    await whole;
    const reported = seen();
    await Promise.all(early);
    expect(await reported).toEqual({ rows: 2, columns: 2 });
  } finally {
    await reader.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
});
