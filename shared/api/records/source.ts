import { type Static, Type } from 'typebox';
import { type ChangeSummary, Choice, Every, Guards, Retention, sourceStates, WebSourceKind } from '../../follow.ts';
import type { Immutable } from '../../immutable.ts';
import { count, flag, oneOf, orNull, record, text } from '../../schema-parts.ts';
import { columnsAdded, columnsRemoved, columnsRetyped, moment, recordNumber, time } from '../fields.ts';

const dataset = text('Absolute address of the dataset.');
const { kind, entry, parameters } = Choice.properties;

const { rowsFell, columnGone, columnRetyped, checks } = Guards.properties;

/** When a new version is held back until a user decides. */
export const SourceGuards = record(
  'Guards',
  { rows_fell: rowsFell, column_gone: columnGone, column_retyped: columnRetyped, checks },
  'When a new version is held back until a user decides.',
);

/** The guards as they are stored. */
export function guardsOf(guards: SourceRecord['guards']): Guards {
  const { rows_fell: rowsFell, column_gone: columnGone, column_retyped: columnRetyped, checks } = guards;
  return { rowsFell, columnGone, columnRetyped, checks };
}

/** The guards as they are written in a record. */
export function guardsRecord({ rowsFell, columnGone, columnRetyped, checks }: Guards): SourceRecord['guards'] {
  return { rows_fell: rowsFell, column_gone: columnGone, column_retyped: columnRetyped, checks };
}

/** How a version differs from the previous one. */
const Summary = record(
  'ChangeSummary',
  {
    key: Type.Array(Type.String(), {
      description: 'Columns by which rows were matched; empty if whole rows were compared.',
    }),
    rows_before: count('Number of rows of the previous version.'),
    rows: count('Number of rows.'),
    added: count('Number of rows that were added.'),
    removed: count('Number of rows that were removed.'),
    changed: count('Number of rows with a changed value.'),
    columns: Type.Array(
      Type.Object({
        name: text('Name of the column.'),
        values: count('Number of changed values.'),
        largest: Type.Optional(
          Type.Object(
            {
              change: Type.Number({ description: 'The difference.' }),
              row: Type.Array(Type.String(), { description: 'Values of the key columns in its row.' }),
            },
            { description: 'The largest change of a number, either way; absent for other values.' },
          ),
        ),
      }),
      { description: 'The columns with changed values, the most changed first.' },
    ),
    counted: count('Number of changed rows in which `columns` counts values.'),
    columns_added: columnsAdded,
    columns_removed: columnsRemoved,
    columns_retyped: columnsRetyped,
  },
  'How a version differs from the previous one.',
);

/** A summary as it is written in a record. */
export function summaryRecord(summary: ChangeSummary): Change['summary'] {
  const { rowsBefore, columnsAdded, columnsRemoved, columnsRetyped, ...rest } = summary;
  return {
    ...rest,
    rows_before: rowsBefore,
    columns_added: columnsAdded,
    columns_removed: columnsRemoved,
    columns_retyped: columnsRetyped,
  };
}

const key = orNull(Type.Array(Type.String()), 'Columns by which rows are matched; null until guessed.');
const allowPrivate = flag('Whether addresses of the computer itself and its network may be requested.');

/** The source that a dataset follows (`source/`, an extension). */
export const SourceRecord = record('Source', {
  url: text('Absolute address of this record.'),
  dataset,
  address: text('The address that is followed.'),
  kind,
  entry,
  parameters,
  every: Every,
  allow_private: allowPrivate,
  state: Type.With(oneOf(...sourceStates), {
    description:
      '`new`: never checked. `active`: the last check succeeded. `failing`: it failed, and will be retried. `held`: a version waits for a decision. `paused`: by a user. `stopped`: paused after repeated failures.',
  }),
  retention: Retention,
  guards: SourceGuards,
  key,
  versions: count('Number of versions.'),
  bytes: count('Size of their rows on the disk.'),
  traffic: count('Bytes received by all checks.'),
  since: text('When it was first followed; ISO 8601, UTC.'),
  last_check: moment('Null before the first check.'),
  last_change: moment('Null if the content never changed.'),
  next_check: moment('Null for manual checks.'),
  failures: count('In a row.'),
  problem: text('Why the last check failed; empty if it did not.'),
  held: orNull(
    Type.Object({
      at: time,
      reasons: Type.Array(Type.String(), { description: 'Why it is held, in English.' }),
      summary: Summary,
    }),
    'The version that waits for a decision; null for none.',
  ),
  changes: text('Absolute address of the changes.'),
});
export type SourceRecord = Immutable<Static<typeof SourceRecord>>;

export const SourceWrite = record('SourceWrite', {
  address: Type.String({
    minLength: 1,
    maxLength: 2000,
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
    description: 'The address to follow.',
  }),
  kind: Type.Optional(WebSourceKind),
  entry: Type.Optional(entry),
  parameters: Type.Optional(parameters),
  every: Type.Optional(Every),
  allow_private: Type.Optional(allowPrivate),
  paused: Type.Optional(flag('Whether checks are suspended.')),
  retention: Type.Optional(Retention),
  guards: Type.Optional(SourceGuards),
  key: Type.Optional(key),
});
export type SourceWrite = Static<typeof SourceWrite>;

/** The requests that a source accepts; a check is the default. */
export const SourceRequest = record('SourceRequest', {
  action: Type.Optional(
    Type.With(oneOf('check', 'accept', 'reject'), {
      description: 'Check now, or accept or reject the version that is held.',
    }),
  ),
});
export type SourceRequest = Static<typeof SourceRequest>;

/** A new version of a followed dataset, compared with the previous one (`changes/`, an extension). */
export const Change = record('Change', {
  id: recordNumber,
  dataset,
  version: text('Absolute address of the version.'),
  previous: text('Absolute address of the previous version.'),
  datetime: text('ISO 8601, UTC.'),
  text: text('What changed, in English.'),
  summary: Summary,
});
export type Change = Immutable<Static<typeof Change>>;
