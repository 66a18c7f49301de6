import { type Static, type TSchema, Type } from 'typebox';
import { count, orNull, record, text } from '../schema-parts.ts';

/** The schema of a page envelope with items of schema `item`: the specification's "Page envelope (list responses)". */
export function pageOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    count: count('Total number of items.'),
    next: orNull(Type.String(), 'Address of the next page; null on the last.'),
    previous: orNull(Type.String(), 'Address of the previous page; null on the first.'),
    results: Type.Array(item, { description: 'The items of this page.' }),
  });
}

export type Page<Item> = Omit<Static<ReturnType<typeof pageOf>>, 'results'> & { results: Item[] };

/** Every error body except for invalid input: `{"detail": text}`. */
export const Detail = record('Detail', { detail: text('Why the request failed.') });
export type Detail = Static<typeof Detail>;

/** The body of a 400 for invalid input: messages by field or parameter, `non_field_errors` for the rest. */
export const FieldErrors = Type.Record(Type.String(), Type.Array(Type.String()), { title: 'FieldErrors' });
export type FieldErrors = Static<typeof FieldErrors>;

/**
 * A header (an extension) of responses that refuse something for a reason of the service's own, such as a damaged
 * file, too many groups or a full disk: the code from `shared/failures.ts`, so that no program has to parse the text.
 */
export const problemHeader = 'almanac-problem';
