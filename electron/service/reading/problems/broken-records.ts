import { type Explanation, explain, inTurn } from '#shared/failures.ts';
import type { BadValue } from '#shared/rpc/backend-failure.ts';
import { type BrokenRecords, shownBrokenRecords } from '../formats/delimited/normalise-text.ts';
import { IngestError } from '../reading.ts';

/** Number of bad values described individually; the rest is counted. */
export const shownBadValues = shownBrokenRecords;

/** An error that names the records with too few or too many fields, or an unclosed quote. */
export function brokenRecordsError({ count, first, hopeless }: BrokenRecords): IngestError {
  const [one] = first;
  if (one === undefined) throw new TypeError('There is a broken record where broken records are counted.');
  const advice = hopeless ? explain('records-hopeless') : explain('records-advice');
  const together = linesTogether(first, count);
  const parts = together === null ? [advice] : [explain('records-together', together), advice];
  return new IngestError(inTurn(summary(count, one, 'record'), ...parts), first, count);
}

/** The lines of broken records if they are consecutive, and so may be another table or notes. */
function linesTogether(first: readonly BadValue[], count: number): { from: number; to: number } | null {
  if (count < 3 || first.length < count) return null;
  const isNext = ({ row }: BadValue, at: number) => at === 0 || row === (first[at - 1]?.row ?? 0) + 1;
  const [from, to] = [first[0]?.line, first.at(-1)?.line];
  return from && to && first.every(isNext) ? { from, to } : null;
}

/** One sentence with the number of problems and the position of the first. */
export function summary(total: number, first: BadValue, what: 'value' | 'record'): Explanation {
  const { reason: why } = first;
  const where = placeOf(first);
  return total === 1
    ? explain(`${what}-unread`, { where, why })
    : explain(`${what}s-unread`, { count: total, where, why });
}

function placeOf({ line, row, column }: BadValue): Explanation {
  if (line) return column ? explain('in-line-column', { line, column }) : explain('in-line', { line });
  const record = row ?? '?';
  return column ? explain('in-record-column', { record, column }) : explain('in-record', { record });
}
