import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type StatedCodes, statedCodes } from '#shared/codes/stated-codes.ts';
import { explain } from '#shared/failures.ts';
import { unusedName } from '#shared/text/unused-name.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import { uniqueNames } from '../../columns/plan-columns.ts';
import { IngestError, type ReadingOptions } from '../../reading.ts';
import { unpackedPath } from '../archive/unpack.ts';
import type { Beginning, Format, Scratch } from '../format.ts';
import { projectionOf } from '../json/geometry/coordinate-system.ts';
import { placedFeature, placedRecord } from '../json/record-writer.ts';
import { projectBinary } from '../parquet/projected-geometry.ts';
import { assertWritable, examinedRecords, openRecords, type WrittenRecords } from '../written-records.ts';
import { type OpenStated, type StatedFile, type StatedTable, type StatedValue, withDamage } from './stated-table.ts';

/** The format of files that declare the columns and values of their tables. */
export function statedFormat(recognise: Format['recognise'], open: OpenStated): Format {
  return {
    recognise,
    async plan(asked, _head, _encoding, { folder, work }) {
      const path = await unpackedPath(asked, folder, work);
      const target = join(folder, 'head');
      const written = await writeTable(open, { ...asked, path }, target, { folder, work }, examinedRecords);
      const { title, sheets, sheet, labels, ...records } = written;
      const beginning: Beginning = {
        copy: target,
        whole: written.records < examinedRecords,
        written: records,
        sheets,
        ...(sheet !== undefined && { sheet }),
        ...(title !== undefined && { title }),
        labels,
      };
      return { encoding: null, layout: { kind: 'stated' }, beginning, names: null };
    },
    async read(session, plan, beginning, { folder, work }) {
      if (beginning?.written !== undefined)
        return openRecords(session, plan.path, { ...beginning.written, notes: [] }, plan);
      const target = join(folder, 'records.ndjson');
      return openRecords(session, target, await writeTable(open, plan, target, { folder, work }), plan);
    },
  };
}

interface WrittenTable extends WrittenRecords {
  readonly title?: string;
  readonly sheets: readonly string[];
  readonly sheet?: string;
  readonly labels: NonNullable<Beginning['labels']>;
}

/** Writes the records of the chosen table for the reader of JSON lines. @throws {IngestError} */
async function writeTable(
  open: OpenStated,
  { path, sheet, crs }: Pick<ReadingOptions, 'path' | 'sheet' | 'crs'>,
  target: string,
  { folder, work }: Scratch,
  most = Number.POSITIVE_INFINITY,
): Promise<WrittenTable> {
  return withDamage(async () => {
    const file = await open(path, folder);
    try {
      const position = chosenTable(file, sheet);
      const table = await file.read(position);
      const system = crs === undefined ? table.geometry : { name: crs };
      const counted = { records: 0 };
      const lines = Readable.from(linesOf(table, system, counted, work, most));
      await pipeline(lines, createWriteStream(target), work.signal ? { signal: work.signal } : {});
      const name = file.names[position];
      return {
        records: counted.records,
        names: namesOf(table).flatMap(({ name: own, meaning }) => (meaning === undefined ? [own] : [own, meaning])),
        hasGeometry: table.geometry !== undefined,
        notes: table.notes ?? [],
        sheets: file.names,
        labels: labelsOf(table),
        codes: codesOf(table),
        ...(name !== undefined && { sheet: name }),
        ...(table.title !== undefined && { title: table.title }),
      };
    } finally {
      file.close?.();
    }
  });
}

function chosenTable({ names }: StatedFile, sheet: string | undefined): number {
  if (sheet === undefined || names.length === 0) return 0;
  const position = names.indexOf(sheet);
  if (position < 0) throw new IngestError(explain('no-sheet', { sheet }));
  return position;
}

/** The names of the columns, each with that of the one beside it that has the meanings of its codes. */
function namesOf({ columns }: StatedTable): readonly { readonly name: string; readonly meaning?: string }[] {
  const names = uniqueNames(columns.map(({ name }, at) => name || `column${at + 1}`));
  const taken = new Set(names);
  return columns.map(({ meanings }, at) => {
    const name = names[at] ?? '';
    if (meanings === undefined || meanings.size === 0) return { name };
    const meaning = unusedName(`${name}_label`, taken);
    taken.add(meaning);
    return { name, meaning };
  });
}

function labelsOf(table: StatedTable): WrittenTable['labels'] {
  const names = namesOf(table);
  return table.columns.flatMap(({ label = '' }, at) =>
    label.trim() === '' ? [] : [{ source: names[at]?.name ?? '', description: label.trim() }],
  );
}

function codesOf(table: StatedTable): readonly StatedCodes[] {
  const names = namesOf(table);
  return table.columns.flatMap(({ meanings }, at) =>
    meanings === undefined || meanings.size === 0 ? [] : [statedCodes(names[at]?.name ?? '', meanings)],
  );
}

async function* linesOf(
  table: StatedTable,
  system: StatedTable['geometry'],
  counted: { records: number },
  work: LongWork,
  most: number,
): AsyncGenerator<string> {
  const project = system == null ? null : await projectionOf(system);
  const names = namesOf(table).map(({ name, meaning }) => ({
    key: `${JSON.stringify(name)}:`,
    meaningKey: meaning === undefined ? null : `,${JSON.stringify(meaning)}:`,
  }));
  const { columns, geometry } = table;
  let bytes = 0;
  for await (const block of table.records) {
    work.signal?.throwIfAborted();
    const lines: string[] = [];
    for (const record of block) {
      if (counted.records === most) break;
      counted.records += 1;
      const members = names.map(({ key, meaningKey }, at) => {
        const value = record[at] ?? null;
        const own = key + valueJson(value);
        if (meaningKey === null) return own;
        return `${own}${meaningKey}${JSON.stringify(value === null ? null : (columns[at]?.meanings?.get(String(value)) ?? null))}`;
      });
      const properties = `{${members.join(',')}}`;
      if (geometry === undefined) lines.push(placedRecord(counted.records, counted.records, properties));
      else {
        const found = record[columns.length];
        const binary = typeof found === 'string' && project !== null ? projectBinary(found, project) : (found ?? null);
        lines.push(placedFeature(counted.records, binary as string | null, properties));
      }
    }
    const text = lines.join('');
    bytes += text.length;
    assertWritable(bytes);
    yield text;
    if (counted.records === most) return;
    work.onProgress?.({ phase: 'reading-file', rows: counted.records, bytes: 0, fraction: null });
  }
}

function valueJson(value: StatedValue): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return 'null';
  return typeof value === 'boolean' ? `"${value}"` : JSON.stringify(value);
}
