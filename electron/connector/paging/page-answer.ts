import { say } from '#shared/sentences/say.ts';
import { ServiceError } from '../errors.ts';
import { type Exact, isRecord, member } from '../exact-json.ts';

/** One page of a list, whatever form the service gives it. */
export interface PageAnswer {
  readonly items: readonly Exact[];
  /** What the list has in all, where the service counts. */
  readonly count: number | null;
  /** The address of the next page as the service wrote it; null at the end. */
  readonly next: string | null;
}

function countOf(value: Exact): number | null {
  for (const name of ['count', 'total', 'numberMatched']) {
    const count = member(value, name);
    if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) return count;
  }
  return null;
}

function nextOf(value: Exact): string | null {
  const next = member(value, 'next') ?? member(member(value, 'links') ?? null, 'next');
  if (typeof next === 'string') return next === '' ? null : next;
  const href = member(next, 'href');
  return typeof href === 'string' ? href : null;
}

function itemsOf(value: Exact): readonly Exact[] | null {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return null;
  if (member(value, 'type') === 'FeatureCollection') {
    const features = member(value, 'features');
    return Array.isArray(features) ? features : null;
  }
  const results = member(value, 'results');
  return results === undefined ? null : itemsOf(results);
}

/**
 * Takes a list answer apart: an envelope with `results`, a bare array, or a FeatureCollection in either place.
 * @throws {ServiceError} `not-this-kind` when it is no list.
 */
export function readPage(value: Exact, address: URL): PageAnswer {
  const items = itemsOf(value);
  if (items === null) {
    throw new ServiceError({
      code: 'not-this-kind',
      message: say('no-list-of-rows', { host: address.host }),
      where: `${address.origin}${address.pathname}`,
    });
  }
  return { items, count: countOf(value), next: nextOf(value) };
}
