import { type Static, Type } from 'typebox';
import { count, flag, orNull, record, text } from '../../schema-parts.ts';
import { Column } from '../column.ts';

const codes = orNull(
  Type.String(),
  'Absolute address of the dataset that lists its codes; null if there is none that you may read.',
);

/** A column with its code list (`columns/`, an extension). */
export const CodedColumn = record('CodedColumn', {
  ...Column.properties,
  codes,
  url: text('Absolute address of the column.'),
});
export type CodedColumn = Static<typeof CodedColumn>;

export const CodedColumnWrite = record('CodedColumnWrite', {
  codes: orNull(
    Type.String(),
    'Address of a dataset with the columns `code` and `label`, and perhaps `parent`, `order`, `description`, `valid_from` and `valid_to`; null to remove the list.',
  ),
});
export type CodedColumnWrite = Static<typeof CodedColumnWrite>;

/** Values that are not in the code list of their column (`columns/<column>/unlisted/`, an extension). */
export const UnlistedReport = record('UnlistedReport', {
  codes,
  period: orNull(Type.String(), 'The column with the period in which codes must be valid; null if it is not checked.'),
  count: count('Number of different values that are in no list, or not valid.'),
  rows: count('Number of their rows.'),
  values: Type.Array(
    Type.Object({
      value: text('The value, as text.'),
      rows: count('Number of its rows.'),
      listed: flag('Whether it is in the list, but not valid in the periods of these rows.'),
    }),
    { description: 'The first 100 by the number of their rows.' },
  ),
});
export type UnlistedReport = Static<typeof UnlistedReport>;
