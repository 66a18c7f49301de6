import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryClientConfig,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * Keeps records that were fetched, and asks again for what is said to be out of date. A first answer that is on its way
 * when that is said may have been made before the change: the library would keep it as good, so it is asked for once
 * more when it has come.
 */
export class RecordsClient extends QueryClient {
  constructor({ defaultOptions, ...rest }: QueryClientConfig = {}) {
    // The backend is asked, which is always there: without a network the library would let every question wait.
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
