import { type Static, Type } from 'typebox';
import {
  type ChangeSummary,
  Every,
  Guards,
  Retention,
  SourceKindSchema,
  sourceStates,
  WebSourceKind,
} from '../../follow.ts';
import type { Immutable } from '../../immutable.ts';
import { oneOf, orNull } from '../../rpc/one-of.ts';

const count = Type.Integer({ minimum: 0 });
const moment = (description: string) => orNull(Type.String({ description: `${description} ISO 8601, UTC.` }));

const { rowsFell, columnGone, columnRetyped, checks } = Guards.properties;

/** When a new version is held back until a user decides. */
const SourceGuards = Type.Object({
  rows_fell: rowsFell,
  column_gone: columnGone,
  column_retyped: columnRetyped,
  checks,
});

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
const Summary = Type.Object({
  key: Type.Array(Type.String(), {
    description: 'Columns by which rows were matched; empty if whole rows were compared.',
  }),
  rows_before: count,
  rows: count,
  added: count,
  removed: count,
  changed: Type.Integer({ minimum: 0, description: 'Number of rows with a changed value.' }),
  columns: Type.Array(
    Type.Object({
      name: Type.String(),
      values: count,
      largest: Type.Optional(
        Type.Object(
          { change: Type.Number(), row: Type.Array(Type.String({ description: 'Values of the key columns.' })) },
          { description: 'The largest change of a number, either way; absent for other values.' },
        ),
      ),
    }),
  ),
  counted: Type.Integer({ minimum: 0, description: 'Number of changed rows in which `columns` counts values.' }),
  columns_added: Type.Array(Type.String()),
  columns_removed: Type.Array(Type.String()),
  columns_retyped: Type.Array(Type.Object({ name: Type.String(), before: Type.String(), after: Type.String() })),
});

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

/** The source that a dataset follows (`source/`, an extension). */
export const SourceRecord = Type.Object(
  {
    url: Type.String(),
    dataset: Type.String({ description: 'Absolute address of the dataset.' }),
    address: Type.String({ description: 'The address that is followed.' }),
    kind: SourceKindSchema,
    entry: Type.String({ description: 'Which table or file at the address; empty if there is only one.' }),
    parameters: Type.Record(Type.String(), Type.String()),
    every: Every,
    allow_private: Type.Boolean({
      description: 'Whether addresses of the computer itself and its network may be requested.',
    }),
    state: oneOf(...sourceStates),
    retention: Retention,
    guards: SourceGuards,
    key: orNull(Type.Array(Type.String(), { description: 'Columns by which rows are matched; null until guessed.' })),
    versions: count,
    bytes: count,
    traffic: Type.Integer({ minimum: 0, description: 'Bytes received by all checks.' }),
    since: Type.String(),
    last_check: moment('Null before the first check.'),
    last_change: moment('Null if the content never changed.'),
    next_check: moment('Null for manual checks.'),
    failures: Type.Integer({ minimum: 0, description: 'In a row.' }),
    problem: Type.String({ description: 'Why the last check failed; empty if it did not.' }),
    held: orNull(Type.Object({ at: Type.String(), reasons: Type.Array(Type.String()), summary: Summary })),
    changes: Type.String({ description: 'Absolute address of the changes.' }),
  },
  { title: 'Source' },
);
export type SourceRecord = Immutable<Static<typeof SourceRecord>>;

/** What can be written of a source. */
export const SourceWrite = Type.Object(
  {
    address: Type.String({ minLength: 1, maxLength: 2000, pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' }),
    kind: Type.Optional(WebSourceKind),
    entry: Type.Optional(Type.String({ maxLength: 2000 })),
    parameters: Type.Optional(Type.Record(Type.String(), Type.String())),
    every: Type.Optional(Every),
    allow_private: Type.Optional(Type.Boolean()),
    paused: Type.Optional(Type.Boolean()),
    retention: Type.Optional(Retention),
    guards: Type.Optional(SourceGuards),
    key: Type.Optional(orNull(Type.Array(Type.String()))),
  },
  { title: 'SourceWrite' },
);
export type SourceWrite = Static<typeof SourceWrite>;

/** The requests that a source accepts; a check is the default. */
export const SourceRequest = Type.Object(
  { action: Type.Optional(oneOf('check', 'accept', 'reject')) },
  { title: 'SourceRequest' },
);
export type SourceRequest = Static<typeof SourceRequest>;

/** A new version of a followed dataset, compared with the previous one (`changes/`, an extension). */
export const Change = Type.Object(
  {
    id: Type.Integer(),
    dataset: Type.String({ description: 'Absolute address of the dataset.' }),
    version: Type.String({ description: 'Absolute address of the version.' }),
    previous: Type.String({ description: 'Absolute address of the previous version.' }),
    datetime: Type.String({ description: 'ISO 8601, UTC.' }),
    text: Type.String({ description: 'What changed, in English.' }),
    summary: Summary,
  },
  { title: 'Change' },
);
export type Change = Immutable<Static<typeof Change>>;
