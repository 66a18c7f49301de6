import { appendFile, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { explain } from '#shared/failures.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import { assertPoint, storedName, uniqueNames } from '../../columns/plan-columns.ts';
import type { NormalisedText } from '../../formats/delimited/normalise-text.ts';
import { openStrips } from '../../formats/delimited/open-delimited.ts';
import { jsonRelation } from '../../formats/json/open-json.ts';
import { eachMember, membersOf } from '../../formats/json/raw-values.ts';
import { readText } from '../../formats/json/read-text.ts';
import { recordMembers } from '../../formats/json/record-writer.ts';
import type { JsonField, JsonLines, OpenedTable, Relation } from '../../formats/relation.ts';
import { IngestError, type Plan } from '../../reading.ts';

/** Number of columns of a text that the engine reads at once. */
export const columnsOfStrip = 200;
/** Minimum number of columns of a text that is read in strips. */
const wideColumns = 500;

/** Whether a file has enough columns to be read in strips. */
export function isWide({ dialect, relation }: OpenedTable): boolean {
  const mayBeCut = dialect !== null || relation.lines !== undefined || relation.form === 'parquet';
  return mayBeCut && relation.columns.length >= wideColumns;
}

/** Some columns of a wide file. */
export interface WideStrip {
  readonly opened: OpenedTable;
  /** The options for these columns. */
  readonly file: Plan;
}

export interface WideStrips {
  readonly folder: string;
  /** The names of all columns, including omitted ones. */
  readonly names: readonly string[];
  readonly strips: readonly WideStrip[];
  readonly text: Pick<NormalisedText, 'broken' | 'leftOut' | 'notes'>;
}

/**
 * Cuts a wide file into strips of columns, each with all records: texts are rewritten for it.
 * @param scratch a folder that the caller removes
 * @throws {IngestError} if a requested column does not exist
 */
export async function openWide(opened: OpenedTable, file: Plan, scratch: string, work: LongWork): Promise<WideStrips> {
  const folder = await mkdtemp(join(scratch, 'strips-'));
  const names = uniqueNames(opened.relation.columns.map(({ name }) => name));
  const requested = stripsOf(file, names);
  const positions = requested.map((strip) => strip.positions);
  const { strips, text } = await stripsAt(opened, file, positions, names, folder, work);
  return {
    folder,
    names,
    strips: strips.map((strip, at) => ({
      opened: openedStrip(opened, strip),
      file: requested[at]?.file ?? file,
    })),
    text,
  };
}

/** A file of some of the columns. */
interface StripFile {
  readonly path: string;
  readonly relation: Relation;
}

async function stripsAt(
  { dialect, path, relation, broken }: OpenedTable,
  file: Plan,
  positions: readonly (readonly number[])[],
  names: readonly string[],
  folder: string,
  work: LongWork,
): Promise<{ readonly strips: readonly StripFile[]; readonly text: WideStrips['text'] }> {
  if (dialect !== null) return openStrips(file, { path, dialect }, positions, names, folder, work);
  const noText = { broken: broken ?? noBrokenRecords, leftOut: [], notes: [] };
  if (relation.form === 'parquet') {
    const columnsAt = (strip: readonly number[]) => strip.flatMap((position) => relation.columns[position] ?? []);
    const strips = positions.map((strip) => {
      return { path, relation: { ...relation, columns: columnsAt(strip), conversions: [] } };
    });
    return { strips, text: noText };
  }
  if (relation.lines === undefined) throw new Error('The columns of this file cannot be read apart.');
  const strips = await openJsonStrips(path, relation.lines, positions, folder, work);
  return { strips, text: noText };
}

const noBrokenRecords = { count: 0, first: [], hopeless: false };

interface RequestedStrip {
  readonly positions: readonly number[];
  readonly file: Plan;
}

/** Assigns columns and their options to strips. An omitted column is in none. */
function stripsOf({ point, columns = [], ...file }: Plan, names: readonly string[]): RequestedStrip[] {
  const known = new Map(names.map((name, position) => [name, position]));
  const positionOf = (name: string) => {
    const position = known.get(storedName(name));
    if (position === undefined) throw new IngestError(explain('file-has-no-column', { column: name }));
    return position;
  };
  const overrides = new Map(columns.map((override) => [positionOf(override.source), override]));
  const kept = names.flatMap((_, position) => (overrides.get(position)?.drop ? [] : [position]));
  const strips: RequestedStrip[] = [];
  for (let at = 0; at < kept.length; at += columnsOfStrip) {
    const positions = kept.slice(at, at + columnsOfStrip);
    const own = positions.flatMap((position) => overrides.get(position) ?? []);
    strips.push({ positions, file: { ...file, columns: own } });
  }
  if (point == null) return strips;
  assertPoint(point);
  const ends = [point.longitude, point.latitude];
  const drop = ends.map((name) => ({ source: name, drop: true }));
  return [...strips, { positions: ends.map(positionOf), file: { ...file, columns: drop, point } }];
}

function openedStrip(opened: OpenedTable, { relation, path }: StripFile): OpenedTable {
  const firstLine = opened.dialect === null ? opened.firstLine : null;
  return { ...opened, relation, path, firstLine, broken: null, normalise: null };
}

/** Number of bytes that are buffered for all strips before they are written. */
const writeBytes = 4 * 2 ** 20;
const newline = 0x0a;

/**
 * Rewrites objects of one line each in strips of some members: the engine searches the whole object for every member,
 * and its planning time grows with the square of the columns. Every strip has all records.
 * @param strips the columns of each strip by position; one may be in several
 * @param folder of the strips
 */
async function openJsonStrips(
  path: string,
  lines: JsonLines,
  strips: readonly (readonly number[])[],
  folder: string,
  work: LongWork,
): Promise<readonly StripFile[]> {
  const fields = strips.map((positions) => positions.flatMap((position) => lines.fields[position] ?? []));
  const opened = fields.map((own, at): StripFile => {
    const target = join(folder, `strip-${at}.ndjson`);
    return { path: target, relation: jsonRelation(target, { ...lines, fields: own }) };
  });
  const gathered = fields.map((): Buffer[] => []);
  const cutLine = lineCutter(lines.cut !== null, fields, gathered);
  let read = 0;
  let unwritten = 0;
  const flush = async () => {
    for (const [at, { path: target }] of opened.entries())
      await appendFile(target, Buffer.concat(gathered[at]?.splice(0) ?? []));
    unwritten = 0;
  };
  for await (const line of linesOf(readText({ path, encoding: 'utf-8' }))) {
    work.signal?.throwIfAborted();
    cutLine(line);
    read += line.length;
    unwritten += line.length;
    if (unwritten < writeBytes) continue;
    await flush();
    work.onProgress?.({ phase: 'reading', rows: 0, bytes: read, fraction: null });
  }
  await flush();
  return opened;
}

const comma = Buffer.from(',');

/** Adds the parts of a line to those gathered of each strip. @param isPlaced whether records are within their lines */
function lineCutter(isPlaced: boolean, fields: readonly (readonly JsonField[])[], gathered: readonly Buffer[][]) {
  const stripsOf = new Map<string, Set<number>>();
  for (const [at, own] of fields.entries())
    for (const { member } of own)
      if (member.of === 'record') stripsOf.set(member.name, (stripsOf.get(member.name) ?? new Set()).add(at));
  const placeNames = fields.map((own) => {
    const ofLine = own.flatMap(({ member }) => (member.of === 'line' ? [member.name] : []));
    return [recordMembers.line, recordMembers.record, ...ofLine];
  });
  return (line: Buffer) => {
    const places = isPlaced ? membersOf(line) : new Map<string, Buffer>();
    const record = isPlaced ? places.get(recordMembers.properties) : line;
    const parts = fields.map((): Buffer[] => []);
    const taken = new Set<string>();
    for (const { name, key, value } of record?.[0] === 0x7b ? eachMember(record) : []) {
      // Of a repeated name the first counts, as for the engine.
      const written = taken.has(name) ? undefined : record?.subarray(key[0], value[1]);
      taken.add(name);
      if (written === undefined) continue;
      for (const at of stripsOf.get(name) ?? []) parts[at]?.push(...(parts[at].length === 0 ? [] : [comma]), written);
    }
    for (const [at, names] of placeNames.entries()) {
      const place = isPlaced ? names.map((name) => `"${name}":${places.get(name)},`).join('') : '';
      const before = isPlaced ? `{${place}"${recordMembers.properties}":{` : '{';
      gathered[at]?.push(Buffer.from(before), ...(parts[at] ?? []), Buffer.from(isPlaced ? '}}\n' : '}\n'));
    }
  };
}

/** Non-empty lines, without their ends. */
async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let open: Buffer[] = [];
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, start)) {
      const line = Buffer.concat([...open, piece.subarray(start, end)]);
      open = [];
      start = end + 1;
      if (line.includes(0x7b)) yield line;
    }
    // Its bytes may be overwritten by the next piece.
    open.push(Buffer.from(piece.subarray(start)));
  }
  const last = Buffer.concat(open);
  if (last.includes(0x7b)) yield last;
}
