import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { statedCodes } from '#shared/codes/stated-codes.ts';
import { explain } from '#shared/failures.ts';
import { unusedName } from '#shared/text/unused-name.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import { IngestError, type PlannedEncoding } from '../../reading.ts';
import type { DetectedEncoding } from '../../values/encoding/detect-encoding.ts';
import { findInvalidText } from '../../values/encoding/file-encoding.ts';
import { plannedEncoding, toUtf8, type Utf8Text } from '../../values/encoding/to-utf8.ts';
import { unpackedPath } from '../archive/unpack.ts';
import { readBeginning } from '../file-bytes.ts';
import type { Format } from '../format.ts';
import { yearsOrTexts } from '../json/raw-values.ts';
import { placedRecord } from '../json/record-writer.ts';
import { examinedRecords, openRecords, type WrittenRecords, writeRecords } from '../written-records.ts';
import { cellOf, PxCutter, type PxText, PxWalk } from './px-cells.ts';
import { codePageOf, isPx, type PxHeader, PxHeaderReader, type PxVariable } from './px-header.ts';

/** PC-Axis: a cube of values with the texts of its variables. */
export const pxFormat: Format = {
  recognise: (_head, text) => (isPx(text.toString('utf8')) ? 'px' : null),
  async plan(asked, _head, detected, { folder, work }) {
    const file = await unpackedPath(asked, folder, work);
    const encoding = await pxEncodingOf(file, detected, work);
    const path = join(folder, 'head');
    const from = { path: file, encoding: plannedEncoding(asked.encoding, encoding) };
    const { title, ...written } = await writePxRecords(from, folder, path, work, examinedRecords);
    const whole = written.records < examinedRecords;
    return {
      encoding,
      layout: { kind: 'stated' },
      beginning: { copy: path, whole, written, title },
      names: null,
    };
  },
  async read(session, plan, beginning, { folder, work }) {
    if (beginning?.written !== undefined)
      return openRecords(session, plan.path, { ...beginning.written, notes: [] }, plan);
    const path = join(folder, 'records.ndjson');
    const from = { path: plan.path, encoding: plan.decided.encoding };
    return openRecords(session, path, await writePxRecords(from, folder, path, work), plan);
  },
};

const beginningBytes = 1 << 16;

/**
 * The encoding of a PC-Axis file: UTF-8 if all of it is, because some programs state another one then; otherwise the
 * one that it states, or the one that its letters suggest.
 * @param detected what its bytes suggest
 */
export async function pxEncodingOf(
  path: string,
  detected: DetectedEncoding,
  work: LongWork,
): Promise<DetectedEncoding> {
  if (detected.mark > 0) return detected;
  const invalid = await findInvalidText(path, work);
  const sure = { mark: 0, unsure: false, alternatives: [] };
  if (invalid === null) return { name: 'utf-8', ...sure };
  const { bytes } = await readBeginning(path, beginningBytes);
  const stated = codePageOf(bytes.toString('latin1'));
  if (stated !== null && iconv.encodingExists(stated)) return { name: stated.toLowerCase(), ...sure };
  return invalid.encoding ?? detected;
}

/**
 * Writes a record for each cell of a PC-Axis table to `target`, for the reader of JSON lines: the code of each variable
 * and its text if that differs, the unit if units differ, the value, and the symbol that stands for a missing one.
 * @param scratch for the text in UTF-8
 * @param most number of records to write, for a preview; all cells are examined
 * @throws {IngestError} if the cells do not fit the variables
 */
export async function writePxRecords(
  { path, encoding }: { readonly path: string; readonly encoding: PlannedEncoding },
  scratch: string,
  target: string,
  work: LongWork,
  most = Number.POSITIVE_INFINITY,
): Promise<WrittenRecords & { readonly title: string }> {
  const text = await toUtf8(path, encoding, scratch, work);
  const table: PxTable = { records: 0, header: null, columns: null };
  await writeRecords(target, recordsOf(text, table, most, work), work);
  const { records, header, columns } = table;
  if (header === null || columns === null) throw new IngestError(explain('px-no-data'));
  const notes = [
    ...(text.note === null ? [] : [text.note]),
    explain('px-table'),
    ...(header.unit === '' || header.units !== null ? [] : [explain('px-unit', { unit: header.unit })]),
    ...(header.keys === null ? [] : [explain('px-rows-left-out')]),
  ];
  const codes = [...header.stub, ...header.heading].flatMap(({ name, codes: own, labels }) =>
    labels === null
      ? []
      : [
          statedCodes(
            name,
            own.map((code, at) => [code, labels[at] ?? '']),
          ),
        ],
  );
  return { records, names: columns.names, notes, title: header.title, codes };
}

