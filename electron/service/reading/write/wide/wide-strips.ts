import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { explain } from '#shared/failures.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import { assertPoint, storedName, uniqueNames } from '../../columns/plan-columns.ts';
import type { NormalisedText } from '../../formats/delimited/normalise-text.ts';
import { openStrips } from '../../formats/delimited/open-delimited.ts';
import type { OpenedTable, Relation } from '../../formats/relation.ts';
import { IngestError, type Plan } from '../../reading.ts';
import { openJsonStrips } from './json-strips.ts';

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
  /** Folder of the strips. */
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
