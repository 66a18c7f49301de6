import { coordinatePair } from '#shared/coordinate-columns.ts';
import { explain } from '#shared/failures.ts';
import type { ColumnsToRows, FoundPeriods } from '#shared/rpc/source-file.ts';
import { IngestError, type SurveyedColumn } from '../reading.ts';
import { type FoundLong, findLong } from './find-long.ts';
import { groupKey } from './heading-groups.ts';
import { type LongLayout, turnedColumns } from './long-layout.ts';
import { matchedLayout } from './match-headings.ts';

/**
 * The columns that a person wants to be rows.
 * @param names of all columns
 * @throws {IngestError} `no-columns-to-rows` if no heading fits
 */
export function requestedRows(names: readonly string[], { pattern, into }: ColumnsToRows): LongLayout {
  const layout = pattern === undefined ? (findLong(names)?.layout ?? null) : matchedLayout(names, pattern, into);
  if (layout === null) throw new IngestError(explain('no-columns-to-rows'));
  return layout;
}

/** Periods in the headings, as shown to a person. */
export function periodsIn(layout: LongLayout, applied: boolean): FoundPeriods {
  const headings = [...turnedColumns(layout)];
  const group = groupKey(headings);
  return {
    applied,
    ...(group !== null && { group }),
    count: headings.length,
    first: headings[0] ?? '',
    last: headings.at(-1) ?? '',
  };
}

/**
 * Whether columns of periods become rows without being chosen: their values are numbers, records have a name, and
 * there is no other number that would be repeated in each of the rows.
 * @param columns of the wide table, with what their first values are
 */
export function areRowsCertain({ layout, certain }: FoundLong, columns: readonly SurveyedColumn[]): boolean {
  const turned = turnedColumns(layout);
  const first = columns.findIndex(({ source }) => turned.has(source));
  const values = columns.filter(({ source }) => turned.has(source)).map(kindOf);
  const labels = columns.flatMap((column, at) => (turned.has(column.source) ? [] : [{ column, at }]));
  const pair = coordinatePair(labels.map(({ column }) => column.source));
  const isRepeatable = ({ column, at }: (typeof labels)[number]) =>
    kindOf(column) !== 'numbers' ||
    (at < first && column.type === 'integer') ||
    [pair?.longitude, pair?.latitude].includes(column.source);
  return (
    certain &&
    values.includes('numbers') &&
    !values.includes('texts') &&
    labels.some(({ column }) => kindOf(column) === 'texts') &&
    labels.every(isRepeatable)
  );
}

/** What the values of a column are, apart from missing ones and a few remarks. */
function kindOf({ type, moment, evidence, unit, question }: SurveyedColumn): 'numbers' | 'texts' | 'nothing' {
  if (type === 'integer' || type === 'float' || unit !== undefined) return 'numbers';
  if (evidence?.values === 0) return 'nothing';
  if (question?.kind === 'decimal-or-thousands') return 'numbers';
  const isMixed = evidence !== undefined && evidence.stated !== true && evidence.fitting * 2 >= evidence.values;
  return type === 'text' && moment === null && isMixed ? 'numbers' : 'texts';
}
