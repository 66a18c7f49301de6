import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Explanation, explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import type { LeftOutLine, LineRange } from '#shared/rpc/source-file.ts';
import type { Session } from '../../../engine/session.ts';
import type { Plan } from '../../reading.ts';
import { againToUtf8, plannedEncoding, toUtf8, type Utf8Text } from '../../values/encoding/to-utf8.ts';
import { unpackedPath } from '../archive/unpack.ts';
import { isEurostatTable, openEurostat } from '../eurostat/eurostat-table.ts';
import { readBeginning, textLines } from '../file-bytes.ts';
import { headText, readHead, writeHead } from '../file-head.ts';
import type { Format, Scratch, SheetTable } from '../format.ts';
import type { Dialect, TextLayout } from '../layouts.ts';
import { type OpenedTable, openedTable } from '../relation.ts';
import { isBlank, type SheetCell } from '../workbook/sheet.ts';
import { SheetRecords } from '../workbook/sheet-records.ts';
import { cutRecord } from './detect-layout.ts';
import { cutColumns } from './fixed-width.ts';
import { isNumberText } from './header-names.ts';
import { findLayout, namesOf, type OpenedText, openDelimited, openNormalised } from './open-delimited.ts';
import { delimiterLine, lineText, RecordScanner, textOfBytes } from './scan-records.ts';

/** Delimited text, with its relatives: fixed width, logs, the tables of Eurostat. */
export const delimitedFormat: Format = {
  // What no other format recognises.
  recognise: () => 'csv',
  async plan(asked, head, encoding, scratch) {
    const { range, ...alone } = asked;
    if (range !== undefined) {
      const planned = plannedEncoding(asked.encoding, encoding);
      const whole = await unpackedPath(asked, scratch.folder, scratch.work);
      const { path } = await textWithin({ ...asked, path: whole, decided: { encoding: planned } }, scratch);
      const within = { ...alone, path, encoding: 'utf-8' };
      // Who reads one of several tables may choose another one.
      const { beginning: all } = await delimitedFormat.plan(alone, head, encoding, scratch);
      const own = await delimitedFormat.plan(within, await readHead(path), encoding, scratch);
      return { ...own, encoding, beginning: { ...own.beginning, ...given({ tables: all.tables }) } };
    }
    const name = asked.encoding ?? encoding.name;
    const path = await writeHead(head, name, asked.quote ?? '"', scratch.folder);
    const beginning = { copy: path, whole: head.whole };
    if (isEurostatTable(asked, headText(head, name)))
      return { encoding, layout: { kind: 'eurostat' }, beginning, names: [] };
    const layout =
      asked.columnStarts === undefined
        ? await findLayout(asked, async (bytes) => {
            const more = bytes > head.bytes.length && !head.whole ? await readHead(asked.path, bytes) : head;
            return { bytes: headText(more, name), whole: more.whole };
          })
        : await cutLayout(asked, { path, note: null }, head.whole, scratch);
    const tables = tablesIn(headText(head, name), layout);
    const [first] = tables;
    // A title with nothing beside it names no column, if the header of a table is below a gap.
    if (isTitle(asked, layout) && first !== undefined && first.line > layout.skip + 2)
      return delimitedFormat.plan({ ...asked, skip: first.line - 1 }, head, encoding, scratch);
    return {
      encoding,
      layout: { kind: 'delimited', ...layout },
      beginning: { ...beginning, tables },
      names: namesOf(layout),
    };
  },
  async read(session, plan, beginning, scratch) {
    // What was copied of its beginning is within the range.
    const text = await textWithin(beginning === null ? plan : { ...plan, range: undefined }, scratch);
    return openText(session, plan, text, scratch);
  },
};

/** A text in UTF-8, or only the lines of it that hold the table. */
async function textWithin(
  {
    path,
    range,
    decided,
  }: Pick<Plan, 'path'> & { range?: Plan['range'] | undefined; decided: Pick<Plan['decided'], 'encoding'> },
  scratch: Scratch,
): Promise<Utf8Text> {
  const text = await toUtf8(path, decided.encoding, scratch.folder, scratch.work);
  return range === undefined ? text : onlyLines(text, range, scratch);
}

/** Whether what was found to be the header has a single name, above several columns. */
function isTitle(asked: Pick<Plan, 'skip' | 'header'>, { header, names }: TextLayout): boolean {
  const named = names.filter((name) => name.trim() !== '').length;
  return asked.skip === undefined && asked.header === undefined && header && names.length > 1 && named === 1;
}

/** The tables below each other in the beginning of a text. */
function tablesIn(text: Buffer, layout: TextLayout): SheetTable[] {
  const scanner = new RecordScanner(layout);
  const cut = cutRecord(layout);
  const rows = [...scanner.feed(text.toString('latin1')), ...scanner.end()].map((record) => {
    const { line, cells } = cut(record);
    return { number: line, cells: cells.map((cell) => cellOf(textOfBytes(cell))) };
  });
  const filled = rows.filter(({ cells }) => !isBlank(cells));
  const isParted = filled.some(({ number }, at) => at > 0 && number > (filled[at - 1]?.number ?? number) + 1);
  if (!isParted) return [];
  const records = new SheetRecords({ isText: true });
  records.take(filled);
  records.end();
  return records.tables;
}

function cellOf(text: string): SheetCell {
  return text.trim() === '' ? null : { kind: isNumberText(text) ? 'number' : 'text', text };
}

/** The text that is made by cutting the lines of a text at columns of fixed width is read with these. */
const cutDialect = { delimiter: ',', quote: '"' } as const;

/** What is above columns of fixed width is a line as a whole. */
const uncut = { delimiter: '\0', quote: '', escaping: '' } as const;

