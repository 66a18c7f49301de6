import { open } from 'node:fs/promises';
import iconv from 'iconv-lite';
import { type Explanation, explain } from '#shared/failures.ts';
import type { LeftOutLine } from '#shared/rpc/source-file.ts';
import { sourceColumnsHead, sourceFacts, sourceSheet } from '#shared/source-formats.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import { detections } from '../../detections.ts';
import { IngestError, type PlannedLayout, type ReadingOptions } from '../../reading.ts';
import { openZip, workbookFormatOf, type ZipParts } from '../archive/zip-file.ts';
import { bytesAt } from '../file-bytes.ts';
import type { SheetTable } from '../format.ts';
import type { SheetLayout } from '../layouts.ts';
import { assertWritable, type WrittenRecords } from '../written-records.ts';
import { openOds } from './ods/open-ods.ts';
import type { SheetFacts, SheetRow, Workbook } from './sheet.ts';
import { type RecordsRequest, SheetRecords } from './sheet-records.ts';
import { isBinaryWorkbook, textWorkbookOf } from './xls/binary-workbook.ts';
import { readSheet } from './xlsx/sheet-rows.ts';
import { readWorkbook } from './xlsx/workbook-parts.ts';

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
  readonly leftOut: readonly LeftOutLine[];
  readonly sheet: string;
  /** Names of the sheets that may have records, in tab order. */
  readonly sheets: readonly string[];
  readonly layout: PlannedSheet;
  readonly tables: readonly SheetTable[];
  /** What sheets without a table say about it. */
  readonly remarks: readonly LeftOutLine[];
}

type PlannedSheet = Extract<PlannedLayout, { kind: 'sheet' }>;
type WrittenSheet = Omit<WorkbookRecords, 'sheet' | 'sheets' | 'layout' | 'remarks'> & { readonly layout: SheetLayout };

interface RecordsOptions {
  /** Stops after this number of records, for a preview. */
  readonly most?: number;
  /** Where the table is; by default it is searched. */
  readonly layout?: PlannedSheet;
}

/**
 * Writes the rows of a sheet as records to `target`, for the reader of JSON lines. Numbers, texts and missing cells are
 * preserved; dates become ISO 8601 text, errors missing values.
 */
export async function writeWorkbookRecords(
  asked: Pick<ReadingOptions, 'path' | 'sheet'> & RecordsRequest,
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
    const remarks = await readRemarks(workbook, position, without);
    return { ...written, notes, sheet, sheets, layout, remarks };
  });
}

/** What sheets that explain others are called. */
const explanatory =
  /^(?:notes?|cover|front ?page|title|contents?|index|table of contents|info(?:rmation)?s?|about|read ?me|metadata|symbols?|legend|key|sources?|titel|deckblatt|inhalt(?:sverzeichnis)?|impressum|hinweise?|vorbemerkung(?:en)?|erläuterung(?:en)?|zeichenerklärung|quellen?|metadaten|couverture|sommaire|lisez-?moi|métadonnées|légende|portada|índice|notas|fuentes?|leyenda|copertina|indice|note|legenda|fonti?|capa|leia-?me)(?:$|[\s_\d.-])/iu;
const maxRemarkSheets = 8;
const maxRemarks = 100;

/** The texts of sheets that explain the others; the entry of a list of contents about the read one is the first. */
async function readRemarks(workbook: Workbook, position: number, without: number | undefined): Promise<LeftOutLine[]> {
  const { name = '' } = workbook.sheets[position] ?? {};
  const found: LeftOutLine[] = [];
  const entries: LeftOutLine[] = [];
  const others = [...workbook.sheets.entries()].filter(
    ([at, sheet]) => at !== position && at !== without && explanatory.test(sheet.name.trim()),
  );
  for (const [at] of others.slice(0, maxRemarkSheets)) {
    const own: LeftOutLine[] = [];
    await workbook.readSheet(at, async (rows) => {
      for (const { number, cells } of rows) {
        const texts = cells.flatMap((cell) => (cell === null || cell.text.trim() === '' ? [] : [cell.text.trim()]));
        const isEntry = texts.some((text) => text.toLowerCase() === name.trim().toLowerCase());
        const [title] = isEntry ? texts.filter((text) => text.includes(' ') && /\p{L}{3}/u.test(text)) : [];
        if (title !== undefined) entries.push({ line: number, text: title.slice(0, maxRemarkLength), why: 'sheet' });
        else own.push({ line: number, text: texts.join(' ').slice(0, maxRemarkLength), why: 'sheet' });
      }
      return own.length < maxRemarks;
    });
    found.push(...own.slice(0, maxRemarks));
  }
  return [...entries.slice(0, 1), ...found];
}

