import { tableFormats } from '#shared/rpc/calls/statistics.ts';
import { base64Of, type Credits, csvText, type GroupTable } from '../../lib/groups/table-text.ts';
import { makeTable } from '../service/statistics.ts';
import { chooseTarget, writeChosenFile } from './files.ts';

/** A table for a file. */
interface NamedTable {
  /** Suggested file name, without extension. */
  readonly name: string;
  readonly table: GroupTable;
  readonly credits: Credits;
}

const formatNames = { xlsx: 'Excel', tsv: 'TSV', json: 'JSON', ndjson: 'NDJSON', parquet: 'Parquet' } as const;

/** Asks for a file and writes a table in the format that its extension names. @returns the path; null if cancelled */
export async function saveTable({ name, table, credits }: NamedTable, question: string): Promise<string | null> {
  const kinds = tableFormats.map((format) => ({ name: formatNames[format], extensions: [format] }));
  const target = await chooseTarget(question, `${name}.${tableFormats[0]}`, kinds);
  if (target === null) return null;
  const extension = /\.([a-z]+)$/i.exec(target)?.[1]?.toLowerCase();
  const format = tableFormats.find((one) => one === extension) ?? tableFormats[0];
  const csv = () => base64Of(csvText(table));
  await writeChosenFile(target, extension === 'csv' ? csv() : await makeTable(format, table, credits));
  return target;
}
