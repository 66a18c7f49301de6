import { type Static, type TSchema, Type } from 'typebox';

/** The schema of a page envelope with items of schema `item`: the specification's "Page envelope (list responses)". */
export function pageOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    count: Type.Integer({ minimum: 0, description: 'Total number of items.' }),
    next: Type.Union([Type.String(), Type.Null()]),
    previous: Type.Union([Type.String(), Type.Null()]),
    results: Type.Array(item),
  });
}

/** A page envelope with items of one type. */
export type Page<Item> = Omit<Static<ReturnType<typeof pageOf>>, 'results'> & { results: Item[] };
