import { writeFile } from 'node:fs/promises';
import { englishText } from '#shared/english/english-text.ts';
import type { BadValue } from '#shared/rpc/bad-value.ts';
import { writeUserFile } from '../lib/user-file.ts';
import { rowEncoder } from './export/row-encoder.ts';

const columns = [
  { name: 'line', type: 'integer' },
  { name: 'record', type: 'integer' },
  { name: 'column', type: 'text' },
  { name: 'value', type: 'text' },
  { name: 'message', type: 'text' },
];

/** Writes bad values to a CSV file of the user's, atomically. */
export async function saveBadValues(values: readonly BadValue[], target: string): Promise<void> {
  const encoder = rowEncoder({ format: 'csv', columns });
  const rows = values.map(({ row, line, column, value, reason }) => [line, row, column, value, englishText(reason)]);
  const text = encoder.start + rows.map((row) => encoder.row(row)).join('');
  await writeUserFile(target, (part) => writeFile(part, text));
}
