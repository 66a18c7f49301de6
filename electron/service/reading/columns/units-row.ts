import { missingMarks } from '../values/missing-marks.ts';
import { isPeriod } from '../values/periods.ts';
import words from './words.json' with { type: 'json' };

/** A symbol or short name of a unit, or of the things counted. */
const units = new Set(words.units);

/** Words in the first column of a row of units. */
const labels = /^(?:units?|einheit(?:en)?|unità|unit of measure|maßeinheit|\[-\]|-|–|n\/a)$/i;
const small = new Set(['per', 'je', 'pro', 'of', 'in', 'al', 'and', 'x']);
const maxLetters = 24;
/** Maximum length of a text considered as a number. */
const maxDigits = 60;

/** Whether a text names a unit: `km²`, `1000 t`, `EUR/m2`, `[°C]`, `(in %)`. */
export function isUnit(text: string): boolean {
  const plain = text.trim();
  if (plain === '' || plain.length > maxLetters) return false;
  // A text in brackets, or the year in which an index is 100.
  if (/^\[.+\]$|^\(.+\)$|^\d{4} ?= ?100$/.test(plain)) return true;
  const words = plain
    .toLowerCase()
    .replaceAll('²', '2')
    .replaceAll('³', '3')
    .replaceAll(/[⁻^−-]?\d$/g, (power) => (/^[23]$/.test(power) ? power : ''))
    .split(/[\s/·*.()[\]]+/)
    .filter((word) => word !== '' && !small.has(word));
  // super-linear: a word has at most `maxLetters` characters.
  const known = (word: string) => units.has(word) || units.has(word.replace(/[⁻^−-]?[0-9⁻¹]+$/, ''));
  return words.length > 0 && words.every(known) && words.some((word) => !/^[\d.,]+$/.test(word));
}

function isNumber(text: string): boolean {
  // super-linear: of at most `maxDigits` characters.
  return text.length <= maxDigits && /^\s*[-+−]?(?:\d[\d.,\s'’]*|[.,]\d+)(?:[eE][-+]?\d+)?\s*%?\s*$/.test(text);
}

/** Number of records considered below the one that may contain units. */
const examinedRecords = 100;
const minRecords = 2;

/** Survey programs write up to three rows below the names: questions, labels of answers, and identifiers. */
const maxRows = 4;
/** Offices write a few rows between the name of a time series and its first period, each with a label. */
const minLabelled = 2;
const maxLabelled = 20;

/**
 * How many of the first records evidently contain units or descriptions instead of values.
 * @param records texts by column position; null for a missing value
 */
export function describingRows(records: readonly (readonly (string | null)[])[]): number {
  const labelled = labelledRows(records);
  if (labelled > 0) return labelled;
  for (let count = maxRows; count > 0; count -= 1) {
    const below = records.slice(count);
    const describes = (record: Cells) => areUnits(record, below) || areDescriptions(record, below);
    if (below.length > 0 && records.slice(0, count).every(describes)) return count;
  }
  return 0;
}

type Cells = readonly (string | null)[];

/**
 * `Unit,Index` and `Release date,19-11-2025` above `1988,47.2` and `1988 Q1,47.2`: the labels at the left end where the
 * periods begin, and some of what they describe are no numbers, but above numbers.
 */
function labelledRows(records: readonly Cells[]): number {
  const firsts = records.map(([first]) => first?.trim() ?? '');
  const count = firsts.findIndex(isPeriod);
  const labels = firsts.slice(0, count).filter((label) => label !== '');
  const below = records.slice(count, count + examinedRecords);
  const periods = firsts.slice(count, count + examinedRecords);
  if (count < minLabelled || count > maxLabelled || below.length < minDescribed || labels.length === 0) return 0;
  if (periods.filter(isPeriod).length * 10 < periods.length * 9) return 0;
  if (new Set(labels).size !== labels.length || !labels.every((label) => /\p{L}{2}/u.test(label))) return 0;
  const isOther = (text: string) => text !== '' && !isNumber(text) && !marks.has(text.toLowerCase());
  const describes = records.slice(0, count).some((record) =>
    record.some((cell, position) => {
      if (position === 0 || !isOther(cell?.trim() ?? '')) return false;
      const values = below.flatMap((other) => other[position]?.trim() || []);
      const numbers = values.filter(isNumber).length;
      return numbers > 0 && values.filter(isOther).length * 10 <= numbers;
    }),
  );
  return describes ? count : 0;
}

/** With fewer numeric columns, or records, a word in the first record may be there by chance. */
const minNumbers = 2;
const minDescribed = 5;

/**
 * Whether a record describes the columns in words, as survey programs write it below their names: all cells differ, and
 * none recurs in its column or is a mark for missing values, although at least two columns contain nothing but numbers
 * below.
 */
function areDescriptions(first: Cells, rest: readonly Cells[]): boolean {
  const below = rest.slice(0, examinedRecords);
  if (below.length < minDescribed) return false;
  const cells = first.map((cell) => cell?.trim() ?? '');
  const filled = cells.filter((cell) => cell !== '');
  if (new Set(filled).size !== filled.length) return false;
  let numbers = 0;
  for (const [position, cell] of cells.entries()) {
    const values = below.flatMap((record) => record[position]?.trim() || []);
    if (values.includes(cell)) return false;
    if (values.length === 0 || values.filter(isNumber).length * 10 < values.length * 9) continue;
    if (!/\p{L}{2}/u.test(cell) || marks.has(cell.toLowerCase())) return false;
    numbers += 1;
  }
  return numbers >= minNumbers;
}

const marks = new Set(missingMarks.map((mark) => mark.toLowerCase()));

/**
 * Whether every column that is numeric below has a unit or nothing in the record above, with at least one unit, and no
 * other column contains anything else.
 */
function areUnits(first: Cells, rest: readonly Cells[]): boolean {
  const below = rest.slice(0, examinedRecords);
  if (below.length < minRecords) return false;
  let found = 0;
  for (const [position, cell] of first.entries()) {
    const text = cell?.trim() ?? '';
    if (text === '') continue;
    const values = below.flatMap((record) => (record[position]?.trim() ? [record[position]] : []));
    const numbers = values.length > 0 && values.filter(isNumber).length * 10 >= values.length * 9;
    if (numbers) {
      if (!isUnit(text)) return false;
      found += 1;
    } else if (!isUnit(text) && !labels.test(text)) return false;
    // A text that also occurs further down is a value.
    else if (values.includes(text)) return false;
  }
  return found > 0;
}
