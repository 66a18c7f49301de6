import { type Static, Type } from 'typebox';
import { orNull } from '../one-of.ts';

const count = Type.Integer({ minimum: 0 });

/** One differing row: the whole row before and after, null if it is missing there. */
export const VersionDiffRow = Type.Object(
  {
    kind: Type.Enum(['changed', 'added', 'removed']),
    before: orNull(Type.Unknown()),
    after: orNull(Type.Unknown()),
    changed: Type.Array(Type.String(), { description: 'Names of the columns whose values differ.' }),
  },
  { title: 'DifferingRow' },
);

/** How a version differs from another one (`…/version/<version_slug>/diff/?against=<version_slug>`, an extension). */
export const VersionDiff = Type.Object(
  {
    version: Type.String({ description: 'Absolute address of the version.' }),
    against: Type.String({ description: 'Absolute address of the version with which it is compared.' }),
    key: Type.Array(Type.String(), {
      description: 'Columns by which rows were matched; empty if whole rows were compared.',
    }),
    added: count,
    removed: count,
    changed: count,
    columns_added: Type.Array(Type.String()),
    columns_removed: Type.Array(Type.String()),
    columns_retyped: Type.Array(Type.Object({ name: Type.String(), before: Type.String(), after: Type.String() })),
    count: Type.Integer({ description: 'Total number of differing rows.' }),
    next: orNull(Type.String()),
    previous: orNull(Type.String()),
    results: Type.Array(VersionDiffRow, { description: 'Changed rows, then added, then removed ones.' }),
  },
  { title: 'VersionDiff' },
);
export type VersionDiff = Static<typeof VersionDiff>;
