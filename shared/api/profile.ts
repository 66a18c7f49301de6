import { type Static, type TSchema, Type } from 'typebox';
import { count, flag, orNull, record, text } from '../schema-parts.ts';
import { timeUnits } from '../time/time-steps.ts';
import { Column } from './column.ts';

/** A tuple of this many numbers, in a form that OpenAPI can express. */
const numbers = <Tuple>(length: number, description: string) =>
  Type.Unsafe<Tuple>(Type.Array(Type.Number(), { minItems: length, maxItems: length, description }));
const least = { description: 'The least.' } as const;
const greatest = { description: 'The greatest.' } as const;
const range = <Bound extends TSchema>(bound: Bound) =>
  Type.Object({ min: Type.With(bound, least), max: Type.With(bound, greatest) });

/**
 * The schema of a column's profile, calculated from rows.
 * @param numeral schema for numbers of the data: JSON has one kind, Almanac uses `bigint` beyond the safe integers
 */
export function columnProfileOf<Numeral extends TSchema>(numeral: Numeral) {
  return record('ColumnProfile', {
    column: text('Name of the column.'),
    type: Column.properties.type,
    rows: count('Number of rows that were read for this.'),
    of: orNull(Type.Integer({ minimum: 0 }), 'Total number of rows; null if they were not counted.'),
    missing: count('Number of missing values.'),
    distinct: orNull(
      Type.Object({
        count: count('Number of distinct values.'),
        exact: flag('False if it is estimated.'),
      }),
      'Number of distinct values, counted or estimated; null for geometry.',
    ),
    numbers: orNull(
      Type.Object({
        ...range(numeral).properties,
        mean: Type.Number({ description: 'The mean.' }),
        quartiles: numbers<[number, number, number]>(3, 'First quartile, median and third quartile.'),
        quartilesExact: flag('False if the quartiles are estimated from a sample.'),
      }),
      'Figures of the numbers; null for other types, or if there are none.',
    ),
    lengths: orNull(range(Type.Integer({ minimum: 0 })), 'Lengths of the shortest and longest text in characters.'),
    dates: orNull(
      range(Type.String()),
      'Earliest and latest, if every text of the column is an ISO 8601 date or time of one form.',
    ),
    histogram: orNull(
      Type.Object({
        of: Type.Enum(['values', 'times', 'lengths'], { description: 'What is counted.' }),
        from: Type.Number({ description: 'Lower end of the first bin.' }),
        to: Type.Number({ description: 'Upper end of the last bin.' }),
        counts: Type.Array(Type.Integer({ minimum: 0 }), { description: 'Number of values in each bin.' }),
        unit: Type.Optional(Type.Enum([...timeUnits], { description: 'Unit of the calendar of bins of times.' })),
        size: Type.Optional(Type.Integer({ minimum: 1, description: 'Number of such units in a bin.' })),
      }),
      'Counts of equally wide bins from `from` to `to`, the last one with its end: of numbers, of times in milliseconds since 1970, or of the lengths of texts of which none is frequent. Bins of times with a `unit` are `size` such units of the calendar each, and `to` is the beginning of the next.',
    ),
    frequent: orNull(
      Type.Array(
        Type.Object({
          value: Type.Union([Type.String(), numeral], { description: 'The value.' }),
          count: count('How often it occurs.'),
        }),
      ),
      'The most frequent first; empty if nearly all values are distinct, null for geometry.',
    ),
    geometry: orNull(
      Type.Object({
        box: numbers<[west: number, south: number, east: number, north: number]>(4, 'West, south, east and north.'),
        kinds: Type.Array(
          Type.Object({
            kind: text('Kind of geometry, as `Point`.'),
            count: count('How many there are.'),
          }),
          { description: 'Kinds of geometries.' },
        ),
        grid: Type.Object(
          {
            columns: count('Number of parts from west to east.'),
            rows: count('Number of parts from north to south.'),
            counts: Type.Array(Type.Integer({ minimum: 0 }), { description: 'Number of geometries in each part.' }),
          },
          {
            description:
              'Number of geometries, of all or of a sample, that begin in each of equally large parts of the box: row by row, from the north-west.',
          },
        ),
      }),
      'Figures of the geometries; null for other types, or if there are none.',
    ),
  });
}

/** The schema of what a stored file's statistics tell about a column without reading rows. */
export function columnOutlineOf<Numeral extends TSchema>(numeral: Numeral) {
  return record('ColumnOutline', {
    column: text('Name of the column.'),
    type: Column.properties.type,
    rows: count('Number of rows.'),
    missing: orNull(Type.Integer({ minimum: 0 }), 'Number of missing values; null if unknown.'),
    min: orNull(numeral, 'Least number; null for other types.'),
    max: orNull(numeral, 'Greatest number; null for other types.'),
    bytes: orNull(Type.Integer({ minimum: 0 }), 'Size of the column in the stored file; null if unknown.'),
  });
}

const versionAddress = orNull(Type.String(), 'Absolute address of the version; null for a dataset without data.');

/** Profiles of columns (`…/datasets/<dataset_slug>/profile/`, an extension). */
export const Profiles = record('Profiles', {
  version: versionAddress,
  columns: Type.Array(columnProfileOf(Type.Number()), { description: 'The profiles of the requested columns.' }),
});
export type Profiles = Static<typeof Profiles>;

/** How far a profile is that is being calculated. */
export const ProfileProgress = record('ProfileProgress', {
  column: text('Name of the column.'),
  rows: count('Number of rows of the version, all of which are read.'),
  fraction: orNull(
    Type.Number({ minimum: 0, maximum: 1 }),
    'Part of the work that is done; null while it waits for other work.',
  ),
  seconds: Type.Number({ minimum: 0, description: 'Time since it was requested.' }),
});
export type ProfileProgress = Static<typeof ProfileProgress>;

/** The profiles of some rows that are being calculated (`…/profile/progress/`, an extension). */
export const ProfilesProgress = record('ProfilesProgress', {
  columns: Type.Array(ProfileProgress, { description: 'The columns whose profiles are being calculated.' }),
});
export type ProfilesProgress = Static<typeof ProfilesProgress>;

/** Outlines of all columns (`…/datasets/<dataset_slug>/outline/`, an extension). */
export const Outlines = record('Outlines', {
  version: versionAddress,
  columns: Type.Array(columnOutlineOf(Type.Number()), { description: 'The outlines of all columns.' }),
});
export type Outlines = Static<typeof Outlines>;