const maxRemarkLength = 500;

/** Whether a sheet contains more than the lines of a cover or of remarks. */
function isTable({ records, names }: WrittenSheet): boolean {
  return records > 0 && names.length > 1;
}

async function writeSheet(
  workbook: Workbook,
  position: number,
  asked: RecordsRequest,
  target: string,
  work: LongWork,
  { most = Number.POSITIVE_INFINITY, layout }: RecordsOptions,
  headings: ReadonlyMap<string, string> | null,
): Promise<WrittenSheet> {
  const file = await open(target, 'w');
  if (layout === undefined) detections.publish('layout');
  const maker = new SheetRecords({ ...asked, planned: layout?.rows });
  // Who reads one of several tables may choose another one.
  const unlimited = asked.range === undefined || layout !== undefined ? null : new SheetRecords({});
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
    const facts = await workbook.readSheet(position, async (rows, { merged }) => {
      work.signal?.throwIfAborted();
      unlimited?.take(rows, merged);
      await write(maker.take(headings === null ? rows : rows.map((row) => namedRow(row, headings)), merged));
      work.onProgress?.({ phase: 'reading-sheet', rows: written, bytes: 0, fraction: null });
      return written < most;
    });
    await write(maker.end());
    unlimited?.end();
    const { tables } = unlimited ?? maker;
    const { names, notes, lines, leftOut } = maker;
    const all = [...notes, ...notesOf(facts, maker.layout.from, asked)];
    const { emphasised } = facts;
    return { records: written, names, notes: all, lines, leftOut, layout: maker.layout, tables, emphasised };
  } finally {
    await file.close();
  }
}

/** @param from the first row of the records */
function notesOf(
  { errors, uncalculated, hiddenRows, hiddenColumns, padded, merged }: SheetFacts,
  from: number,
  { fillMerged, range: { last = Number.POSITIVE_INFINITY } = { first: 1 } }: RecordsRequest,
): Explanation[] {
  const mergedBelow = fillMerged === true ? 0 : merged.filter(({ to, from: top }) => to >= from && top <= last).length;
  return [
    ...(padded === 0 ? [] : [explain('zero-padded-numbers', { count: padded })]),
    ...(mergedBelow === 0 ? [] : [explain('merged-cells', { count: mergedBelow })]),
    ...(errors === 0 ? [] : [explain('cells-with-errors', { count: errors })]),
    ...(uncalculated === 0 ? [] : [explain('formulas-uncalculated', { count: uncalculated })]),
    ...(hiddenRows === 0 ? [] : [explain('hidden-rows-read', { count: hiddenRows })]),
    ...(hiddenColumns === 0 ? [] : [explain('hidden-columns-read', { count: hiddenColumns })]),
  ];
}

/** Opens a workbook, in the format that its bytes show, for the duration of some work. @throws {IngestError} */
export async function withWorkbook<T>(path: string, work: (workbook: Workbook) => Promise<T>): Promise<T> {
  const head = await bytesAt(path, 0, headBytes);
  const ofText = isBinaryWorkbook(head) ? null : textWorkbookOf(decodeHead(head));
  if (ofText === 'html') return work(await (await import('./html/open-html.ts')).openHtml(path));
  if (ofText !== null || isBinaryWorkbook(head)) return work(await openBinary(path));
  const zip = await openZip(path);
  try {
    return await work(await openParts(zip, path));
  } finally {
    zip.close();
  }
}

async function openParts(zip: ZipParts, path: string): Promise<Workbook> {
  if (workbookFormatOf(zip.parts) === 'ods') return openOds(zip);
  const isBinary = zip.parts.some(({ name }) => /(^|[/\\])workbook\.bin$/i.test(name));
  if (isBinary) return openBinary(path);
  // Excel's own format (ECMA-376).
  const parts = await readWorkbook(zip);
  return { sheets: parts.sheets, readSheet: (position, onRows) => readSheet(parts, position, onRows) };
}

/** Opens a workbook in one of Excel's binary formats, whose parser is large and rarely needed. */
async function openBinary(path: string): Promise<Workbook> {
  return (await import('./xls/open-xls.ts')).openXls(path);
}

const headBytes = 2 ** 16;

function decodeHead(head: Buffer): string {
  return iconv.decode(head, head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : 'utf-8');
}
