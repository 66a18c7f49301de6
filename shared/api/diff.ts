import { type Static, Type } from 'typebox';
import { count, orNull, record, text } from '../schema-parts.ts';
import { columnsAdded, columnsRemoved, columnsRetyped } from './fields.ts';

const rows = (description: string) => count(description);
const address = (description: string) => orNull(text(description));
const values = (description: string) => orNull(Type.Unknown({ description }));

/** One differing row: the whole row before and after, null if it is missing there. */
export const VersionDiffRow = record('DifferingRow', {
  kind: Type.Enum(['changed', 'added', 'removed'], { description: 'How the row differs.' }),
  before: values('The row in the other version; null if it was added.'),
  after: values('The row in this version; null if it was removed.'),
  changed: Type.Array(Type.String(), { description: 'Names of the columns whose values differ.' }),
});

/** How a version differs from another one (`…/version/<version_slug>/diff/?against=<version_slug>`, an extension). */
export const VersionDiff = record('VersionDiff', {
  version: text('Absolute address of the version.'),
  against: text('Absolute address of the version with which it is compared.'),
  key: Type.Array(Type.String(), {
    description: 'Columns by which rows were matched; empty if whole rows were compared.',
  }),
  added: rows('Number of rows that only this version has.'),
  removed: rows('Number of rows that only the other version has.'),
  changed: rows('Number of rows with a changed value.'),
  columns_added: columnsAdded,
  columns_removed: columnsRemoved,
  columns_retyped: columnsRetyped,
  count: Type.Integer({ description: 'Total number of differing rows.' }),
  next: address('Address of the next page; null on the last.'),
  previous: address('Address of the previous page; null on the first.'),
  results: Type.Array(VersionDiffRow, { description: 'Changed rows, then added, then removed ones.' }),
});
export type VersionDiff = Static<typeof VersionDiff>;
