import { type Static, Type } from 'typebox';
import { Chart } from '../../chart.ts';
import { FilterSchema, OrderTermSchema } from '../../query-schemas.ts';
import { havingLookups, orders } from '../../query-vocabulary.ts';
import { orNull, record, text } from '../../schema-parts.ts';
import { label, recordNumber, slug } from '../fields.ts';

const namedValue = Type.Object({
  name: text('Name of the value in the response.'),
  value: text('A function with its arguments.'),
});

export const SavedParameters = record(
  'SavedParameters',
  {
    ordering: Type.Array(OrderTermSchema, { description: 'What the rows are ordered by, first term first.' }),
    filters: Type.Array(FilterSchema, { description: 'Conditions on the rows; `join` says how they combine.' }),
    join: Type.Optional(
      Type.Literal('or', {
        description: 'Select rows that match any of the filters; if missing, all of them (an extension).',
      }),
    ),
    collation: Type.Optional(
      Type.Enum([...orders], {
        description: 'The language whose rules order texts; if missing, their code points do (an extension).',
      }),
    ),
    fields: orNull(Type.Array(Type.String()), 'Null for all columns.'),
    search: text('Empty for none.'),
    version: Type.Optional(text('Slug of the version that is read; missing for the newest one (an extension).')),
    group_by: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Keys of groups as in `_group_by`; `ordering` names keys and aggregates then (an extension).',
      }),
    ),
    aggregates: Type.Optional(
      Type.Array(namedValue, {
        description: 'A value of each group: `value` as in `_aggregate__<name>` (an extension).',
      }),
    ),
    derived: Type.Optional(
      Type.Array(namedValue, {
        description: 'Comparisons of the groups: `value` as in `_derive__<name>` (an extension).',
      }),
    ),
    having: Type.Optional(
      Type.Array(
        Type.Object({
          name: namedValue.properties.name,
          lookup: Type.Enum([...havingLookups], { description: 'How the value is compared.' }),
          value: text('What it is compared with.'),
        }),
        { description: 'Conditions on aggregates (an extension).' },
      ),
    ),
    chart: Type.Optional(Chart),
  },
  'The rows that the query selects.',
);
export type SavedParameters = Static<typeof SavedParameters>;

export const SavedQuery = record('Query', {
  id: recordNumber,
  label: text('Display name.'),
  slug: text('Identifies it among the queries of its dataset.'),
  dataset: text('Absolute address of the dataset.'),
  owner: orNull(Type.String(), 'Absolute address of the user who saved it; null if that account was removed.'),
  parameters: SavedParameters,
  created: text('ISO 8601, UTC, milliseconds, suffix Z.'),
  url: text('Absolute address of the query.'),
  data: text('Absolute address of its rows.'),
});
export type SavedQuery = Static<typeof SavedQuery>;

/** What can be written of a saved query; missing parts of `parameters` select everything. */
export const SavedQueryWrite = record('QueryWrite', {
  label,
  slug: Type.Optional(slug),
  dataset: text('Absolute address of the dataset.'),
  parameters: Type.Optional(
    Type.Partial(SavedParameters, { description: 'The rows to select; what is missing selects everything.' }),
  ),
});
export type SavedQueryWrite = Static<typeof SavedQueryWrite>;
