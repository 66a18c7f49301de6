import type { DuckDBValue } from '@duckdb/node-api';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import type { Session } from '../../engine/session.ts';

/** What a plan states about a column of dates or times before its values are stored. */
export interface PlannedMoment {
  readonly kind: MomentKind;
  /** Whether every value is checked on the way in; otherwise the stored values decide. */
  readonly checked: boolean;
}

/** A text column to be tested for whether all its values are dates or times. */
export interface MomentCandidate {
  readonly reference: string;
  readonly planned: PlannedMoment | null;
  /** Smallest and largest of its texts; null if it has none. */
  readonly ends: readonly [least: string, greatest: string] | null;
}

/** Maximum length of a text that {@link patterns} accept. */
export const maxMomentLength = 35;

type Family = 'date' | 'date-time' | 'time' | 'month' | 'quarter' | 'week';

/** The strict forms of ISO 8601, as patterns for both JavaScript and the engine. */
const clock = '([01][0-9]|2[0-3]):[0-5][0-9](:([0-5][0-9]|60)([.][0-9]{1,9})?)?';
const zone = '(Z|[+-][0-9]{2}(:?[0-9]{2})?)';
const day = '[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])';
const patterns: Readonly<Record<Family, string>> = {
  date: day,
  'date-time': `${day}T${clock}${zone}?`,
  time: `${clock}${zone}?`,
  month: '[0-9]{4}-(0[1-9]|1[0-2])',
  quarter: '[0-9]{4}-Q[1-4]',
  week: '[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])',
};
const families = Object.entries(patterns).map(
  ([family, pattern]) => [family as Family, new RegExp(`^(?:${pattern})$`)] as const,
);

/** If all texts are of one form, so are the smallest and the largest. */
function familyOf(ends: MomentCandidate['ends']): Family | null {
  return families.find(([, pattern]) => ends?.every((end) => pattern.test(end)))?.[0] ?? null;
}

const knownFamily = (kind: MomentKind): Family => (kind === 'date-time-zone' ? 'date-time' : kind);

/** Condition for a text to be a value of a family. */
function fits(family: Family, reference: string): string {
  const form = `regexp_full_match(${reference}, '${patterns[family]}')`;
  if (family !== 'date' && family !== 'date-time') return form;
  return `(${form} AND TRY_CAST(left(${reference}, 10) AS DATE) IS NOT NULL)`;
}

/**
 * Condition that contradicts or refines a family that all values fit: a date and time with an offset, or a month that
 * may also be a year that does not begin in January (`2010-11`).
 */
function marked(family: Family, reference: string): string {
  if (family === 'date-time') return `regexp_matches(substr(${reference}, 17), '[Z+-]')`;
  if (family !== 'month') return 'false';
  const next = `(TRY_CAST(left(${reference}, 4) AS INTEGER) + 1) % 100`;
  return `TRY_CAST(right(${reference}, 2) AS INTEGER) = ${next}`;
}

function refined(family: Family, present: number, marks: number): MomentKind | null {
  if (family === 'date-time') return marks === present ? 'date-time-zone' : 'date-time';
  return family === 'month' && marks === present ? null : family;
}

const columnsAtOnce = 50;

/**
 * Which columns hold only dates or times, by position in `candidates`. For a column without values, the plan decides.
 * @param records what follows FROM
 */
export async function findMoments(
  session: Session,
  records: string,
  candidates: readonly MomentCandidate[],
): Promise<(MomentKind | null)[]> {
  const found = candidates.map(({ ends, planned }) => (ends === null ? (planned?.kind ?? null) : null));
  const requested = candidates.flatMap(({ reference, planned, ends }, position) => {
    const family = ends !== null && planned?.checked === true ? knownFamily(planned.kind) : familyOf(ends);
    if (ends === null || family === null) return [];
    const certain = planned?.checked === true;
    // Nothing is left to query.
    if (certain && family !== 'date-time' && family !== 'month') found[position] = family;
    return found[position] === null ? [{ position, family, reference, certain }] : [];
  });
  for (let at = 0; at < requested.length; at += columnsAtOnce) {
    const part = requested.slice(at, at + columnsAtOnce);
    const counts = part.flatMap(({ family, reference, certain }) => [
      `count(${reference})`,
      certain ? `count(${reference})` : `count(*) FILTER (WHERE ${fits(family, reference)})`,
      `count(*) FILTER (WHERE ${marked(family, reference)})`,
    ]);
    const answers: readonly DuckDBValue[] = await session.row(`SELECT ${counts.join(', ')} FROM ${records}`);
    for (const [index, { position, family }] of part.entries()) {
      const [present = 0, fitting = 0, marks = 0] = answers.slice(index * 3, index * 3 + 3).map(Number);
      found[position] = present === fitting ? refined(family, present, marks) : null;
    }
  }
  return found;
}
