import { type Static, Type } from 'typebox';
import { orNull, record, text } from '../../schema-parts.ts';
import { Column } from '../column.ts';

/** A column with its size, as a dataset's browsable page shows it. */
export const ColumnStatistics = record('ColumnStatistics', {
  label: Column.properties.label,
  description: Column.properties.description,
  name: Column.properties.name,
  type: Column.properties.type,
  size: orNull(
    Type.Integer(),
    'Longest value in characters for char and text, 8 for integer and float, null for geometry.',
  ),
});
export type ColumnStatistics = Static<typeof ColumnStatistics>;

/** The usage figures of a dataset (`statistics/`, an extension). */
export const Statistics = record('Statistics', {
  latest: orNull(Type.String(), 'Time of the latest data; null without data.'),
  elements: Type.Integer({ description: 'Rows of the newest version.' }),
  queries: Type.Integer({ description: 'How often its rows were requested.' }),
  views: Type.Integer({ description: 'How often its record was viewed by anyone but its owner.' }),
  saved_queries: Type.Array(
    Type.Object({
      label: text('Display name.'),
      url: text('Absolute address of the query.'),
      data: text('Absolute address of its rows.'),
    }),
    { description: 'The saved queries that the caller may see.' },
  ),
  columns: Type.Array(ColumnStatistics, { description: 'The columns with their sizes.' }),
});
export type Statistics = Static<typeof Statistics>;
