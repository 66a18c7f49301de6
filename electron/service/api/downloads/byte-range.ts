import type { ByteRange } from '../../files/stored-version.ts';

/**
 * The part of a file that a `Range` header requests: a range, the whole file (no or an invalid header), or no valid
 * part.
 */
export type RequestedRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  | { readonly kind: 'unsatisfiable' };

/** Reads a `Range` header (RFC 9110, 14.2). Several ranges return the whole file, as the RFC allows. */
export function requestedRange(header: string | undefined, bytes: number): RequestedRange {
  const match = /^bytes=(\d*)-(\d*)$/.exec((header ?? '').trim());
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return { kind: 'whole' };
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', range: { start: bytes - length, end: bytes } };
  }
  const start = Number(first);
  const end = last === '' ? bytes : Math.min(Number(last) + 1, bytes);
  if (last !== '' && Number(last) < start) return { kind: 'whole' };
  return start >= bytes ? { kind: 'unsatisfiable' } : { kind: 'part', range: { start, end } };
}
