import { isOfKind } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { ServiceError } from '../errors.ts';
import type { FetchedPage, LoadedPage, LoadOptions, Paging, PagingParts } from './paging.ts';
import { shareLoads } from './shared-loads.ts';
import { addressOf, type PagingStyle } from './style.ts';

/** The pages have different sizes, so that no row can be located by counting: read them in sequence. */
export class IrregularPages extends Error {}

function changed(where: URL): ServiceError {
  return new ServiceError('dataset-changed', explain('became-another', { host: where.host }), where, {
    retry: true,
    contradiction: true,
  });
}

/**
 * Pages that can be requested in any order, by row or by page number.
 * @throws {IrregularPages} from `load`, if the service does not keep to its own page size
 */
export function directPaging(
  style: Extract<PagingStyle, { kind: 'offset' | 'number' }>,
  { fetchPage, cachedPages, start, first }: PagingParts,
): Paging {
  const load = shareLoads<LoadedPage | null>();
  let end: number | null = null;
  /** A service may count the rows after it has sent the first ones. */
  let counted = first.count;

  function check(page: number, fetched: FetchedPage): LoadedPage | null {
    const from = page * style.size;
    const { rows } = fetched;
    if (counted !== null && fetched.count !== null && fetched.count !== counted) throw changed(start);
    counted ??= fetched.count;
    if (rows.length > style.size || (rows.length < style.size && fetched.next !== null)) throw new IrregularPages();
    if (counted !== null && from + rows.length < Math.min(counted, from + style.size)) throw changed(start);
    if (fetched.next === null && (rows.length > 0 || from === 0)) end = from + rows.length;
    return rows.length === 0 ? null : { start: from, rows };
  }

  async function fetched(page: number, options: LoadOptions): Promise<FetchedPage | null> {
    try {
      return await fetchPage(addressOf(style, page), options);
    } catch (error) {
      if (!isOfKind(error, 'not-found')) throw error;
      // A page number after the last one is "not found" in this style; a missing page of announced rows is an error.
      if (counted === null ? style.kind === 'number' : page * style.size >= counted) return null;
      throw changed(start);
    }
  }

  async function loadPage(page: number, options: LoadOptions): Promise<LoadedPage | null> {
    const kept = await cachedPages.get(page * style.size);
    if (kept !== undefined) return { start: page * style.size, rows: kept };
    const answer = await fetched(page, options);
    const loaded = answer === null ? null : check(page, answer);
    if (loaded !== null) await cachedPages.put(loaded.start, loaded.rows, 'memory');
    return loaded;
  }

  const count = () => counted ?? end;
  return {
    size: style.size,
    count,
    async load(row, options) {
      const known = count();
      if (known !== null && row >= known) return null;
      const page = Math.floor(row / style.size);
      const loaded = await load(page, options.signal, (signal) => loadPage(page, { ...options, signal }));
      return loaded === null || row >= loaded.start + loaded.rows.length ? null : loaded;
    },
  };
}
