import { explain } from '#shared/failures.ts';
import { type Exact, isRecord, member } from '../../lib/exact-json.ts';
import { ServiceError } from '../errors.ts';
import type { AnswerOrigin, JsonAnswer } from '../http/answers/get-json.ts';
import { excerptOf } from './row-reader.ts';

/** One page of a list, in whatever form the service sends it. */
export interface PageAnswer {
  readonly items: readonly Exact[];
  /** Total number of items, if the service counts them. */
  readonly count: number | null;
  /** The address of the next page as the service wrote it; null at the end. */
  readonly next: string | null;
}

function asCount(value: Exact | undefined): number | null {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

/** @throws {ServiceError} for an invalid `count`, with which the number of rows could not be compared */
function countOf(value: Exact, { address, quotable }: AnswerOrigin): number | null {
  const stated = member(value, 'count') ?? null;
  if (stated !== null && asCount(stated) === null) {
    const where = `${address.origin}${address.pathname}`;
    const reason = explain('count-is-no-number', { address: where, found: quotable(excerptOf(stated)) });
    throw new ServiceError('malformed', reason, where);
  }
  for (const name of ['count', 'total', 'numberMatched']) {
    const count = asCount(member(value, name));
    if (count !== null) return count;
  }
  return null;
}

/** The link to the next page; links may be an object by relation, or a list of objects with `rel` and `href`. */
function nextMember(value: Exact): Exact | undefined {
  const next = member(value, 'next');
  if (next !== undefined && next !== null) return next;
  const links = member(value, 'links');
  if (Array.isArray(links)) return links.find((link) => member(link, 'rel') === 'next');
  return member(links, 'next');
}

/** @throws {ServiceError} if there is a next page without a usable address: its rows would be missing */
function nextOf(value: Exact, origin: AnswerOrigin): string | null {
  const next = nextMember(value);
  if (next === undefined || next === null || next === '' || next === false) return null;
  if (typeof next === 'string') return next;
  const href = member(next, 'href');
  if (typeof href === 'string') return href === '' ? null : href;
  throw unusableNext(origin, next);
}

/** Maximum length of the address of a next page; servers accept about half of it. */
const maxNextLength = 16_384;

/**
 * The absolute address of the next page.
 * @throws {ServiceError} if it cannot be requested: omitting it would pass off some of the rows as all
 */
export function nextAddress(
  { next }: { readonly next: string | null },
  origin: AnswerOrigin,
  resolve: (address: string, from: URL) => URL | null,
): URL | null {
  if (next === null) return null;
  const resolved = next.length > maxNextLength ? null : resolve(next, origin.address);
  if (resolved === null) throw unusableNext(origin, next);
  return resolved;
}

function unusableNext({ address, quotable }: AnswerOrigin, next: Exact): ServiceError {
  const where = `${address.origin}${address.pathname}`;
  const reason = explain('next-is-no-address', { address: where, found: quotable(excerptOf(next)) });
  return new ServiceError('malformed', reason, where);
}

/** A list, and the surrounding object that may have its length and its next page. */
interface FoundList {
  readonly items: readonly Exact[];
  readonly around: readonly Exact[];
}

function listOf(value: Exact): FoundList | null {
  if (Array.isArray(value)) return { items: value, around: [] };
  if (member(value, 'type') !== 'FeatureCollection') return null;
  const features = member(value, 'features');
  return Array.isArray(features) ? { items: features, around: [value] } : null;
}

function findList(value: Exact): FoundList | null {
  const list = listOf(value);
  if (list !== null || !isRecord(value)) return list;
  const results = member(value, 'results');
  const inner = results === undefined ? null : listOf(results);
  return inner === null ? null : { items: inner.items, around: [value, ...inner.around] };
}

/**
 * Parses a list answer: an envelope with `results`, a bare array, or a FeatureCollection in either place.
 * @throws {ServiceError} `not-this-kind` if it is not a list, `malformed` if its next page has no address
 */
export function readPage(answer: JsonAnswer): PageAnswer {
  const { value, address } = answer;
  const list = findList(value);
  if (list === null) {
    throw new ServiceError('not-this-kind', explain('no-list-of-rows', { host: address.host }), address);
  }
  const { items, around } = list;
  const counts = around.map((one) => countOf(one, answer)).filter((count) => count !== null);
  const nexts = around.map((one) => nextOf(one, answer)).filter((next) => next !== null);
  return { items, count: counts[0] ?? null, next: nexts[0] ?? null };
}
