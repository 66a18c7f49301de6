import type { Static } from 'typebox';
import { record, text } from '../schema-parts.ts';

/** The column types of the specification ("Column"). A remote service may name others. */
export const columnTypes = ['integer', 'float', 'char', 'text', 'geometry'] as const;
export type ColumnType = (typeof columnTypes)[number];

export const Column = record('Column', {
  type: text('integer, float, char, text or geometry'),
  description: text('May be empty.'),
  name: text('Machine name; any characters.'),
  label: text('Display name.'),
});
export type Column = Static<typeof Column>;

/** The type that a column of any service is stored with here: unknown types are stored as text. */
export function storedType(type: string): ColumnType {
  return columnTypes.find((known) => known === type) ?? 'text';
}

/** Whether the values of a type are numbers. */
export function isNumeric(type: string): type is 'integer' | 'float' {
  return type === 'integer' || type === 'float';
}
