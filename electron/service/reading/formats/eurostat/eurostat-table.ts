import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { explain } from '#shared/failures.ts';
import { unusedName } from '#shared/text/unused-name.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import type { Session } from '../../../engine/session.ts';
import { IngestError, type Plan, type ReadingOptions } from '../../reading.ts';
import { againToUtf8, type Utf8Text } from '../../values/encoding/to-utf8.ts';
import { textLines } from '../file-bytes.ts';
import type { Scratch } from '../format.ts';
import { numberJson, yearsOrTexts } from '../json/raw-values.ts';
import { placedRecord } from '../json/record-writer.ts';
import type { OpenedTable } from '../relation.ts';
import { openRecords, writeRecords } from '../written-records.ts';

/**
 * The tables of Eurostat's bulk downloads (its "TSV format"): the codes of a series, joined by commas, then a column
 * for each period. Each cell has a value, or `:` if there is none, and after a blank the flags of the observation.
 */
interface EurostatHeader {
  /** Names of the dimensions that are joined in the first column. */
  readonly dimensions: readonly string[];
  /** Name of the dimension of the other columns: `time` or `TIME_PERIOD`. */
  readonly across: string;
  /** The periods, in the order of the columns. */
  readonly periods: readonly string[];
}

/** Names of dimensions joined by commas, a backslash, the name of the time that runs across, and the first tab. */
const firstField = /^\ufeff?([a-z]\w*(?:,[a-z]\w*)*)\\(time(?:_period)?) *\t/i;
const firstFieldBytes = 4096;

/** @returns null for the first line of any other text */
function parseEurostatHeader(line: string): EurostatHeader | null {
  const joined = firstField.exec(line);
  const periods = line
    .slice(joined?.[0].length)
    .split('\t')
    .map((period) => period.trim());
  if (joined === null || periods.includes('')) return null;
  return { dimensions: joined[1]?.split(',') ?? [], across: joined[2] ?? '', periods };
}

async function headerOf({ path }: Utf8Text): Promise<EurostatHeader> {
  const lines = textLines(createReadStream(path));
  const { value } = await lines.next();
  await lines.return();
  const header = parseEurostatHeader(value?.[0] ?? '');
  if (header === null) throw new IngestError(explain('file-changed'));
  return header;
}

/** Whether the user leaves it open how the text is divided into records: otherwise it is read as any other. */
function isLayoutOpen({ delimiter, quote, header, headerRows, skip, comment, leaveOut }: ReadingOptions): boolean {
  const stated = [quote, header, headerRows, skip, comment, leaveOut];
  return (delimiter === undefined || delimiter === '\t') && stated.every((option) => option === undefined);
}

/**
 * Whether a text is a table of Eurostat.
 * @param beginning its first bytes, in UTF-8
 */
export function isEurostatTable(asked: ReadingOptions, beginning: Buffer): boolean {
  if (!isLayoutOpen(asked) || !firstField.test(beginning.toString('utf8', 0, firstFieldBytes))) return false;
  const [line = ''] = beginning.toString('utf8').split(/\r?\n/, 1);
  return parseEurostatHeader(line) !== null;
}

/**
 * Opens a table of Eurostat as one record for each cell with a value or flags, as JSON-stat is read.
 * @throws {IngestError} `eurostat-line-unfit` for a line that does not fit the first one; for text that cannot be
 * decoded
 */
export async function openEurostat(
  session: Session,
  plan: Plan,
  text: Utf8Text,
  { folder, work }: Scratch,
): Promise<OpenedTable> {
  const header = await headerOf(text);
  const whole = await againToUtf8(plan.decided, text, folder, work);
  const own = [...header.dimensions, header.across];
  const taken = new Set(own);
  const names = [...own, unusedName('value', taken), unusedName('status', taken)];
  const path = join(folder, 'observations.ndjson');
  const counted = { records: 0 };
  const lines = textLines(createReadStream(whole.path));
  const records = recordsOf(lines, header, names, counted, work);
  await writeRecords(path, records, work);
  const notes = [...(whole.note === null ? [] : [whole.note]), explain('eurostat-table')];
  return openRecords(session, path, { records: counted.records, names, notes }, plan);
}

async function* recordsOf(
  batches: AsyncIterable<readonly string[]>,
  header: EurostatHeader,
  names: readonly string[],
  counted: { records: number },
  work: LongWork,
): AsyncGenerator<string> {
  const keys = names.map((name) => JSON.stringify(name));
  const { dimensions, periods } = header;
  const periodValues = yearsOrTexts(periods);
  const recordsOfLine = (text: string, number: number) => {
    const [first = '', ...cells] = text.split('\t').map((field) => field.trim());
    const codes = first.split(',').map((code) => code.trim());
    if (codes.length !== dimensions.length || cells.length !== periods.length) {
      const [values, expected] = [codes.length + cells.length, dimensions.length + periods.length];
      throw new IngestError(explain('eurostat-line-unfit', { line: number, values, expected }));
    }
    const series = codes.map((code, at) => `${keys[at]}:${JSON.stringify(code)},`).join('');
    return cells.map((cell, at) => {
      const { value, flags } = parseCell(cell);
      if (value === 'null' && flags === 'null') return '';
      counted.records += 1;
      const own = [periodValues[at], value, flags].map((json, place) => `${keys[dimensions.length + place]}:${json}`);
      return placedRecord(number, counted.records, `{${series}${own.join(',')}}`);
    });
  };
  let line = 0;
  for await (const texts of batches) {
    const made: string[] = [];
    for (const text of texts) {
      line += 1;
      if (line > 1 && text.trim() !== '') made.push(...recordsOfLine(text, line));
    }
    yield made.join('');
    work.onProgress?.({ phase: 'reading-file', rows: counted.records, bytes: 0, fraction: null });
  }
}

/** The JSON of a cell's value, a number if it is written as one, and of its flags; `null` for what it does not have. */
function parseCell(cell: string): { readonly value: string; readonly flags: string } {
  const isMissing = cell.startsWith(':');
  const [value = '', ...flags] = isMissing ? ['', cell.slice(1).trim()] : cell.split(/\s+/);
  const written = flags.join(' ');
  return {
    value: value === '' ? 'null' : numberJson(value),
    flags: written === '' ? 'null' : JSON.stringify(written),
  };
}
