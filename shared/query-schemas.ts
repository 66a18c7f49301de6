import { Type } from 'typebox';
import { aggregateFunctionNames, havingLookups, keyFunctionNames, lookups, orders } from './query-vocabulary.ts';
import { flag, oneOf, orNull, record, text } from './schema-parts.ts';

// The schemas of row queries and of statistics, apart from their parsers: the help of a command loads no validation.

export const FilterSchema = record('Filter', {
  column: text('Name of the column.'),
  lookup: Type.Enum([...lookups], { description: 'How its values are compared.' }),
  value: text("Text as in an address, checked against the column's type."),
});

export const OrderTermSchema = record('OrderTerm', {
  column: text('Name of the column, or of a key or aggregate of groups.'),
  descending: flag('Whether the largest value comes first.'),
});

export const RowQuerySchema = Type.Object({
  filters: Type.Array(FilterSchema),
  /**
   * `or` selects rows that match any of the filters; by default they must match all. The search must match in either
   * case.
   */
  join: Type.Optional(Type.Union([Type.Literal('or'), Type.Undefined()])),
  ordering: Type.Array(OrderTermSchema),
  /**
   * The language by whose rules (those of ICU) texts are ordered; by default, by code point. Numbers, dates and
   * times keep their order, and filters compare code points. `codes`: codes are in the order of their list.
   */
  collation: Type.Optional(Type.Union([Type.Enum([...orders]), Type.Undefined()])),
  /** Case-insensitive, in all char and text columns; empty for none. */
  search: Type.String(),
  /** Names of the columns to return, in that order; `null` for all. */
  fields: orNull(Type.Array(Type.String())),
  /** Slug of the version to read; `null` for the newest ready one. */
  version: orNull(Type.String()),
});

/** `text`: as written in the request, the name of the property in the response. */
const key = { text: Type.String(), column: Type.String() };
const keysWithoutArgument = keyFunctionNames.filter((each) => each !== 'Bin' && each !== 'Cell' && each !== 'Level');

export const GroupKeySchema = Type.Union([
  Type.Object({ ...key, function: orNull(oneOf(...keysWithoutArgument)) }),
  /** The lower end of the bin that contains a number. */
  Type.Object({ ...key, function: Type.Literal('Bin'), width: Type.Number(), origin: Type.Number() }),
  /** `lon,lat` of the lower corner of the square that contains the centroid. */
  Type.Object({ ...key, function: Type.Literal('Cell'), degrees: Type.Number() }),
  /** The code at that level of the code list, 1 for the highest, that contains a code. */
  Type.Object({ ...key, function: Type.Literal('Level'), level: Type.Integer({ minimum: 1 }) }),
]);

const name = Type.String();
const column = Type.String();
const ofOneColumn = aggregateFunctionNames.filter(
  (each) => each !== 'Count' && each !== 'Share' && each !== 'Quantile',
);

export const AggregateSchema = Type.Union([
  Type.Object({ name, function: Type.Literal('Count'), column: orNull(column) }),
  /** Share of the rows of all groups, 0 to 1. */
  Type.Object({ name, function: Type.Literal('Share') }),
  Type.Object({ name, function: Type.Literal('Quantile'), column, probability: Type.Number() }),
  Type.Object({ name, function: oneOf(...ofOneColumn), column }),
]);

/** `of`: name of an aggregate, or of an earlier derivation. `key`: text of a key. */
const derived = { name, of: Type.String() };
const stepped = Type.String();

/** A value of a group that follows from those of others. A series is the groups that share every key but one. */
export const DerivationSchema = Type.Union([
  /** Against the value so many steps of the key earlier in the series. */
  Type.Object({
    ...derived,
    function: oneOf('Change', 'PercentChange'),
    key: stepped,
    steps: Type.Integer({ minimum: 1 }),
  }),
  /** 100 where the key has the value `base`. */
  Type.Object({ ...derived, function: Type.Literal('Index'), key: stepped, base: Type.String() }),
  /** The mean of the last steps. */
  Type.Object({ ...derived, function: Type.Literal('Rolling'), key: stepped, steps: Type.Integer({ minimum: 1 }) }),
  /** The sum up to a step. */
  Type.Object({ ...derived, function: Type.Literal('Cumulative'), key: stepped }),
  /** Among the groups that share these keys; among all if there are none. */
  Type.Object({ ...derived, function: oneOf('ShareOf', 'Rank'), keys: Type.Array(Type.String()) }),
  /** Divided by another value, times the scale. */
  Type.Object({ ...derived, function: Type.Literal('Per'), by: Type.String(), scale: Type.Number() }),
]);

export const AggregateQuerySchema = Type.Object({
  /** Which rows are grouped; its `ordering` and `fields` are ignored. */
  rows: RowQuerySchema,
  /** Empty: one group of all rows. */
  keys: Type.Array(GroupKeySchema),
  aggregates: Type.Array(AggregateSchema),
  /** Each is a property after the aggregates. They see all groups, whatever `having` keeps. */
  derived: Type.Optional(Type.Union([Type.Array(DerivationSchema), Type.Undefined()])),
  having: Type.Array(Type.Object({ name, lookup: oneOf(...havingLookups), value: Type.String() })),
  /** Sorted by these terms first, then by the keys. */
  ordering: Type.Array(Type.Object({ name, descending: Type.Boolean() })),
});
