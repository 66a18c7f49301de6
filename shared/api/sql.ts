import { type Static, Type } from 'typebox';
import type { Immutable } from '../immutable.ts';
import { record } from '../schema-parts.ts';
import { Column } from './column.ts';

const example = 'SELECT region, sum(people) AS people FROM "geo/towns" GROUP BY region';

/** One SELECT over datasets (`sql/`, an extension). */
export const SqlRequest = record('SqlRequest', {
  sql: Type.String({
    minLength: 1,
    maxLength: 100_000,
    description:
      'One SELECT. An input is a name in double quotes: `"namespace/dataset"` for its newest version, `"namespace/dataset@version"` for that one.',
    examples: [example],
  }),
  limit: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Maximum number of rows in the page.', examples: [100] }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0, description: 'Number of rows to skip.', examples: [0] })),
});
export type SqlRequest = Static<typeof SqlRequest>;

/** A version that a statement read. */
export const SqlInput = record('SqlInput', {
  name: Type.String({ description: 'As the statement names it.', examples: ['geo/towns'] }),
  url: Type.String({
    description: 'Absolute address of the version.',
    examples: ['http://127.0.0.1:8000/api/v1/namespaces/geo/datasets/towns/version/20261130093000123456/'],
  }),
  version: Type.String({ description: 'Slug of the version.', examples: ['20261130093000123456'] }),
  checksum: Type.String({ description: 'SHA-256 of the version in hexadecimal.', examples: ['e3b0c442…'] }),
});
export type SqlInput = Static<typeof SqlInput>;

export const SqlPage = record('SqlPage', {
  count: Type.Integer({ minimum: 0, description: 'Number of rows of the whole result.', examples: [2] }),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'Address of the next page, which reads the same versions; null at the end.',
    examples: [null],
  }),
  previous: Type.Union([Type.String(), Type.Null()], {
    description: 'Address of the previous page; null at the beginning.',
    examples: [null],
  }),
  columns: Type.Array(Column, {
    description: 'Columns of the result. One that is taken unchanged keeps its label and description.',
    examples: [[{ type: 'char', description: '', name: 'region', label: 'Region' }]],
  }),
  inputs: Type.Array(SqlInput, { description: 'The versions that were read.' }),
  results: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
    description: 'Rows, in an order that is the same for the same versions.',
    examples: [[{ region: 'North', people: 1800 }]],
  }),
});

/** Two inputs, and the pairs of columns by which they are joined (`sql/join-report/`, an extension). */
export const JoinReportRequest = record('JoinReportRequest', {
  left: Type.String({ description: 'Name of the left input, without quotes.', examples: ['geo/towns'] }),
  right: Type.String({ description: 'Name of the right input, without quotes.', examples: ['geo/regions'] }),
  on: Type.Array(Type.Array(Type.String(), { minItems: 2, maxItems: 2 }), {
    minItems: 1,
    maxItems: 8,
    description: 'Pairs of columns, the left one first, that must be equal.',
    examples: [[['region', 'name']]],
  }),
});
export type JoinReportRequest = Immutable<Static<typeof JoinReportRequest>>;

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] });
const keys = (description: string) =>
  Type.Array(
    Type.Object({
      key: Type.Array(Type.Unknown(), { description: 'Its values, one for each pair of columns.' }),
      rows: Type.Integer({ minimum: 0, description: 'Number of rows with it.' }),
    }),
    {
      description,
      examples: [[{ key: ['North'], rows: 3 }]],
    },
  );

const joinSide = (description: string) =>
  Type.Object(
    {
      rows: count('Number of rows.'),
      keys: count('Number of different keys; missing ones are none.'),
      matched: count('Rows with a key that the other side has.'),
      unmatched: count('Rows without one.'),
      unmatched_keys: keys('The first 100 keys that only this side has, with their rows.'),
      repeated: count('Number of keys that occur more than once.'),
      repeated_keys: keys('The first 100 of them, the most frequent first.'),
    },
    { description },
  );

/** How two inputs would match, over all their rows. */
export const JoinReport = record('JoinReport', {
  left: joinSide('The left input.'),
  right: joinSide('The right input.'),
  rows: count('Rows that an inner join has.'),
  inputs: Type.Array(SqlInput, { description: 'The versions that were read.' }),
});
export type JoinReport = Static<typeof JoinReport>;