/** The texts of the data, several at a time; `reader` then has the header. */
async function* dataTexts(text: Utf8Text, reader: PxHeaderReader, work: LongWork): AsyncGenerator<readonly PxText[]> {
  const decoder = new TextDecoder('utf-8');
  let cutter: PxCutter | null = null;
  for await (const piece of createReadStream(text.path, { highWaterMark: 1 << 18 })) {
    work.signal?.throwIfAborted();
    const part = decoder.decode(piece as Buffer, { stream: true });
    if (cutter !== null) {
      yield cutter.take(part);
      continue;
    }
    const data = reader.take(part);
    if (data === null) continue;
    cutter = new PxCutter(data.line);
    yield cutter.take(data.rest);
  }
  if (cutter === null) throw new IngestError(explain('px-no-data'));
  yield cutter.end();
}

/** What is known once its cells have begun, and the number of records so far. */
interface PxTable {
  records: number;
  header: PxHeader | null;
  columns: PxColumns | null;
}

/** The columns of the records, with the JSON of all members that follow from the place of a cell. */
interface PxColumns {
  readonly names: readonly string[];
  /** For each variable the members of each of its codes. */
  readonly members: readonly (readonly string[])[];
  readonly value: string;
  readonly status: string;
}

function columnsOf({ stub, heading, units }: PxHeader): PxColumns {
  const variables = [...stub, ...heading];
  const taken = new Set(variables.map(({ name }) => name));
  const own = (wanted: string) => {
    const name = unusedName(wanted, taken);
    taken.add(name);
    return name;
  };
  const names: string[] = [];
  const members = variables.map((variable) => {
    const { name, codes, labels } = variable;
    const columns: (readonly [string, readonly string[]])[] = [[name, codesJson(variable)]];
    if (labels !== null) columns.push([own(`${name}_label`), labels.map((label) => JSON.stringify(label))]);
    if (units?.variable === name) columns.push([own('unit'), units.ofCodes.map((unit) => JSON.stringify(unit))]);
    names.push(...columns.map(([column]) => column));
    return codes.map((_, at) => columns.map(([column, values]) => `${JSON.stringify(column)}:${values[at]},`).join(''));
  });
  const [value, status] = [own('value'), own('status')];
  return { names: [...names, value, status], members, value: JSON.stringify(value), status: JSON.stringify(status) };
}

/** Years are numbers where they can hardly be anything else. */
function codesJson({ codes, labels, isTime }: PxVariable): readonly string[] {
  return labels === null || isTime ? yearsOrTexts(codes) : codes.map((code) => JSON.stringify(code));
}

async function* recordsOf(text: Utf8Text, table: PxTable, most: number, work: LongWork): AsyncGenerator<string> {
  const reader = new PxHeaderReader();
  let walk: PxWalk | null = null;
  for await (const texts of dataTexts(text, reader, work)) {
    table.header ??= reader.header();
    table.columns ??= columnsOf(table.header);
    walk ??= new PxWalk(table.header);
    const { members, value: valueName, status: statusName } = table.columns;
    const made: string[] = [];
    for (const one of texts) {
      if (!walk.take(one)) continue;
      const { value, status } = cellOf(one, table.header.symbols);
      // A preview too finds what is wrong with the other cells.
      if (table.records === most) continue;
      table.records += 1;
      let place = '';
      for (let at = 0; at < members.length; at += 1) place += members[at]?.[walk.place[at] ?? 0] ?? '';
      made.push(placedRecord(one.line, table.records, `{${place}${valueName}:${value},${statusName}:${status}}`));
    }
    yield made.join('');
    work.onProgress?.({ phase: 'reading-file', rows: table.records, bytes: 0, fraction: null });
  }
  walk?.assertWhole();
}
