import { open } from 'node:fs/promises';
import { type Explanation, explain } from '#shared/failures.ts';
import type { LeftOutLine } from '#shared/rpc/source-file.ts';
import { sourceColumnsHead, sourceFacts, sourceSheet } from '#shared/workbook-format.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import { IngestError, type PlannedLayout, type ReadingOptions } from '../../reading.ts';
import type { SheetLayout } from '../layouts.ts';
import { assertWritable, type WrittenRecords } from '../write-records.ts';
import { withWorkbook } from './open-workbook.ts';
import type { SheetFacts, SheetRow, Workbook } from './sheet.ts';
import type { SheetRequest } from './sheet-layout.ts';
import { SheetRecords } from './sheet-records.ts';

/** The sheet "Source" of a workbook that Almanac wrote. It has no records. */
interface OriginSheet {
  readonly position: number;
  /** The names of the columns in the other sheets, by their headings. */
  readonly names: ReadonlyMap<string, string>;
}

const facts: ReadonlySet<string> = new Set(sourceFacts);

/** Finds the sheet "Source"; null for a workbook of another program, also if a sheet has that name. */
async function findOriginSheet(workbook: Workbook): Promise<OriginSheet | null> {
  const position = workbook.sheets.findIndex(({ name }) => name === sourceSheet);
  if (position < 1) return null;
  const names = new Map<string, string>();
  let part = 'facts' as 'facts' | 'columns' | 'anything else';
  await workbook.readSheet(position, async (rows) => {
    for (const { cells } of rows) {
      const [first = '', name = ''] = cells.map((cell) => cell?.text ?? '');
      if (part === 'columns') names.set(first, name);
      else if (sourceColumnsHead.every((text, at) => cells[at]?.text === text)) part = 'columns';
      else if (first !== '' && !facts.has(first)) part = 'anything else';
    }
    return part !== 'anything else';
  });
  return part === 'columns' ? { position, names } : null;
}

/** The first row with the names of its columns instead of their headings. */
function namedRow(row: SheetRow, names: ReadonlyMap<string, string>): SheetRow {
  const cells = row.cells.map((cell) => cell && { ...cell, text: names.get(cell.text) ?? cell.text });
  return row.number === 1 ? { ...row, cells } : row;
}

/** Positions of the sheets to search for records: the named one, or visible ones before hidden ones. */
function chooseSheets({ sheets }: Workbook, name: string | undefined): readonly number[] {
  const all = [...sheets.keys()];
  if (name === undefined) return [false, true].flatMap((hidden) => all.filter((at) => sheets[at]?.hidden === hidden));
  const position = sheets.findIndex((one) => one.name === name);
  if (position < 0) throw new IngestError(explain('no-sheet', { sheet: name }));
  return [position];
}

/** The result of reading a sheet. */
export interface WorkbookRecords extends WrittenRecords {
  /** The rows of the first records, by the sheet's numbering from 1. */
  readonly lines: readonly number[];
  /** The first omitted rows. */
  readonly leftOut: readonly LeftOutLine[];
  /** The sheet that was read. */
  readonly sheet: string;
  /** Names of the sheets that may have records, in tab order. */
  readonly sheets: readonly string[];
  readonly layout: PlannedSheet;
}

type PlannedSheet = Extract<PlannedLayout, { kind: 'sheet' }>;
type WrittenSheet = Omit<WorkbookRecords, 'sheet' | 'sheets' | 'layout'> & { readonly layout: SheetLayout };

interface RecordsOptions {
  /** Stops after this number of records, for a preview. */
  readonly most?: number;
  /** Whether each record has its row and its number, as in `recordMembers`. */
  readonly placed?: boolean;
  /** Where the table is; by default it is searched. */
  readonly layout?: PlannedSheet;
}

/**
 * Writes the rows of a sheet as records to `target`, for the reader of JSON lines. Numbers, texts and missing cells are
 * preserved; dates become ISO 8601 text, errors missing values.
 */
