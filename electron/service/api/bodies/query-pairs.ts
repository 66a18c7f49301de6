import { invalid } from '../plugins/api-error.ts';

/** The parameters of an address in order, including repeated ones. A list of pairs, so that no name is special. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/** Parses a query string, or a plain form. Bytes that are not UTF-8 become U+FFFD: see `assertUtf8`. */
export function parseQuery(text: string): QueryPairs {
  return [...new URLSearchParams(text)];
}

/** Message for a parameter or a field whose bytes are not valid text. */
export const notUtf8 = 'Not valid UTF-8.';

/**
 * Refuses a query string, or a plain form, whose escapes are not UTF-8: replacing them by U+FFFD would search for, or
 * store, another value. @throws {ApiError} 400 naming the parameter
 */
export function assertUtf8(text: string): void {
  // Most escapes are ASCII.
  if (!/%[89a-f]/i.test(text)) return;
  const isUtf8 = (escaped: string) => {
    try {
      decodeURIComponent(escaped.replace(/%(?![0-9a-f]{2})/gi, '%25'));
      return true;
    } catch {
      return false;
    }
  };
  const wrong = text.split('&').find((pair) => !isUtf8(pair));
  if (wrong !== undefined) throw invalid({ [parseQuery(wrong)[0]?.[0] ?? '']: [notUtf8] });
}

/** The last value of a parameter, as in Django; null if it is missing. */
export function lastValue(pairs: QueryPairs, name: string): string | null {
  return pairs.findLast(([one]) => one === name)?.[1] ?? null;
}

/** Default and maximum of `limit`. */
export const defaultLimit = 100;
export const maxLimit = 10_000;

/** The requested part of a list: items `offset` to `offset + limit` (exclusive). */
export interface Slice {
  readonly limit: number;
  readonly offset: number;
}

/** Reads `limit` and `offset`; a limit above the maximum is reduced. @throws {ApiError} 400 naming the parameter */
export function readSlice(pairs: QueryPairs): Slice {
  const errors: Record<string, string[]> = {};
  const whole = (name: string, otherwise: number): number => {
    const text = lastValue(pairs, name);
    if (text === null) return otherwise;
    // Beyond the safe integers there are no items, and the part is empty.
    if (/^\d+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
    errors[name] = ['A valid non-negative integer is required.'];
    return otherwise;
  };
  const slice = { limit: Math.min(whole('limit', defaultLimit), maxLimit), offset: whole('offset', 0) };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return slice;
}

/** Addresses of the neighbouring pages. */
export interface Neighbours {
  readonly next: string | null;
  readonly previous: string | null;
}

/** Addresses of the next and the previous page: `address` with all other parameters; null at the ends. */
export function neighbours(address: string, pairs: QueryPairs, slice: Slice, count: number): Neighbours {
  const { limit, offset } = slice;
  const others = pairs.filter(([name]) => name !== 'limit' && name !== 'offset').map(([name, value]) => [name, value]);
  const parameters = new URLSearchParams([...others, ['limit', String(limit)]] as [string, string][]).toString();
  const at = (start: number) => `${address}?${parameters}${start > 0 ? `&offset=${start}` : ''}`;
  return {
    next: limit > 0 && offset + limit < count ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
  };
}
