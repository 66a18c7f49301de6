import { quoteLiteral } from '../../store/duckdb/quoting.ts';
import type { Session } from '../../store/duckdb/session.ts';
import type { SourceColumn } from '../readers/source-column.ts';
import { missingMarks } from './missing-marks.ts';
import { wordedMoment } from './worded-moments.ts';

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
const spelled = `[0-9 \\t.,''’\\x{a0}\\x{2009}\\x{202f}\\x{2212}:/TZWQMtzwqm+%()eEAaPp€$£-]{1,40}`;
/** Bytes of the longest text with words of a date and a time. */
const maxWordedLength = 80;

const shapeSql = `CASE
  WHEN regexp_full_match(value, '[0-9]{1,40}') THEN left(${nines}, strlen(value))
  WHEN regexp_full_match(value, '[0-9]{1,20}[.][0-9]{1,20}')
    THEN left(${nines}, instr(value, '.') - 1) || '.' || left(${nines}, strlen(value) - instr(value, '.'))
  WHEN trim(value) = '' THEN '= '
  WHEN trim(value) IN (${missingMarks.map(quoteLiteral).join(', ')}) THEN '=' || trim(value)
  WHEN regexp_full_match(value, '${spelled}') AND regexp_matches(value, '[0-9]')
    THEN translate(trim(value, ' \t'), '0123456789', '9999999999')
  WHEN strlen(value) <= ${maxWordedLength} AND regexp_matches(value, '[0-9]{4}') AND regexp_full_match(lower(trim(value)), ${quoteLiteral(wordedMoment('[0-9]'))})
    THEN translate(trim(value), '0123456789', '9999999999')
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
  if (columns.length === 0) return new Map();
  const named = columns.map(({ reference }, position) => `${reference} AS "${position}"`);
  const found = await session.rows(
    `SELECT position, ${shapeSql} AS shape, ${zeroSql} AS zero, count(*)
     FROM (UNPIVOT (SELECT ${named.join(', ')} FROM ${records}) ON COLUMNS(*) INTO NAME position VALUE value)
     WHERE value <> '' GROUP BY ALL ORDER BY count(*) DESC, shape, zero`,
  );
  const gathered = columns.map(() => ({ values: 0, shapes: [] as ValueShape[], marks: [] as Mark[], others: 0 }));
  for (const [position, shape, zero, number] of found) {
    const column = gathered[Number(position)];
    if (column === undefined) continue;
    const [text, count] = [String(shape), Number(number)];
    column.values += count;
    if (text === '?') column.others += count;
    else if (text.startsWith('=')) column.marks.push({ text: text.slice(1), count });
    else column.shapes.push({ shape: text, leadingZero: zeros[Number(zero)] ?? 'none', count });
  }
  return new Map(columns.map((column, position) => [column, gathered[position] ?? noShapes]));
}

type Mark = ColumnShapes['marks'][number];
