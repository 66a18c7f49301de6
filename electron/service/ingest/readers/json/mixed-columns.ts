import { quoteLiteral } from '../../../store/duckdb/quoting.ts';
import type { Session } from '../../../store/duckdb/session.ts';
import type { ColumnEvidence } from '../../../store/row-store.ts';
import { maxMarks, missingMarks } from '../../types/missing-marks.ts';

/** A member that is a number in some records and a text in others. */
export interface MixedMember {
  readonly name: string;
  /** What its numbers are. */
  readonly kind: 'integer' | 'float';
  /** Expression that gives it as JSON. */
  readonly reference: string;
}

/** What such a member is. */
export interface MixedReading {
  /** `text` where a text among its numbers is neither a number nor a missing value. */
  readonly kind: 'integer' | 'float' | 'text';
  /** Texts that mean a missing value. */
  readonly missing: readonly string[];
  /** Absent where numbers alone would lose digits. */
  readonly evidence?: ColumnEvidence;
}

/** Members that are asked about by one statement. */
const membersAtOnce = 20;
/** Texts that are shown of a column that stays text, and characters of each. */
const shownTexts = 3;
const shownCharacters = 200;

/**
 * Finds out whether members that hold both numbers and texts are columns of numbers: their texts are then marks of
 * missing values, blank, or numbers as a program would write them, so that nothing is lost.
 * @param records what stands behind FROM
 * @param marks texts that mean a missing value where the person says which do
 */
export async function readMixedMembers(
  session: Session,
  records: string,
  members: readonly MixedMember[],
  marks: readonly string[] | undefined,
): Promise<ReadonlyMap<string, MixedReading>> {
  const found = new Map<string, MixedReading>();
  for (let at = 0; at < members.length; at += membersAtOnce) {
    const part = members.slice(at, at + membersAtOnce);
    const answers = await session.row(
      `SELECT ${part.flatMap((member) => questions(member, marks ?? missingMarks)).join(', ')} FROM ${records}`,
    );
    for (const [position, member] of part.entries()) {
      const [values, texts, blanks, integers, reals, markCount, seen] = answers.slice(position * 7, position * 7 + 7);
      const counts = { values, texts, blanks, integers, reals, marks: markCount };
      found.set(member.name, await readingOf(session, records, member, numbersOf(counts), marksOf(seen)));
    }
  }
  return found;
}

/** Aggregates that say of what kinds the texts of a member are. */
function questions({ reference }: MixedMember, marks: readonly string[]): string[] {
  const text = `(${reference} ->> '$')`;
  const isText = `json_type(${reference}) = 'VARCHAR'`;
  const isMark = marks.length === 0 ? 'false' : `trim(${text}) IN (${marks.map(quoteLiteral).join(', ')})`;
  const isInteger = `TRY_CAST(${text} AS BIGINT)::VARCHAR = ${text}`;
  // A longer text that is cast would be another number.
  const isReal = `(NOT coalesce(${isInteger}, false) AND isfinite(TRY_CAST(${text} AS DOUBLE)) AND TRY_CAST(${text} AS DOUBLE)::VARCHAR = ${text})`;
  return [
    `count(*) FILTER (WHERE json_type(${reference}) <> 'NULL')`,
    `count(*) FILTER (WHERE ${isText})`,
    `count(*) FILTER (WHERE ${isText} AND trim(${text}) = '')`,
    `count(*) FILTER (WHERE ${isText} AND ${isInteger})`,
    `count(*) FILTER (WHERE ${isText} AND ${isReal})`,
    `count(*) FILTER (WHERE ${isText} AND ${isMark})`,
    `to_json(histogram(trim(${text})) FILTER (WHERE ${isText} AND ${isMark}))::VARCHAR`,
  ];
}

function numbersOf<Name extends string>(counts: Readonly<Record<Name, unknown>>): Readonly<Record<Name, number>> {
  const entries = Object.entries(counts).map(([name, count]) => [name, Number(count ?? 0)]);
  return Object.fromEntries(entries) as Record<Name, number>;
}

function marksOf(seen: unknown): ColumnEvidence['missing'] {
  const counts = (typeof seen === 'string' ? JSON.parse(seen) : null) as Record<string, number> | null;
  return Object.entries(counts ?? {}).map(([text, count]) => ({ text, count }));
}

type Counts = Readonly<Record<'values' | 'texts' | 'blanks' | 'integers' | 'reals' | 'marks', number>>;

async function readingOf(
  session: Session,
  records: string,
  { kind, reference }: MixedMember,
  { values, texts, blanks, integers, reals, marks }: Counts,
  missing: ColumnEvidence['missing'],
): Promise<MixedReading> {
  const present = values - blanks - marks;
  const numbers = values - texts + integers + reals;
  if (numbers === present && missing.length <= maxMarks) {
    const evidence = { whole: true, values: present, fitting: present, missing, exceptions: [], numbers: plain };
    const found = reals > 0 ? 'float' : kind;
    return { kind: found, missing: missing.map(({ text }) => text), evidence };
  }
  const exceptions = await session.rows(
    `SELECT record, text FROM (SELECT row_number() OVER () AS record, ${reference} ->> '$' AS text, json_type(${reference}) AS type FROM ${records})
     WHERE type = 'VARCHAR' AND trim(text) <> '' AND TRY_CAST(text AS DOUBLE) IS NULL LIMIT ${shownTexts}`,
  );
  if (exceptions.length === 0) return { kind: 'text', missing: [] };
  return {
    kind: 'text',
    missing: [],
    evidence: {
      whole: true,
      values,
      fitting: numbers,
      missing: [],
      exceptions: exceptions.map(([record, text]) => {
        return { record: Number(record), text: String(text).slice(0, shownCharacters) };
      }),
      numbers: null,
    },
  };
}

const plain = { decimalComma: false, thousands: '' };
