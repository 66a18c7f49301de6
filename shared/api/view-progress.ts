import { type Static, Type } from 'typebox';
import { count, orNull, record } from '../schema-parts.ts';

/**
 * Preference (RFC 7240) of callers who want the first rows before all are counted: a page then has a `count` of null if
 * the number of rows follows, in the {@link ViewProgress}.
 */
export const countLaterPreference = 'count=later';

/** How far a service is in preparing the result of a query. */
export const ViewProgress = record('ViewProgress', {
  state: Type.Union([Type.Literal('ready'), Type.Literal('preparing'), Type.Literal('none')], {
    description: 'With `none` it is not being prepared; the next page that needs it starts that.',
  }),
  phase: orNull(
    Type.Union([Type.Literal('filtering'), Type.Literal('sorting')]),
    'What is being done; null unless it is being prepared.',
  ),
  fraction: orNull(Type.Number({ minimum: 0, maximum: 1 }), 'Part of this phase that is done; null while unknown.'),
  seconds: Type.Number({ minimum: 0, description: 'How long it has been prepared.' }),
  found: count('Number of rows found so far: at least so many are in the result.'),
  count: orNull(Type.Integer({ minimum: 0 }), 'Number of rows of the result; null while unknown.'),
});
export type ViewProgress = Static<typeof ViewProgress>;
