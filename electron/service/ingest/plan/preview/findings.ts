import type { Finding, LeftOutLine, SourceSurvey } from '../../../store/row-store.ts';
import { delimiterReadings } from '../../readers/delimited/detect-layout.ts';

const shownLines = 5;
const shownCharacters = 200;

type Dialect = NonNullable<SourceSurvey['dialect']>;

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
  const readings = delimiterReadings(Buffer.from(text, 'utf8').toString('latin1'), dialect.skip);
  const sampleOf = (records: readonly (readonly string[])[]) =>
    records.slice(0, shownLines).map((fields) =>
      fields
        .map((field) => Buffer.from(field, 'latin1').toString('utf8'))
        .join(' │ ')
        .slice(0, shownCharacters),
    );
  const used = Buffer.from(dialect.delimiter, 'utf8').toString('latin1');
  const chosen = readings.find(({ delimiter }) => delimiter === used);
  const others = readings.filter(({ delimiter }) => delimiter !== used);
  return {
    option: 'delimiter',
    value: dialect.delimiter,
    unsure:
      (chosen === undefined && others.some(({ unusual }) => unusual)) ||
      (others.some(({ share }) => share >= (chosen?.share ?? 0) && share === 1) && (chosen?.share ?? 0) < 1),
    alternatives: others.map(({ delimiter, records }) => ({
      value: Buffer.from(delimiter, 'latin1').toString('utf8'),
      sample: sampleOf(records),
    })),
    sample: chosen === undefined ? firstLines(text, dialect.skip) : sampleOf(chosen.records),
  };
}

/** Lines above the header that are omitted. */
export function linesAbove(text: string, { skip }: Dialect): LeftOutLine[] {
  const lines = text.split(/\r\n|\n|\r/, Math.min(skip, maxLinesAbove));
  return lines.map((line, at) => ({ line: at + 1, text: line.slice(0, shownCharacters), why: 'above' as const }));
}

const maxLinesAbove = 50;

/**
 * Lines of a text and of the same bytes in other encodings that reveal the right one: where each of them differs, or
 * else the first with characters beyond ASCII.
 */
export function encodingSamples(text: string, others: readonly string[]) {
  const lines = linesOf(text);
  const otherLines = others.map(linesOf);
  const differing = otherLines.map((other) => other.findIndex((line, at) => line !== lines[at]));
  const beyondAscii = lines.flatMap((line, at) => (/[^\0-\x7f]/.test(line) ? [at] : []));
  const telling = [...new Set([...differing, ...beyondAscii])].filter((at) => at >= 0).slice(0, shownLines);
  const shown = telling.length === 0 ? [0, 1, 2, 3, 4] : telling.sort((one, other) => one - other);
  const sampleOf = (all: readonly string[]) => shown.flatMap((at) => all[at]?.slice(0, shownCharacters) ?? []);
  return { chosen: sampleOf(lines), others: otherLines.map(sampleOf) };
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
