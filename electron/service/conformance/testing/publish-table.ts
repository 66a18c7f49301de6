import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createDataset, deleteDataset } from '../../catalogue/records/datasets.ts';
import { findNamespace } from '../../catalogue/records/namespaces.ts';
import { publishVersion } from '../../operations/publish/publish.ts';
import type { Service } from '../../service.ts';
import type { ModelCell, ModelColumn, ModelTable } from './model/row-tables.ts';

/** Name of the column that numbers the rows. */
export const marker = 'row number';

/** What other programs write for a number that is missing, and is read as missing. */
const missingNumbers = ['null', 'NaN', '-Infinity'] as const;

function cellJson(cell: ModelCell, type: ModelColumn['type'], row: number): string {
  if (typeof cell === 'bigint') return String(cell);
  if (cell === null && type === 'float') return missingNumbers[row % missingNumbers.length] ?? 'null';
  return Object.is(cell, -0) ? '-0.0' : JSON.stringify(cell);
}

/**
 * Publishes a table with a column of row numbers; returns the path of its rows and a function that removes it. The types
 * of its dates and times are not given, because they would be plain text then.
 */
export async function publishTable(
  { deps, dataFolder }: Service,
  table: ModelTable,
): Promise<{ data: string; remove: () => Promise<void> }> {
  const { records } = deps.catalogue;
  const city = await findNamespace(records, 'city');
  const slug = `table-${process.hrtime.bigint()}`;
  const dataset = await createDataset(records, { namespaceId: city?.id ?? 0, slug, label: slug });
  const lines = table.rows.map((row, number) => {
    const members = table.columns.map(
      ({ name, type }, at) => `${JSON.stringify(name)}:${cellJson(row[at] ?? null, type, number)}`,
    );
    return `{${[...members, `"${marker}":${number}`].join(',')}}`;
  });
  const file = path.join(dataFolder, `${slug}.ndjson`);
  await writeFile(file, lines.join('\n'));
  const columns = table.columns.map(({ name, type, moment }) => ({
    source: name,
    ...(moment === undefined ? { type } : {}),
  }));
  const stored = await publishVersion(deps, dataset.id, { path: file, format: 'ndjson', columns });
  await rm(file);
  const marks = stored.columns.slice(0, -1).map(({ moment }) => moment);
  assert.deepEqual(
    marks,
    table.columns.map(({ moment }) => moment),
  );
  return {
    data: `/api/v1/namespaces/city/datasets/${slug}/data/`,
    remove: async () => {
      await deleteDataset(records, dataset.id);
      await deps.rows.remove(stored.key);
    },
  };
}
