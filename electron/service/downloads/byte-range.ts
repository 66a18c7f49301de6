import type { ByteRange } from '../store/row-store.ts';

/** What a `Range` header requests of a file: a part, the whole (no header, or an invalid one), or something outside. */
export type AskedRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  | { readonly kind: 'unsatisfiable' };

/** Reads a `Range` header (RFC 9110, 14.2). Several ranges are answered with the whole, as is allowed. */
export function requestedRange(header: string | undefined, bytes: number): AskedRange {
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
