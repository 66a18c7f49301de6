import { say } from '#shared/sentences/say.ts';
import { type BadValue, IngestError } from '../rows/row-store.ts';
import { type BrokenRecords, shownBrokenRecords } from './delimited/normalise-text.ts';

/** How many bad values are described one by one; the rest is counted. */
export const shownBadValues = shownBrokenRecords;

/** A failure that names the records that have too few or too many fields, or a quote that is not closed. */
export function brokenRecordsError({ count, first, hopeless }: BrokenRecords): IngestError {
  const [one] = first;
  if (one === undefined) throw new TypeError('There is a broken record where broken records are counted.');
  const advice = hopeless ? say('records-hopeless') : say('records-advice');
  return new IngestError(`${summary(count, one, 'record')} ${advice}`, first, count);
}

/** One sentence that says how much is wrong and where it begins. */
export function summary(total: number, first: BadValue, what: 'value' | 'record'): string {
  const { message: why } = first;
  const where = placeOf(first);
  return total === 1 ? say(`${what}-unread`, { where, why }) : say(`${what}s-unread`, { count: total, where, why });
}

function placeOf({ line, row, column }: BadValue): string {
  if (line) return column ? say('in-line-column', { line, column }) : say('in-line', { line });
  const record = row ?? '?';
  return column ? say('in-record-column', { record, column }) : say('in-record', { record });
}
