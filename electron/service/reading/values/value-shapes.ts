import { quoteLiteral } from '#shared/text/quoting.ts';
import type { Session } from '../../engine/session.ts';
import type { SourceColumn } from '../formats/layouts.ts';
import { missingMarks } from './missing-marks.ts';
import { wordedMoment } from './worded-moments.ts';

/** Words of units, of which the longer ones come first. */
export const unitWords = [
  ...(['Mio.', 'Mrd.', 'Tsd.', 'million', 'billion', 'Mio', 'Mrd', 'Tsd', 'bn'] as const),
  ...(['EUR', 'USD', 'GBP', 'CHF'] as const),
] as const;

/** Values of a column with the same shape: every digit as 9. */
export interface ValueShape {
  readonly shape: string;
  /** `code`: a zero before another digit; `fraction`: a single zero before something else. */
  readonly leadingZero: 'none' | 'code' | 'fraction';
  readonly count: number;
}

/** The shapes of a text column's values; empty texts count as missing. */
export interface ColumnShapes {
  readonly values: number;
  /** Possible numbers, dates or times. */
  readonly shapes: readonly ValueShape[];
  /** Texts that mean a missing value in many files. */
  readonly marks: readonly { readonly text: string; readonly count: number }[];
  /** Number of other values. */
  readonly others: number;
}

export const noShapes: ColumnShapes = { values: 0, shapes: [], marks: [], others: 0 };

const nines = quoteLiteral('9'.repeat(64));
/** Characters of numbers, dates and times in their usual formats. */
const spelled = `[0-9 \\t.,''’\\x{a0}\\x{2009}\\x{202f}\\x{2212}:/TZWQMtzwqm+%()eEAaPp€$£‰-]{1,40}`;
/** A number with a word such as `Mio.` before or after it. */
const word = `(?:${unitWords.map((one) => one.replace('.', '[.]')).join('|')})`;
const digits = `[-+\\x{2212}]?[0-9][0-9.,’'\\x{a0}\\x{2009}\\x{202f} ]{0,30}`;
const withUnitWord = `\\s*(?:${word} ?${digits}|${digits} ?${word})\\s*`;
/** Bytes of the longest text with words of a date and a time. */
const maxWordedLength = 80;

/** What may be a date or a time with words. */
const candidate = '!';
const wordedSql = `CASE WHEN regexp_full_match(lower(trim(value)), ${quoteLiteral(wordedMoment('[0-9]'))})
    THEN translate(trim(value), '0123456789', '9999999999') ELSE '?' END`;

/** @param worded the shape of what may be a date or a time with words */
const shapeSql = (worded: string) => `CASE
  WHEN regexp_full_match(value, '[0-9]{1,40}') THEN left(${nines}, strlen(value))
  WHEN regexp_full_match(value, '[0-9]{1,20}[.][0-9]{1,20}')
    THEN left(${nines}, instr(value, '.') - 1) || '.' || left(${nines}, strlen(value) - instr(value, '.'))
  WHEN trim(value) = '' THEN '= '
  WHEN trim(value) IN (${missingMarks.map(quoteLiteral).join(', ')}) THEN '=' || trim(value)
  WHEN regexp_full_match(value, '${spelled}') AND regexp_matches(value, '[0-9]')
    THEN translate(trim(value, ' \t'), '0123456789', '9999999999')
  WHEN regexp_full_match(value, ${quoteLiteral(withUnitWord)}) THEN translate(trim(value, ' \t'), '0123456789', '9999999999')
  WHEN strlen(value) <= ${maxWordedLength} AND regexp_matches(value, '[0-9]{4}') THEN ${worded}
  ELSE '?' END`;
const zeroSql = `CASE WHEN value >= '1' AND value < ':' THEN 0
  WHEN regexp_matches(value, '^[ \t]*[-+\\x{2212}]?0[0-9]') THEN 1
  WHEN regexp_matches(value, '^[ \t]*[-+\\x{2212}]?0[^0-9]') THEN 2 ELSE 0 END`;
const zeros = ['none', 'code', 'fraction'] as const;

/**
 * The shapes of the values of many text columns: the most frequent first, those equally frequent by their text, so
 * that the same file is always described alike.
 * @param records what follows FROM
 */
export async function valueShapes(
  session: Session,
  records: string,
  columns: readonly SourceColumn[],
): Promise<ReadonlyMap<SourceColumn, ColumnShapes>> {
  const quick = await countShapes(session, records, columns, quoteLiteral(candidate));
  const open = new Set(quick.flatMap(({ column, shape }) => (shape === candidate ? [column] : [])));
  // Compiling the names of all months takes longer than anything else about a small file.
  const exact = await countShapes(session, records, [...open], wordedSql);
  const found = [...quick.filter(({ column }) => !open.has(column)), ...exact];
  const gathered = new Map(
    columns.map((column) => [column, { values: 0, shapes: [] as ValueShape[], marks: [] as Mark[], others: 0 }]),
  );
  for (const { column, shape, leadingZero, count } of found) {
    const shapes = gathered.get(column);
    if (shapes === undefined) continue;
    shapes.values += count;
    if (shape === '?') shapes.others += count;
    else if (shape.startsWith('=')) shapes.marks.push({ text: shape.slice(1), count });
    else shapes.shapes.push({ shape, leadingZero, count });
  }
  return gathered;
}

/** How often each shape is in each column. */
async function countShapes(
  session: Session,
  records: string,
  columns: readonly SourceColumn[],
  worded: string,
): Promise<(ValueShape & { readonly column: SourceColumn })[]> {
  if (columns.length === 0) return [];
  const named = columns.map(({ reference }, position) => `${reference} AS "${position}"`);
  const found = await session.rows(
    `SELECT position, ${shapeSql(worded)} AS shape, ${zeroSql} AS zero, count(*)
     FROM (UNPIVOT (SELECT ${named.join(', ')} FROM ${records}) ON COLUMNS(*) INTO NAME position VALUE value)
     WHERE value <> '' GROUP BY ALL ORDER BY count(*) DESC, shape, zero`,
  );
  return found.flatMap(([position, shape, zero, count]) => {
    const column = columns[Number(position)];
    const leadingZero = zeros[Number(zero)] ?? 'none';
    return column === undefined ? [] : [{ column, shape: String(shape), leadingZero, count: Number(count) }];
  });
}

type Mark = ColumnShapes['marks'][number];
