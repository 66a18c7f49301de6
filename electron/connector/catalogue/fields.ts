import { type Exact, exactText, member } from '../cells/exact-json.ts';

// Readers for fields of another service's records: a missing field, or one of another type, becomes the empty value of
// its type.

export function textField(record: Exact, name: string): string {
  const value = member(record, name);
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

export function integerField(record: Exact, name: string): number {
  const value = member(record, name);
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : 0;
}

export function booleanField(record: Exact, name: string, otherwise: boolean): boolean {
  const value = member(record, name);
  return typeof value === 'boolean' ? value : otherwise;
}

export function listField(record: Exact, name: string): readonly Exact[] {
  const value = member(record, name);
  return Array.isArray(value) ? value : [];
}

/** The elements of a list of unknown shape, each as text. */
export function textsField(record: Exact, name: string): string[] {
  return listField(record, name).map((value) => (typeof value === 'string' ? value : exactText(value)));
}

/**
 * The path segment after `after` in an address, decoded: the slug of a namespace, dataset or version. Empty if there is
 * none.
 */
export function slugIn(address: string, after: string): string {
  const [path = ''] = address.split(/[?#]/, 1);
  const match = new RegExp(`/${after}/([^/]+)/?`).exec(path);
  try {
    return decodeURIComponent(match?.[1] ?? '');
  } catch {
    return match?.[1] ?? '';
  }
}