type CutOptions = Pick<Plan, 'columnStarts' | 'skip' | 'comment' | 'packed'>;

function cutText(asked: CutOptions, text: Utf8Text, { folder, work }: Scratch) {
  const { columnStarts: starts = [], skip = 0, comment = '', packed = false } = asked;
  return cutColumns(text.path, { starts, skip, comment, packed }, folder, work);
}

async function cutLayout(
  asked: CutOptions & Pick<Plan, 'header' | 'headerRows'>,
  text: Utf8Text,
  isWhole: boolean,
  scratch: Scratch,
): Promise<TextLayout> {
  const { path } = await cutText(asked, text, scratch);
  return findLayout({ ...asked, ...cutDialect }, async (most) => {
    const { bytes, whole } = await readBeginning(path, most);
    return { bytes, whole: whole && isWhole };
  });
}

async function openText(session: Session, plan: Plan, text: Utf8Text, scratch: Scratch): Promise<OpenedTable> {
  const { folder, work } = scratch;
  const { layout } = plan.decided;
  if (layout.kind === 'eurostat') return openEurostat(session, plan, text, scratch);
  if (layout.kind !== 'delimited') throw new Error(`A delimited text has no layout of the kind ${layout.kind}.`);
  if (plan.columnStarts !== undefined) {
    const whole = await againToUtf8(plan.decided, text, folder, work);
    const { path, note } = await cutText(plan, whole, scratch);
    const { relation, ...opened } = await openDelimited(plan, layout, path, scratch);
    const conversions = [...(note === null ? [] : [note]), ...relation.conversions];
    return ofText({ path, note: whole.note }, { ...opened, relation: { ...relation, conversions } }, text.path);
  }
  // Only reading all of a text shows that its encoding was a wrong guess: then its names have other letters.
  const withNewNames = async (again: Utf8Text) => {
    const found = await findLayout(plan, (most) => readBeginning(again.path, most));
    return ofText(again, await openDelimited(plan, found, again.path, scratch));
  };
  const first = await openDelimited(plan, layout, text.path, scratch);
  if (replacedInNames(first.dialect).length > 0 && !plan.decided.encoding.isStated)
    return withNewNames(await againToUtf8(plan.decided, text, folder, work));
  const normalise = async () => {
    const again = await againToUtf8(plan.decided, text, folder, work);
    if (again !== text) return withNewNames(again);
    return ofText(text, await openNormalised(plan, text.path, first.dialect, scratch));
  };
  return { ...(await ofText(text, first)), normalise };
}

/** Number of bytes, and of lines, above a table that are kept. */
const bytesAbove = 2 ** 16;
const maxLinesAbove = 50;
const maxLineLength = 500;

/** The lines above the header of a text, which are no records; the first may name the delimiter for Excel. */
async function linesAbove(path: string, dialect: Dialect): Promise<LeftOutLine[]> {
  if (dialect.skip === 0) return [];
  const { bytes } = await readBeginning(path, bytesAbove);
  const scanner = new RecordScanner(dialect);
  const records = [...scanner.feed(bytes.toString('latin1')), ...scanner.end()];
  const above = records.filter(({ line, text }) => line <= dialect.skip && !(line === 1 && delimiterLine.test(text)));
  // A table further down has empty lines for those that do not belong to it.
  const first = above.findIndex(({ text }) => text !== '');
  return (first < 0 ? [] : above.slice(first, maxLinesAbove)).map(({ line, text }) => ({
    line,
    text: lineText(text, dialect).slice(0, maxLineLength),
    why: 'above',
  }));
}

/** @param whole the text with the lines above its header */
async function ofText(
  { path, note }: Utf8Text,
  { relation, dialect, normalised }: OpenedText,
  whole = path,
): Promise<OpenedTable> {
  const conversions = [...(note === null ? replacedInNames(dialect) : [note]), ...relation.conversions];
  return openedTable({ ...relation, conversions }, path, {
    dialect,
    firstLine: 1 + dialect.skip + (dialect.header ? dialect.headerRows : 0),
    broken: normalised === null ? null : { ...normalised.broken, path: normalised.brokenPath, fields: true },
    leftOut: [
      ...(await linesAbove(whole, whole === path ? dialect : { ...dialect, ...uncut })),
      ...(normalised?.leftOut ?? []),
    ],
  });
}

/** The engine reads only records, so only this check finds invalid text in a header. */
function replacedInNames({ names, skip }: Dialect): Explanation[] {
  const count = names.join('').split('\ufffd').length - 1;
  return count === 0 ? [] : [explain('characters-replaced', { count, encoding: 'utf-8', line: skip + 1 })];
}

/** Some lines of a text in UTF-8 as a text of its own: empty lines above them keep their numbers. */
async function onlyLines(
  { path: from, note }: Utf8Text,
  range: LineRange,
  { folder, work }: Scratch,
): Promise<Utf8Text> {
  const path = join(folder, 'range.csv');
  const lines = Readable.from(linesWithin(createReadStream(from), range));
  await pipeline(lines, createWriteStream(path), work.signal ? { signal: work.signal } : {});
  return { path, note };
}

async function* linesWithin(
  pieces: AsyncIterable<unknown>,
  { first, last = Number.POSITIVE_INFINITY }: LineRange,
): AsyncGenerator<string> {
  let number = 0;
  for await (const lines of textLines(pieces)) {
    const kept: string[] = [];
    for (const line of lines) {
      number += 1;
      if (number <= last) kept.push(number < first ? '\n' : `${line}\n`);
    }
    yield kept.join('');
    if (number > last) return;
  }
}
