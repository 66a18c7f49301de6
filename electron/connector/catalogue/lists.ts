import { type Explanation, explain } from '#shared/failures.ts';
import type { Exact } from '../cells/exact-json.ts';
import { ServiceError } from '../errors.ts';
import { nextAddress, readPage } from '../paging/page-answer.ts';
import type { ServiceApi } from '../service-api.ts';

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
