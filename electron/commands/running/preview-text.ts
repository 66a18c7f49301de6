import { englishText } from '#shared/english/english-text.ts';
import type { FilePreview, FoundColumn } from '#shared/rpc/source-file.ts';
import { printable } from '#shared/text/printable.ts';
import { rangeText } from '#shared/text/sheet-range.ts';

/** Describes on a terminal how a file would be read. */
export function previewText(preview: FilePreview): string {
  const { name, format, compression, findings, leftOut, columns, broken, rows, whole } = preview;
  const notices = preview.notices.filter(({ code }) => code !== 'totals-below' && !repeatable.has(code));
  const lines = [
    `${name}: ${format}${compression === 'none' ? '' : `, compressed with ${compression}`}`,
    ...sheetText(preview),
    ...tablesText(preview),
    ...findings.map(findingText),
    ...(leftOut.length === 0 ? [] : ['skipped:']),
    ...leftOut.map(({ line, text, why }) => `  line ${line} (${why}): ${text}`),
    ...periodsText(preview.periods),
    ...mergedText(preview),
    ...marksText(preview.marks),
    ...unitsText(preview.unitsLines),
    ...totalsText(preview),
    'columns:',
    ...columns.flatMap(columnText),
    ...(broken.count === 0 ? [] : [`unreadable records: ${broken.count}`]),
    ...broken.first
      .slice(0, shownRecords)
      .map(({ line, reason, value }) => `  line ${line}: ${englishText(reason)} ${value ?? ''}`),
    ...(notices.length === 0 ? [] : ['notes:', ...notices.map((notice) => `  ${englishText(notice)}`)]),
    `${whole ? 'rows' : 'first rows'}:`,
    ...rows.slice(0, shownRecords).map((row) => `  ${row.map((cell) => (cell === null ? '' : cell)).join(' | ')}`),
  ];
  return printable(`${lines.join('\n')}\n`);
}

const shownRecords = 10;

const groupWords = {
  ...{ sex: 'sexes', age: 'ages', country: 'countries', state: 'states' },
  ...{ region: 'regions', industry: 'industries', none: 'periods' },
} as const;

function periodsText(periods: FilePreview['periods']): string[] {
  if (periods === undefined) return [];
  const { applied, group, count, first, last } = periods;
  const what = groupWords[group ?? 'none'];
  const found = `${count} columns are ${what} (${quoted(first)} to ${quoted(last)})`;
  return [applied ? `${found} and become rows; --no-rows-from keeps them` : `${found}; --rows-from makes them rows`];
}

function tablesText({ tables = [] }: FilePreview): string[] {
  return tables.map(({ line, range, rows, columns, title }) => {
    const named = title === '' ? '' : ` ${quoted(title)}`;
    return `table at row ${line}, ${rows} x ${columns}${named}; --range ${rangeText(range)} reads it`;
  });
}

/** Notes on values that are repeated in the cells below them on request. */
const repeatable: ReadonlySet<string> = new Set(['merged-cells', 'labels-once']);

function mergedText({ notices }: FilePreview): string[] {
  return notices.flatMap((notice) =>
    repeatable.has(notice.code) ? [`${englishText(notice)}; --fill-merged repeats it`] : [],
  );
}

function marksText(marks: FilePreview['marks']): string[] {
  if (marks === undefined) return [];
  const { applied, kept, columns } = marks;
  const known = marks.marks.map(({ mark, meaning }) => (meaning === null ? mark : `${mark} ${meaning}`)).join(', ');
  const what = `marks of status in ${columns.join(', ')} (${known})`;
  if (!applied) return [`${what}; --marks keep reads the numbers without them`];
  return [kept ? `${what} are kept; --marks drop leaves them out` : `${what} are left out; --marks keep keeps them`];
}

function totalsText({ notices, totals = [] }: FilePreview): string[] {
  const found = notices.find(({ code }) => code === 'totals-below');
  const { lines, column, value } = found?.code === 'totals-below' ? found.values : { lines: [], column: '', value: '' };
  const known: ReadonlySet<number> = new Set(lines);
  const others = totals.filter(({ line }) => !known.has(line));
  const flag = `--leave-out ${lines.join(',')}`;
  return [
    ...(lines.length === 0
      ? []
      : [`line ${lines.join(', ')} looks like a total ("${value}" in ${column}), not a record; ${flag} skips it`]),
    ...others.map(({ line, label, isSum }) => {
      const what = isSum ? 'is the sum of other records' : 'looks like a total';
      return `line ${line} (${quoted(label)}) ${what}; --totals leave-out skips it, --totals level marks it`;
    }),
  ];
}

function unitsText(lines: readonly number[]): string[] {
  if (lines.length === 0) return [];
  return lines.length === 1
    ? [`line ${lines[0]} looks like units or descriptions, not a record; --units-row skips it`]
    : [`lines ${lines.join(', ')} look like units or descriptions, not records; --units-row skips them`];
}

function sheetText({ sheets, options: { sheet } }: FilePreview): string[] {
  const others = sheets.filter((name) => name !== sheet).map(quoted);
  return sheet === undefined
    ? []
    : [`sheet: ${quoted(sheet)}${others.length === 0 ? '' : ` (or ${others.join(', ')})`}`];
}

function findingText({ option, value, unsure, alternatives }: FilePreview['findings'][number]): string {
  const others =
    alternatives.length === 0 ? '' : ` (or ${alternatives.map((other) => quoted(other.value)).join(', ')})`;
  return `${option}: ${quoted(value)}${unsure ? ', not sure' : ''}${others}`;
}

function quoted(value: string): string {
  return /^[\w-]+$/.test(value) ? value : JSON.stringify(value);
}

function columnText({ source, type, moment, evidence, reason, question }: FoundColumn): string[] {
  const kind = moment == null ? type : `${type} (${moment})`;
  const inferred = evidence?.stated !== true && type === 'text' && moment == null;
  const count =
    evidence === undefined
      ? ''
      : `: ${evidence.fitting} of ${evidence.values} values${evidence.whole ? '' : ' of the first records'}${inferred ? ' look like numbers or dates' : ''}`;
  return [
    `  ${source}: ${kind}${count}${reason === null ? '' : `; ${englishText(reason)}`}`,
    ...(evidence?.missing ?? []).map(
      ({ text, count: number }) => `    missing: ${JSON.stringify(text)}, ${number === 1 ? 'once' : `${number} times`}`,
    ),
    ...(evidence?.exceptions ?? []).map(({ record, text }) => `    record ${record}: ${text}`),
    ...(question?.choices ?? []).map(({ options, sample }) => `    ${flagsOf(options)}: ${sample.join(', ')}`),
  ];
}

type ChoiceOptions = NonNullable<FoundColumn['question']>['choices'][number]['options'];

/** The command-line options that resolve an ambiguity. */
function flagsOf({ decimalComma, thousands, dates }: ChoiceOptions): string {
  return [
    ...(decimalComma === undefined ? [] : [`--decimal '${decimalComma ? ',' : '.'}'`]),
    ...(thousands === undefined ? [] : [`--thousands '${thousands}'`]),
    ...(dates === undefined ? [] : [`--dates ${dates}`]),
  ].join(' ');
}
