import { missingMarks } from '../../values/missing-marks.ts';
import { isPeriod } from '../../values/periods.ts';
import { isWordedYear } from './header-names.ts';
import { plainText } from './scan-records.ts';

/** Maximum number of header rows above each other: groups of groups of names. */
const maxHeaderRows = 4;
/** Number of records that are complete below one that names the labels: notes may follow further down. */
const firstRecords = 5;
/** Number of records below a header that are examined. */
const comparedRecords = 200;

const marks = new Set(missingMarks.map((mark) => mark.toLowerCase()));

/**
 * How many records of a text contain the names of its columns: more than one if the upper ones evidently name groups of
 * the columns named below them (`,2019,,2020,` above `country,men,women,men,women`).
 * @param first the first record @param rows those below it, with as many cells as there are columns; byte strings or
 * texts
 * @param isNumber whether a text is written with digits
 */
export function headerRowsOf(
  first: readonly string[],
  rows: readonly (readonly string[])[],
  isNumber: (text: string) => boolean,
): number {
  // On another page, the header is repeated.
  const again = rows.findIndex((row) => row.every((cell, at) => cell === first[at]));
  const page = again < 0 ? rows : rows.slice(0, again);
  const all = [first, ...page].map((row) => row.map((cell) => plainText(cell).trim()));
  for (let levels = Math.min(maxHeaderRows, all.length - 1); levels > 1; levels -= 1) {
    const below = all.slice(levels, levels + comparedRecords);
    if (!areGroups(all.slice(0, levels), below, isNumber)) continue;
    return namesRowLabels(all.slice(0, levels), below) ? levels + 1 : levels;
  }
  return areNamedPeriods(all) ? 2 : 1;
}

/** `TIME,2013,,2014,` above `GEO`: the first name is that of the periods, the second that of the labels below. */
function areNamedPeriods([
  [name = '', ...periods] = [],
  label = [],
  ...others
]: readonly (readonly string[])[]): boolean {
  const present = periods.filter((cell) => cell !== '');
  const arePeriods = name !== '' && !isPeriod(name) && present.length > 1 && present.every(isPeriod);
  return arePeriods && isOneLabel(label) && others.length > 1 && !others.slice(0, firstRecords).some(isOneLabel);
}

/**
 * `2019 / men`: a group extends to the next one; a group without a name below it, or with its own, is itself the name.
 * If the last row only names the column of row labels, as pandas writes it, that is the name of this column.
 */
export function joinedNames([top = [], ...below]: readonly (readonly string[])[]): string[] {
  if (below.length === 0) return [...top];
  const last = below.at(-1) ?? [];
  if (isOneLabel(last)) return joinedNames([top, ...below.slice(0, -1)]).with(0, last[0] ?? '');
  const names = joinedNames(below);
  let group = '';
  return Array.from({ length: Math.max(top.length, names.length) }, (_, at) => {
    const own = top[at]?.trim() ?? '';
    const name = names[at]?.trim() ?? '';
    if (own !== '') group = name === '' ? '' : own;
    if (name === '') return own;
    return group === '' || group === name ? name : `${group} / ${name}`;
  });
}

function areGroups(
  header: readonly (readonly string[])[],
  below: readonly (readonly string[])[],
  isNumber: (text: string) => boolean,
): boolean {
  const bottom = header.at(-1) ?? [];
  if (below.length < 2 || !header.every((row) => areNames(row, isNumber))) return false;
  const numeric = bottom.map((_, at) => areNumbers(below, at, isNumber));
  // Words or years above numbers, in columns that the row above does not name on its own.
  const isUnderGroup = (level: number) =>
    bottom.some((_, at) => {
      const name = header[level + 1]?.[at] ?? '';
      const group = header[level]?.[at] ?? '';
      const isGap = at > 0 && (group === '' || group === header[level]?.[at - 1]);
      return isGap && name !== '' && numeric[at] === true && !below.every((row) => row[at] === name);
    });
  if (!header.slice(0, -1).every((row, level) => row.some((cell) => cell !== '') && isUnderGroup(level))) return false;
  // A name above numbers must not be a number itself, otherwise a first record of years would qualify.
  const periods = bottom.filter((cell) => isNumber(cell));
  if (periods.length === 1 || (periods.length > 0 && below.some((row) => hasPeriodsBelow(bottom, row)))) return false;
  const joined = joinedNames(header);
  // Statistical offices do not name the columns of labels at the left, or give them one name together.
  const named = joined.findIndex((name) => name !== '');
  const isOfLabels = (at: number) => (at < named || numeric[at] === false) && below.some((row) => row[at]);
  const names = joined.filter((_, at) => bottom[at] !== '');
  return joined.every((name, at) => name !== '' || isOfLabels(at)) && new Set(names).size === names.length;
}

/** Whether a record has a period wherever the row of names has one: then that row is a record, too. */
function hasPeriodsBelow(bottom: readonly string[], row: readonly string[]): boolean {
  return bottom.every((name, at) => !isPeriod(name) || isPeriod(row[at] ?? ''));
}

/** Nothing but words, years, days and gaps; no marks for missing values. */
function areNames(row: readonly string[], isNumber: (text: string) => boolean): boolean {
  const isDated = (cell: string) => isPeriod(cell) || isWordedYear(cell);
  return row.every((cell) => cell === '' || isDated(cell) || (!isNumber(cell) && !marks.has(cell.toLowerCase())));
}

/** Whether a column contains numbers, with few exceptions and marks for missing ones. */
function areNumbers(rows: readonly (readonly string[])[], at: number, isNumber: (text: string) => boolean): boolean {
  const present = rows.flatMap((row) => row[at] || []).filter((cell) => !marks.has(cell.toLowerCase()));
  return present.length > 0 && present.filter(isNumber).length > present.length * 0.8;
}

/**
 * Whether the record below the names of groups, each of which is repeated above every column, only names the first
 * column. Below groups with gaps it might be the heading of a section.
 */
function namesRowLabels(
  [groups = []]: readonly (readonly string[])[],
  [first = [], ...others]: readonly (readonly string[])[],
): boolean {
  const areRepeated = groups.slice(1).every((group) => group !== '');
  return areRepeated && isOneLabel(first) && others.length > 1 && !others.some(isOneLabel);
}

function isOneLabel([label = '', ...others]: readonly string[]): boolean {
  return label !== '' && others.length > 0 && others.every((cell) => cell === '');
}

/** Fewer records in a row may be there by chance among lines of one text each. */
const minBlock = 3;

/**
 * The usual number of cells with a value in a row. If most rows have one, as where a short table stands between titles
 * and notes, it is that of the rows with more, unless other rows are among them.
 */
export function typicalFill(fills: readonly number[]): number {
  const usual = median(fills);
  if (usual > 1) return usual;
  const block = fills.slice(
    fills.findIndex((fill) => fill > 1),
    fills.findLastIndex((fill) => fill > 1) + 1,
  );
  return block.length >= minBlock && block.every((fill) => fill > 1) ? median(block) : usual;
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
