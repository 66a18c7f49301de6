import type { ColumnEvidence } from '#shared/rpc/source-file.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';
import type { Session } from '../../../engine/session.ts';
import { maxMarks, missingMarks } from '../../values/missing-marks.ts';

/** A member that is a number in some records and a text in others, and the kind of its numbers. */
export interface MixedMember {
  readonly name: string;
  readonly kind: 'integer' | 'float';
}

/** How a mixed member is read. */
export interface MixedReading {
  /** `text` if a text among its numbers is neither a number nor a missing value. */
  readonly kind: 'integer' | 'float' | 'text';
  /** Texts that mean a missing value. */
  readonly missing: readonly string[];
  /** Absent if numbers would lose digits. */
  readonly evidence?: ColumnEvidence;
}

/** Maximum number of texts shown of a column that stays text, and of characters of each. */
const shownTexts = 3;
const shownCharacters = 200;

/**
 * Finds out whether members that hold both numbers and texts are columns of numbers: their texts are then marks of
 * missing values, blank, or numbers as a program would write them, so that nothing is lost.
 * @param reader what follows FROM, with the object in `json`
 * @param object expression for the record within it
 * @param marks texts that mean a missing value, if the user specified them
 */
export async function readMixedMembers(
  session: Session,
  reader: string,
  object: string,
  mixed: readonly MixedMember[],
  marks: readonly string[] | undefined,
): Promise<ReadonlyMap<string, MixedReading>> {
  if (mixed.length === 0) return new Map();
  // Each member is visited once: looking each one up by its name would take quadratic time.
  const members = `(SELECT record, unnest(json_keys(record_json)) AS name, unnest(json_extract(record_json, '$.*')) AS value
    FROM (SELECT row_number() OVER () AS record, ${object} AS record_json FROM ${reader}))`;
  const answers = await session.rows(
    `SELECT name, ${questions(marks ?? missingMarks).join(', ')}
     FROM (SELECT name, json_type(value) AS type, value ->> '$' AS text FROM ${members} WHERE name IN (${listOf(mixed)}))
     GROUP BY name`,
  );
  const found = new Map(answers.map(([name, ...counts]) => [String(name), countsOf(counts)]));
  const texts = mixed.filter(({ name }) => !isNumbers(found.get(name)));
  const exceptions = await firstTexts(session, members, texts);
  return new Map(
    mixed.map((member) => [member.name, readingOf(member, found.get(member.name), exceptions.get(member.name) ?? [])]),
  );
}

function listOf(members: readonly MixedMember[]): string {
  return members.map(({ name }) => name.split('\0').map(quoteLiteral).join(' || chr(0) || ')).join(', ');
}

/** Aggregates that determine the kinds of a member's texts. */
function questions(marks: readonly string[]): string[] {
  const isMark = marks.length === 0 ? 'false' : `trim(text) IN (${marks.map(quoteLiteral).join(', ')})`;
  const isInteger = `coalesce(TRY_CAST(text AS BIGINT)::VARCHAR = text, false)`;
  // Casting a longer text would change the number.
  const isReal = `(NOT ${isInteger} AND isfinite(TRY_CAST(text AS DOUBLE)) AND TRY_CAST(text AS DOUBLE)::VARCHAR = text)`;
  const texts = [`true`, `trim(text) = ''`, isInteger, isReal, isMark];
  return [
    `count(*) FILTER (WHERE type <> 'NULL')`,
    ...texts.map((condition) => `count(*) FILTER (WHERE type = 'VARCHAR' AND ${condition})`),
    `to_json(histogram(trim(text)) FILTER (WHERE type = 'VARCHAR' AND ${isMark}))::VARCHAR`,
  ];
}

interface Counts {
  /** Number of all values, and of texts among them. */
  readonly values: number;
  readonly texts: number;
  readonly blanks: number;
  readonly integers: number;
  readonly reals: number;
  readonly missing: ColumnEvidence['missing'];
}

function countsOf(answers: readonly unknown[]): Counts {
  const [values = 0, texts = 0, blanks = 0, integers = 0, reals = 0] = answers.slice(0, 5).map(Number);
  const seen = answers[6];
  const marks = (typeof seen === 'string' ? JSON.parse(seen) : null) as Record<string, number> | null;
  const missing = Object.entries(marks ?? {}).map(([text, count]) => ({ text, count }));
  return { values, texts, blanks, integers, reals, missing };
}

/** Number of values without missing ones, and of numbers among them, including those written as text. */
function presentOf({ values, texts, blanks, integers, reals, missing }: Counts) {
  const present = values - blanks - missing.reduce((sum, { count }) => sum + count, 0);
  return { present, numbers: values - texts + integers + reals };
}

function isNumbers(counts: Counts | undefined): boolean {
  if (counts === undefined || counts.missing.length > maxMarks) return false;
  const { present, numbers } = presentOf(counts);
  return present === numbers;
}

type Exceptions = ColumnEvidence['exceptions'];

/** Maximum number of members whose first texts are searched for. */
const maxMembersShown = 50;

/** The first texts of each member that are not numbers. */
async function firstTexts(
  session: Session,
  members: string,
  texts: readonly MixedMember[],
): Promise<ReadonlyMap<string, Exceptions>> {
  if (texts.length === 0) return new Map();
  const answers = await session.rows(
    `SELECT name, record, value ->> '$' AS text FROM ${members}
     WHERE name IN (${listOf(texts.slice(0, maxMembersShown))}) AND json_type(value) = 'VARCHAR'
       AND trim(value ->> '$') <> '' AND TRY_CAST(value ->> '$' AS DOUBLE) IS NULL
     QUALIFY row_number() OVER (PARTITION BY name ORDER BY record) <= ${shownTexts} ORDER BY record`,
  );
  const found = new Map<string, Exceptions>();
  for (const [name, record, text] of answers) {
    const one = { record: Number(record), text: String(text).slice(0, shownCharacters) };
    found.set(String(name), [...(found.get(String(name)) ?? []), one]);
  }
  return found;
}

const plain = { decimalComma: false, thousands: '' };

function readingOf({ kind }: MixedMember, counts: Counts | undefined, exceptions: Exceptions): MixedReading {
  if (counts === undefined) return { kind: 'text', missing: [] };
  const { present, numbers } = presentOf(counts);
  const common = { whole: true, exceptions };
  if (isNumbers(counts)) {
    const { missing, reals } = counts;
    return {
      kind: reals > 0 ? 'float' : kind,
      missing: missing.map(({ text }) => text),
      evidence: { ...common, values: present, fitting: present, missing, numbers: plain },
    };
  }
  if (exceptions.length === 0) return { kind: 'text', missing: [] };
  return {
    kind: 'text',
    missing: [],
    evidence: { ...common, values: counts.values, fitting: numbers, missing: [], numbers: null },
  };
}
