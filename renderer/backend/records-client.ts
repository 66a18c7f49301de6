import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryClientConfig,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * Caches records and refetches those that are invalidated. A first answer in flight during an invalidation may predate
 * the change, and the library would treat it as fresh, so it is fetched once more on arrival.
 */
export class RecordsClient extends QueryClient {
  constructor({ defaultOptions, ...rest }: QueryClientConfig = {}) {
    // The backend is always reachable; without this setting the library would pause all queries while the computer is
    // offline.
    const always = { networkMode: 'always' } as const;
    const queries = { ...always, ...defaultOptions?.queries };
    super({
      ...rest,
      defaultOptions: { ...defaultOptions, queries, mutations: { ...always, ...defaultOptions?.mutations } },
    });
  }

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const underWay = this.#firstAnswersUnderWay(filters);
    await super.invalidateQueries(filters, options);
    if (underWay.size === 0) return;
    await Promise.allSettled([...underWay].map((query) => query.promise));
    await super.invalidateQueries({ predicate: (query) => underWay.has(query) }, options);
  }

  #firstAnswersUnderWay<Key extends QueryKey>(filters?: InvalidateQueryFilters<Key>): Set<Query> {
    const found = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
    return new Set(found.filter(({ state }) => state.data === undefined));
  }
}
