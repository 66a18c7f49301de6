import { explain } from '#shared/failures.ts';
import type { Exact } from '../cells/exact-json.ts';
import { ServiceError } from '../errors.ts';
import type { ServiceLayout } from '../http/layout.ts';
import type { ServiceClient } from '../http/transport/client.ts';
import { nextAddress, readPage } from '../paging/page-answer.ts';

const maxPages = 1_000;

/** Reads all pages of a catalogue list: lists of namespaces and datasets are short. */
export async function readWholeList(
  client: ServiceClient,
  layout: ServiceLayout,
  start: URL,
  signal?: AbortSignal,
): Promise<readonly Exact[]> {
  const items: Exact[] = [];
  const seen = new Set<string>();
  let address: URL | null = start;
  while (address !== null) {
    if (seen.has(address.href)) throw endless(start, 'list-in-a-circle');
    if (seen.size >= maxPages) throw endless(start, 'list-without-end');
    seen.add(address.href);
    const answer = await client.getJson(address, { signal });
    const page = readPage(answer);
    items.push(...page.items);
    address = nextAddress(page, answer, layout.resolve);
  }
  return items;
}

function endless(start: URL, code: 'list-in-a-circle' | 'list-without-end'): ServiceError {
  return new ServiceError({
    kind: 'page-loop',
    reason:
      code === 'list-in-a-circle'
        ? explain(code, { host: start.host })
        : explain(code, { host: start.host, pages: maxPages }),
    where: start.href,
  });
}
