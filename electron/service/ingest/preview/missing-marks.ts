import { isNumberText } from './number-text.ts';

/** Texts that mean "missing" wherever they stand. */
const plainMarks = ['\\N', '#N/A', 'N/A', 'n/a', 'NULL', 'null', '<NA>'] as const;
/** Texts that mean it among numbers, but may be a word or a code elsewhere. */
const doubtfulMarks = [
  'NA',
  'na',
  'None',
  'none',
  'NaN',
  'nan',
  '-',
  '--',
  '---',
  '–',
  '—',
  '.',
  '..',
  '...',
  '…',
  '?',
  ':',
] as const;

/** Most different words of a column that may still be marks. */
const mostMarks = 3;

/**
 * Finds the texts by which a file marks missing values: those that stand among the numbers of a column. A doubtful one
 * that is also among the words of another column is left alone, as it would be lost there.
 * @param columns the texts of each column, missing ones left out.
 */
export function findMissingMarks(columns: readonly (readonly string[])[]): string[] {
  const known: ReadonlySet<string> = new Set([...plainMarks, ...doubtfulMarks]);
  const doubtful: ReadonlySet<string> = new Set(doubtfulMarks);
  const found = new Set<string>();
  const wordColumns: ReadonlySet<string>[] = [];
  for (const column of columns) {
    const words = new Set(column.filter((text) => !isNumberText(text.trim())));
    const marks = [...words].filter((word) => known.has(word));
    const numbers = column.some((text) => isNumberText(text.trim()));
    if (numbers && marks.length === words.size && marks.length <= mostMarks) for (const mark of marks) found.add(mark);
    else wordColumns.push(words);
  }
  return [...found].filter((mark) => !doubtful.has(mark) || !wordColumns.some((words) => words.has(mark)));
}
