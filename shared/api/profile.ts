import { type Static, type TSchema, Type } from 'typebox';
import { timeUnits } from '../time/time-steps.ts';

const count = Type.Integer({ minimum: 0 });
/** A tuple of this many numbers, in a form that OpenAPI can express. */
const numbers = <Tuple>(length: number) =>
  Type.Unsafe<Tuple>(Type.Array(Type.Number(), { minItems: length, maxItems: length }));
const range = <Numeral extends TSchema>(numeral: Numeral) => Type.Object({ min: numeral, max: numeral });

/**
 * The schema of a column's profile, calculated from rows.
 * @param numeral schema for numbers of the data: JSON has one kind, Almanac uses `bigint` beyond the safe integers
 */
export function columnProfileOf<Numeral extends TSchema>(numeral: Numeral) {
  return Type.Object(
    {
      column: Type.String({ description: 'Name of the column.' }),
      type: Type.String(),
      rows: Type.Integer({ minimum: 0, description: 'Number of rows that were read for this.' }),
      of: Type.Union([count, Type.Null()], { description: 'Total number of rows; null if they were not counted.' }),
      missing: count,
      distinct: Type.Union([Type.Object({ count, exact: Type.Boolean() }), Type.Null()], {
        description: 'Number of distinct values, counted or estimated; null for geometry.',
      }),
      numbers: Type.Union([
        Type.Object({
          min: numeral,
          max: numeral,
          mean: Type.Number(),
          quartiles: numbers<[number, number, number]>(3),
          quartilesExact: Type.Boolean({ description: 'False if the quartiles are estimated from a sample.' }),
        }),
        Type.Null(),
      ]),
      lengths: Type.Union([range(count), Type.Null()], {
        description: 'Lengths of the shortest and longest text in characters.',
      }),
      dates: Type.Union([range(Type.String()), Type.Null()], {
        description: 'Earliest and latest, if every text of the column is an ISO 8601 date or time of one form.',
      }),
      histogram: Type.Union(
        [
          Type.Object({
            of: Type.Enum(['values', 'times', 'lengths']),
            from: Type.Number(),
            to: Type.Number(),
            counts: Type.Array(count),
            unit: Type.Optional(Type.Enum([...timeUnits])),
            size: Type.Optional(Type.Integer({ minimum: 1 })),
          }),
          Type.Null(),
        ],
        {
          description:
            'Counts of equally wide bins from `from` to `to`, the last one with its end: of numbers, of times in milliseconds since 1970, or of the lengths of texts of which none is frequent. Bins of times with a `unit` are `size` such units of the calendar each, and `to` is the beginning of the next.',
        },
      ),
      frequent: Type.Union(
        [Type.Array(Type.Object({ value: Type.Union([Type.String(), numeral]), count })), Type.Null()],
        { description: 'The most frequent first; empty if nearly all values are distinct, null for geometry.' },
      ),
      geometry: Type.Union([
        Type.Object({
          box: numbers<[west: number, south: number, east: number, north: number]>(4),
          kinds: Type.Array(Type.Object({ kind: Type.String(), count })),
          grid: Type.Object(
            { columns: count, rows: count, counts: Type.Array(count) },
            {
              description:
                'Number of geometries, of all or of a sample, that begin in each of equally large parts of the box: row by row, from the north-west.',
            },
          ),
        }),
        Type.Null(),
      ]),
    },
    { title: 'ColumnProfile' },
  );
}

/** The schema of what a stored file's statistics tell about a column without reading rows. */
export function columnOutlineOf<Numeral extends TSchema>(numeral: Numeral) {
  return Type.Object(
    {
      column: Type.String({ description: 'Name of the column.' }),
      type: Type.String(),
      rows: count,
      missing: Type.Union([count, Type.Null()]),
      min: Type.Union([numeral, Type.Null()], { description: 'Numbers only.' }),
      max: Type.Union([numeral, Type.Null()]),
      bytes: Type.Union([count, Type.Null()], { description: 'Size of the column in the stored file.' }),
    },
    { title: 'ColumnOutline' },
  );
}

const versionAddress = Type.Union([Type.String(), Type.Null()], {
  description: 'Absolute address of the version; null for a dataset without data.',
});

/** Profiles of columns (`…/datasets/<dataset_slug>/profile/`, an extension). */
export const Profiles = Type.Object(
  { version: versionAddress, columns: Type.Array(columnProfileOf(Type.Number())) },
  { title: 'Profiles' },
);
export type Profiles = Static<typeof Profiles>;

/** How far a profile is that is being calculated. */
export const ProfileProgress = Type.Object(
  {
    column: Type.String({ description: 'Name of the column.' }),
    rows: Type.Integer({ minimum: 0, description: 'Number of rows of the version, all of which are read.' }),
    fraction: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
      description: 'Part of the work that is done; null while it waits for other work.',
    }),
    seconds: Type.Number({ minimum: 0, description: 'Time since it was requested.' }),
  },
  { title: 'ProfileProgress' },
);
export type ProfileProgress = Static<typeof ProfileProgress>;

/** The profiles of some rows that are being calculated (`…/profile/progress/`, an extension). */
export const ProfilesProgress = Type.Object({ columns: Type.Array(ProfileProgress) }, { title: 'ProfilesProgress' });
export type ProfilesProgress = Static<typeof ProfilesProgress>;

/** Outlines of all columns (`…/datasets/<dataset_slug>/outline/`, an extension). */
export const Outlines = Type.Object(
  { version: versionAddress, columns: Type.Array(columnOutlineOf(Type.Number())) },
  { title: 'Outlines' },
);
export type Outlines = Static<typeof Outlines>;
