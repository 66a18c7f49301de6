import { open, rename, rm } from 'node:fs/promises';
import type { BadValueRecord } from '#shared/rpc/jobs.ts';
import { rowEncoder } from './export/row-encoder.ts';

const columns = [
  { name: 'row', type: 'integer' },
  { name: 'line', type: 'integer' },
  { name: 'column', type: 'text' },
  { name: 'value', type: 'text' },
  { name: 'message', type: 'text' },
];

/** Writes bad values to a CSV file of the person's: whole, or not at all. */
export async function saveBadValues(values: readonly BadValueRecord[], target: string): Promise<void> {
  const encoder = rowEncoder({ format: 'csv', columns });
  const part = `${target}.part`;
  const file = await open(part, 'w');
  try {
    const rows = values.map(({ row, line, column, value, message }) => [row, line, column, value, message]);
    await file.writeFile(encoder.start + rows.map((row) => encoder.row(row)).join(''));
    await file.sync();
    await file.close();
    await rename(part, target);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}