export async function writeWorkbookRecords(
  asked: Pick<ReadingOptions, 'path' | 'sheet' | 'header' | 'skip' | 'leaveOut'>,
  target: string,
  work: LongWork,
  options: RecordsOptions = {},
): Promise<WorkbookRecords> {
  return withWorkbook(asked.path, async (workbook) => {
    const origin = await findOriginSheet(workbook);
    const without = asked.sheet === sourceSheet ? undefined : origin?.position;
    const all = workbook.sheets.map(({ name }) => name);
    const sheets = all.filter((_, position) => position !== without);
    const found = () => (origin !== null && asked.sheet === undefined ? [0] : chooseSheets(workbook, asked.sheet));
    const positions = options.layout === undefined ? found() : [options.layout.position];
    const names = origin?.names ?? null;
    const ofOrigin = without === undefined ? [] : [explain('sheet-of-origin', { sheet: sourceSheet })];
    const read = async (position: number) => {
      const sheet = await writeSheet(workbook, position, asked, target, work, options, names);
      return { ...sheet, notes: [...ofOrigin, ...sheet.notes] };
    };
    let chosen: { readonly position: number; readonly written: WrittenSheet } | null = null;
    for (const position of positions) {
      const written = await read(position);
      if (written.names.length === 0) continue;
      const isFirst = chosen === null;
      if (isFirst || isTable(written)) chosen = { position, written };
      if (isTable(written) || asked.sheet !== undefined) break;
    }
    if (chosen === null) throw new IngestError(explain('sheet-empty'));
    const { position } = chosen;
    // A sheet that was examined after it replaced the first one.
    const written = isTable(chosen.written) || positions.length === 1 ? chosen.written : await read(position);
    const sheet = all[position] ?? '';
    const isFirst = position === 0 || asked.sheet !== undefined;
    const layout = { kind: 'sheet', position, rows: written.layout } as const;
    const notes = isFirst ? written.notes : [explain('sheet-chosen', { sheet }), ...written.notes];
    return { ...written, notes, sheet, sheets, layout };
  });
}

/** Whether a sheet contains more than the lines of a cover or of remarks. */
function isTable({ records, names }: WrittenSheet): boolean {
  return records > 0 && names.length > 1;
}

async function writeSheet(
  workbook: Workbook,
  position: number,
  { header, skip, leaveOut = [] }: SheetRequest & Pick<ReadingOptions, 'leaveOut'>,
  target: string,
  work: LongWork,
  { most = Number.POSITIVE_INFINITY, placed = false, layout }: RecordsOptions,
  headings: ReadonlyMap<string, string> | null,
): Promise<WrittenSheet> {
  const file = await open(target, 'w');
  const maker = new SheetRecords({ header, skip }, leaveOut, placed, layout?.rows);
  let written = 0;
  let bytes = 0;
  const write = async (made: readonly string[]) => {
    const lines = made.slice(0, most - written);
    written += lines.length;
    const text = Buffer.from(lines.join(''));
    bytes += text.length;
    assertWritable(bytes);
    if (lines.length > 0) await file.appendFile(text);
  };
  try {
    const facts = await workbook.readSheet(position, async (rows) => {
      work.signal?.throwIfAborted();
      await write(maker.take(headings === null ? rows : rows.map((row) => namedRow(row, headings))));
      work.onProgress?.({ phase: 'reading-sheet', rows: written, bytes: 0, fraction: null });
      return written < most;
    });
    await write(maker.end());
    const { names, notes, lines, leftOut } = maker;
    const all = [...notes, ...notesOf(facts, maker.layout.from)];
    return { records: written, names, notes: all, lines, leftOut, layout: maker.layout };
  } finally {
    await file.close();
  }
}

/** @param from the first row of the records */
function notesOf(
  { errors, uncalculated, hiddenRows, hiddenColumns, padded, merged }: SheetFacts,
  from: number,
): Explanation[] {
  const mergedBelow = merged.filter(({ to }) => to >= from).length;
  return [
    ...(padded === 0 ? [] : [explain('zero-padded-numbers', { count: padded })]),
    ...(mergedBelow === 0 ? [] : [explain('merged-cells', { count: mergedBelow })]),
    ...(errors === 0 ? [] : [explain('cells-with-errors', { count: errors })]),
    ...(uncalculated === 0 ? [] : [explain('formulas-uncalculated', { count: uncalculated })]),
    ...(hiddenRows === 0 ? [] : [explain('hidden-rows-read', { count: hiddenRows })]),
    ...(hiddenColumns === 0 ? [] : [explain('hidden-columns-read', { count: hiddenColumns })]),
  ];
}
