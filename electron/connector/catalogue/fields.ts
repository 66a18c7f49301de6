import { type Explanation, explain } from '#shared/failures.ts';
import { type Exact, exactText, member } from '../../lib/exact-json.ts';
import { ServiceError } from '../errors.ts';
import { nextAddress, readPage } from '../paging/page-answer.ts';
import type { ServiceApi } from '../service-api.ts';

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

const maxPages = 1_000;

/** Reads all pages of a catalogue list: lists of namespaces and datasets are short. */
export async function readWholeList(
  { client, layout }: Pick<ServiceApi, 'client' | 'layout'>,
  start: URL,
  signal?: AbortSignal,
): Promise<readonly Exact[]> {
  const endless = (reason: Explanation) => new ServiceError('page-loop', reason, start.href);
  const items: Exact[] = [];
  const seen = new Set<string>();
  let address: URL | null = start;
  while (address !== null) {
    if (seen.has(address.href)) throw endless(explain('list-in-a-circle', { host: start.host }));
    if (seen.size >= maxPages) throw endless(explain('list-without-end', { host: start.host, pages: maxPages }));
    seen.add(address.href);
    const answer = await client.getJson(address, { signal });
    const page = readPage(answer);
    items.push(...page.items);
    address = nextAddress(page, answer, layout.resolve);
  }
  return items;
}
