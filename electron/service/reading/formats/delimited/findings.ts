import type { Finding } from '#shared/rpc/source-file.ts';
import type { TableSurvey } from '../../reading.ts';
import { delimiterReadings } from './detect-layout.ts';
import { bytesOf, textOfBytes } from './scan-records.ts';

const shownLines = 5;
const shownCharacters = 200;

type Dialect = NonNullable<TableSurvey['dialect']>;

/**
 * How a delimited text is read, and the alternatives.
 * @param text the beginning, decoded
 */
export function findingsOf(text: string, dialect: Dialect, encoding: Finding): Finding[] {
  const lines = firstLines(text, dialect.skip);
  const { header, skip, comment, quote } = dialect;
  const other = (option: Finding['option'], value: string, values: readonly string[]): Finding => ({
    option,
    value,
    unsure: false,
    alternatives: values.filter((one) => one !== value).map((one) => ({ value: one, sample: [] })),
    sample: lines,
  });
  return [
    encoding,
    delimiterFinding(text, dialect),
    other('quote', quote, ['"', "'", '']),
    other('header', String(header), ['true', 'false']),
    other('skip', String(skip), skip === 0 ? [] : ['0']),
    other('comment', comment, comment === '' ? [] : ['']),
  ];
}

function delimiterFinding(text: string, dialect: Dialect): Finding {
  const readings = delimiterReadings(bytesOf(text), dialect.skip);
  const sampleOf = (records: readonly (readonly string[])[]) =>
    records.slice(0, shownLines).map((fields) => fields.map(textOfBytes).join(' │ ').slice(0, shownCharacters));
  const used = bytesOf(dialect.delimiter);
  const chosen = readings.find(({ delimiter }) => delimiter === used);
  const others = readings.filter(({ delimiter }) => delimiter !== used);
  return {
    option: 'delimiter',
    value: dialect.delimiter,
    unsure:
      (chosen === undefined && others.some(({ unusual }) => unusual)) ||
      (others.some(({ share }) => share >= (chosen?.share ?? 0) && share === 1) && (chosen?.share ?? 0) < 1),
    alternatives: others.map(({ delimiter, records }) => ({
      value: textOfBytes(delimiter),
      sample: sampleOf(records),
    })),
    sample: chosen === undefined ? firstLines(text, dialect.skip) : sampleOf(chosen.records),
  };
}

/** Maximum number of samples, and characters that a choice shows, some of them before the first difference. */
const sampleLines = 3;
const visibleCharacters = 30;
const charactersBefore = 12;

/**
 * Parts of a text and of the same bytes in other encodings that reveal the right one: where they differ, or else lines
 * with characters beyond ASCII. A text that looks like an earlier one in all of them has no sample.
 */
export function encodingSamples(text: string, others: readonly string[]) {
  const texts = [text, ...others].map(linesOf);
  const [lines = []] = texts;
  const places: { readonly line: number; readonly start: number }[] = [];
  const looksLike = (one: readonly string[], other: readonly string[]) =>
    places.every(({ line, start }) => {
      const seen = (all: readonly string[]) => all[line]?.slice(start, start + visibleCharacters);
      return seen(one) === seen(other);
    });
  for (const [at, one] of texts.entries()) {
    for (const other of texts.slice(0, at)) {
      const line = looksLike(one, other) ? one.findIndex((own, number) => own !== other[number]) : -1;
      if (line < 0 || places.length === sampleLines) continue;
      const position = firstDifference(one[line] ?? '', other[line] ?? '');
      places.push({ line, start: Math.max(0, position - charactersBefore) });
    }
  }
  const beyondAscii = lines.flatMap((line, at) => (/[^\0-\x7f]/.test(line) ? [at] : []));
  for (const line of beyondAscii.length > 0 ? beyondAscii : lines.keys()) {
    if (places.length === sampleLines) break;
    if (!places.some((place) => place.line === line)) places.push({ line, start: 0 });
  }
  places.sort((one, other) => one.line - other.line || one.start - other.start);
  const samples = texts.map((all, at) => {
    if (texts.slice(0, at).some((earlier) => looksLike(all, earlier))) return [];
    return places.flatMap(({ line, start }) => {
      const part = all[line]?.slice(start, start + shownCharacters);
      return part === undefined ? [] : [start > 0 ? `…${part}` : part];
    });
  });
  return { chosen: samples[0] ?? [], others: samples.slice(1) };
}

/** The first position at which two texts differ. */
function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** The 1-based numbers of the empty lines of a text. */
export function emptyLinesOf(text: string): number[] {
  return linesOf(text).flatMap((line, at) => (line === '' ? [at + 1] : []));
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

function firstLines(text: string, skip: number): string[] {
  return text
    .split(/\r\n|\n|\r/, skip + shownLines)
    .slice(skip)
    .map((line) => line.slice(0, shownCharacters));
}
