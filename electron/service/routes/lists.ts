import type { Page } from '#shared/api/page.ts';
import type { Exchange } from '../plugins/exchange.ts';
import { neighbours, readSlice } from '../plugins/query-pairs.ts';
import type { PageForm } from '../render/api/page-context.ts';
import type { Answer } from './resource.ts';

/** The answer of a list: the asked page of `items`, each made into its record only when it is on the page. */
export async function pageAnswer<Item, Shown>(
  exchange: Exchange,
  items: readonly Item[],
  show: (items: readonly Item[]) => Promise<Shown[]>,
  forms: () => Promise<readonly PageForm[]> = async () => [],
): Promise<Answer> {
  const slice = readSlice(exchange.query);
  const shown = await show(items.slice(slice.offset, slice.offset + slice.limit));
  const beside = neighbours(exchange.address, exchange.query, slice, items.length);
  const record: Page<Shown> = { count: items.length, ...beside, results: shown };
  const paging = { count: items.length, ...slice, ...beside };
  return { kind: 'record', record, page: async () => ({ paging, forms: await forms() }) };
}
