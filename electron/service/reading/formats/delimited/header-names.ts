import { missingMarks } from '../../values/missing-marks.ts';
import { isPeriod } from '../../values/periods.ts';
import { bytesOf, type Field, plainText } from './scan-records.ts';

/**
 * Whether a text is written with digits: a number, date, time or percentage. Beyond ASCII it may have signs, but no
 * letters.
 */
export function isNumberText(text: string): boolean {
  const isNumeric = text.length <= 40 && /\d/.test(text) && /^[-+ \d.,:/%'eETZ$\u0080-\uffff]+$/.test(text);
  return isNumeric && !/[^\P{L}eETZ]/u.test(plainText(text));
}

/** Texts that represent missing numbers in many files: above numbers they are not words but missing numbers. */
const missingTexts = new Set(missingMarks.map((mark) => bytesOf(mark).toLowerCase()));

/**
 * Whether a first record names the columns: it differs in kind from the values below it (words above numbers, years
 * above measures) or, if everything is text, none of it recurs below. Tables beside each other may have the same names.
 */
export function looksLikeHeader(first: readonly Field[], rows: readonly (readonly Field[])[]): boolean {
  if (isHeader(first, rows)) return true;
  const isFilled = (field: Field | undefined) => field !== undefined && field.text.trim() !== '';
  const gap = first.findIndex((name, at) => at > 0 && ![name, ...rows.map((row) => row[at])].some(isFilled));
  const within = (from: number, to?: number) => [first, ...rows].map((row) => row.slice(from, to));
  return (
    gap > 0 &&
    rows.length > 0 &&
    [within(0, gap), within(gap + 1)].every(([names = [], ...own]) => looksLikeHeader(names, own))
  );
}

function isHeader(first: readonly Field[], rows: readonly (readonly Field[])[]): boolean {
  const names = first.map(({ text }) => text.trim());
  if (names.every((name) => name === '')) return false;
  const columns = names.map((_, position) => rows.slice(0, 500).flatMap((row) => row[position]?.text.trim() || []));
  const numbers = names.map((name) => name !== '' && isNumberText(name));
  // Concatenated files repeat their header in between.
  const others = columns.map((cells, at) => cells.filter((cell) => cell !== names[at]));
  const evident = names.some(
    (name, at) => name !== '' && !missingTexts.has(name.toLowerCase()) && isAboveOthers(name, others[at]),
  );
  // A number above numbers is the first of them, unless years or ages name the columns after it.
  const isFirst = numbers[0] === true && columns[0]?.length !== 0 && columns[0]?.every(isNumberText) === true;
  if (isFirst && !numbers.every((number) => number)) return false;
  if (numbers.includes(true))
    return (
      (evident && distinct(names)) ||
      yearsAbove(names, numbers, columns) ||
      spansAbove(names, numbers, columns) ||
      countedAbove(names, columns)
    );
  if (evident) return true;
  const repeated = names.some((name, at) => name !== '' && columns[at]?.includes(name));
  return !repeated && (distinct(names) ? names.every((name) => name !== '') || rows.length > 1 : rows.length > 1);
}

const valueKinds: readonly ((text: string) => boolean)[] = [
  isNumberText,
  (text) => /^\d{4}-\d\d-\d\d/.test(text),
  (text) => /^(?:true|false)$/i.test(text),
];

/** Whether nearly all cells of a column are of a different kind than its name. */
function isAboveOthers(name: string, cells: readonly string[] = []): boolean {
  return valueKinds.some((isOfKind) => !isOfKind(name) && cells.filter(isOfKind).length > cells.length * 0.8);
}

function distinct(names: readonly string[]): boolean {
  const present = names.filter((name) => name !== '');
  return new Set(present).size === present.length;
}

const isYear = (text: string) => /^(1[5-9]|2[01])\d\d$/.test(text);

/** `2022¹`, `2020/21`, `2020/2018`, `Ø 2018–2020`: a year with a mark, or with another part of the time. */
export function isWordedYear(name: string): boolean {
  const text = plainText(name);
  const isRange = /^\D*(?:1[5-9]|2[01])\d\d ?[-–—−/:] ?(?:\d\d)?\d\d(?!\d)/u.test(text);
  return isRange || (isPeriod(text) && /\d{4}/.test(text) && !/^(?:\d+[.,])?\d+$/.test(text));
}

/** Whether a record with the names of the columns is the header again: numbers may be the same by chance. */
export function areDistinctive(names: readonly string[]): boolean {
  const present = names.filter((name) => name.trim() !== '');
  return present.length > 1 && (present.every(isYear) || !present.every(isNumberText));
}

/** Whether a name contains a year, above numbers that do not. */
function isYearAbove(name: string, cells: readonly string[] = []): boolean {
  return isWordedYear(name) && cells.some(isNumberText) && !cells.some(isWordedYear) && !cells.every(isYear);
}

/** `country,2019,2020`: years in order above other values, or equally spaced years above years that are not. */
function yearsAbove(
  names: readonly string[],
  numbers: readonly boolean[],
  columns: readonly (readonly string[])[],
): boolean {
  const positions = names.flatMap((name, at) => (numbers[at] && !isYearAbove(name, columns[at]) ? [at] : []));
  if (positions.length === 0) return distinct(names);
  const years = positions.map((at) => Number(names[at]));
  if (!positions.every((at) => isYear(names[at] ?? ''))) return false;
  if (positions.every((at) => columns[at]?.length === 0)) return false;
  const cells = (at: number) => columns[at] ?? [];
  if (isEvenSeries(years)) {
    const rows = Math.min(...positions.map((at) => cells(at).length));
    const alike = Array.from({ length: rows }, (_, row) => positions.map((at) => cells(at)[row] ?? ''));
    if (!alike.some((row) => row.every(isYear) && isEvenSeries(row.map(Number)))) return true;
  }
  if (positions.length === names.length) return false;
  const areNone = positions.every((at) => cells(at).length === 0 || !cells(at).every(isYear));
  const ascending = years.every((value, at) => at === 0 || value >= (years[at - 1] ?? value));
  const descending = years.every((value, at) => at === 0 || value <= (years[at - 1] ?? value));
  return areNone && (ascending || descending);
}

/** Three numbers or more that are equally spaced. */
function isEvenSeries(values: readonly number[]): boolean {
  const step = (values[1] ?? 0) - (values[0] ?? 0);
  return (
    values.length > 2 && step !== 0 && values.every((value, at) => at === 0 || value - (values[at - 1] ?? 0) === step)
  );
}

/**
 * `,0,1,2` and `id,1,2,3`: numbers that programs assign to columns without names, beside the names of the rows; below a
 * word, no other record may have such numbers.
 */
function countedAbove(names: readonly string[], columns: readonly (readonly string[])[]): boolean {
  const [first = '', ...others] = names;
  const from = Number(others[0]);
  const labels = columns[0] ?? [];
  if ((from !== 0 && from !== 1) || !isCount(others) || labels.length === 0) return false;
  if (first === '') return others.length > 1;
  const runs = labels.filter((_, row) => isCount(columns.slice(1).map((cells) => cells[row] ?? ''))).length;
  return (
    others.length > 2 &&
    !isNumberText(first) &&
    labels.length > 1 &&
    !labels.includes(first) &&
    runs * 4 <= labels.length
  );
}

function isCount(texts: readonly string[]): boolean {
  const from = Number(texts[0]);
  return Number.isInteger(from) && texts.every((text, at) => text === String(from + at));
}

/** `country,2019-01,2019-02`, `T1 2019,T2 2019`, `sex,0-4,5-9,85+`: parts of years, or ranges, above other values. */
function spansAbove(
  names: readonly string[],
  numbers: readonly boolean[],
  columns: readonly (readonly string[])[],
): boolean {
  const spans = names.flatMap((name, at) => (numbers[at] ? [{ name, cells: columns[at] ?? [] }] : []));
  const isSpan = (text: string) => /\d ?[-/:] ?\d|^\d{1,2}\.\d{1,2}\.\d{4}$|^T[1-4] \d{4}$/.test(text);
  const fits = spans.every(({ name, cells }) => /^\d+\+?$/.test(name) || (isSpan(name) && !cells.some(isSpan)));
  const certain = spans.filter(({ name, cells }) => isSpan(name) && cells.length > 0).length;
  return fits && certain > 1 && distinct(names);
}
