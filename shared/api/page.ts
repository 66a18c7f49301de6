import { type Static, type TSchema, Type } from 'typebox';
import { orNull } from '../one-of.ts';

/** The schema of a page envelope with items of schema `item`: the specification's "Page envelope (list responses)". */
export function pageOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    count: Type.Integer({ minimum: 0, description: 'Total number of items.' }),
    next: orNull(Type.String(), 'Address of the next page; null on the last.'),
    previous: orNull(Type.String(), 'Address of the previous page; null on the first.'),
    results: Type.Array(item, { description: 'The items of this page.' }),
  });
}

export type Page<Item> = Omit<Static<ReturnType<typeof pageOf>>, 'results'> & { results: Item[] };
