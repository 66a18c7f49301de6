import { say } from '#shared/sentences/say.ts';
import { ServiceError } from '../errors.ts';
import type { Exact } from '../exact-json.ts';
import type { ServiceClient } from '../http/client.ts';
import { nextAddress, readPage } from '../paging/page-answer.ts';
import type { Layout } from './layout.ts';

const mostPages = 1_000;

/** Follows the pages of a list of the catalogue to its end: lists of namespaces and datasets are short. */
export async function readWholeList(
  client: ServiceClient,
  layout: Layout,
  start: URL,
  signal?: AbortSignal,
): Promise<readonly Exact[]> {
  const items: Exact[] = [];
  const seen = new Set<string>();
  let address: URL | null = start;
  while (address !== null) {
    if (seen.has(address.href) || seen.size >= mostPages) throw endless(start);
    seen.add(address.href);
    const answer = await client.getJson(address, { signal });
    const page = readPage(answer);
    items.push(...page.items);
    address = nextAddress(page, answer, layout.resolve);
  }
  return items;
}

function endless(start: URL): ServiceError {
  return new ServiceError({
    code: 'page-loop',
    message: say('list-in-a-circle', { host: start.host }),
    where: start.href,
  });
}
