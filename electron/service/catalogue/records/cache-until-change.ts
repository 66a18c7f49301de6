import { LRUCache } from 'lru-cache';
import type { Catalogue } from '../database/catalogue.ts';

const maxEntries = 1000;

/**
 * Caches values by key until anything in the catalogue changes, so that a page of rows costs no query. Values loaded
 * during a change are returned but not cached.
 */
export function cacheUntilChange<Value>(
  catalogue: Pick<Catalogue, 'generation'>,
  load: (key: string) => Promise<Value>,
): (key: string) => Promise<Value> {
  const known = new LRUCache<string, { readonly value: Value }>({ max: maxEntries });
  let generation = '';
  return async (key) => {
    const before = catalogue.generation();
    if (before !== generation) {
      known.clear();
      generation = before;
    }
    const hit = known.get(key);
    if (hit !== undefined) return hit.value;
    const value = await load(key);
    if (catalogue.generation() === before) known.set(key, { value });
    return value;
  };
}
