import { openStandIn, type Reply, type StandIn } from '../stand-in.ts';

/*
 * A service of OData: a service document, and entity sets in pages, as Statistics Netherlands (version 4) and its older
 * feed (version 3), or the World Health Organization have them. Quirks: options that are not known are 400, relative
 * addresses of next pages, `@` without `odata.`, annotations within records.
 */
export interface ODataService extends StandIn {
  version: 3 | 4;
  /** How many records a page has. */
  pageSize: number;
  records: Record<string, unknown>[];
  /** Whether records are counted; otherwise the option is ignored, or refused. */
  counts: 'yes' | 'ignored' | 'refused';
  /** How many records the service counts more than it sends. */
  missing: number;
}

export const odataSet = 'Observations';

export async function openODataService(): Promise<ODataService> {
  const metadata = (own: string, fragment: string) =>
    service.version === 3
      ? { 'odata.metadata': `${own}odata/$metadata${fragment}` }
      : { '@odata.context': `${own}odata/$metadata${fragment}` };
  const standIn = await openStandIn(({ url }, own): Reply | null => {
    const known = ['$count', '$inlinecount', '$top', '$skip', '$filter', '$skiptoken'];
    const counting = service.version === 3 ? '$inlinecount' : '$count';
    const isWrong = [...url.searchParams.keys()].some((name) => {
      const isOther = name === '$count' || name === '$inlinecount' ? name !== counting : false;
      return !known.includes(name) || isOther || (name === counting && service.counts === 'refused');
    });
    if (isWrong) return { status: 400, body: { error: { message: 'The query parameter is not recognized.' } } };
    const path = decodeURIComponent(url.pathname);
    if (path === '/odata/' || path === '/odata') {
      const sets = [
        { name: odataSet, kind: 'EntitySet', url: odataSet },
        { name: 'Regions', kind: 'EntitySet', url: `${own}odata/Regions` },
        { name: 'Newest', kind: 'FunctionImport', url: 'Newest' },
      ].map(({ kind, ...set }) => (service.version === 3 ? set : { ...set, kind }));
      return { body: { ...metadata(own, ''), value: sets } };
    }
    if (path !== `/odata/${odataSet}` && path !== '/odata/Regions') return null;
    const from = Number(url.searchParams.get('$skiptoken') ?? url.searchParams.get('$skip') ?? 0);
    const top = Number(url.searchParams.get('$top') ?? Number.POSITIVE_INFINITY);
    const end = Math.min(from + service.pageSize, from + top, service.records.length);
    const isCounted = url.searchParams.has(counting) && service.counts === 'yes';
    const total = service.records.length + service.missing;
    const left = top - (end - from);
    const following = [
      `${odataSet}?$skiptoken=${end}`,
      ...(isCounted ? [`${counting}=${url.searchParams.get(counting)}`] : []),
      ...(Number.isFinite(left) ? [`$top=${left}`] : []),
    ].join('&');
    const next = end < service.records.length && left > 0 ? following : null;
    const prefix = service.version === 3 ? 'odata.' : '@odata.';
    return {
      body: {
        ...metadata(own, `#${odataSet}`),
        ...(isCounted ? { [`${prefix}count`]: service.version === 3 ? String(total) : total } : {}),
        value: service.records.slice(from, end),
        ...(next === null ? {} : { [`${prefix}nextLink`]: next }),
      },
    };
  });
  const service: ODataService = Object.assign(standIn, {
    version: 4 as const,
    pageSize: 2,
    records: Array.from({ length: 5 }, (_, at) => ({
      Id: at,
      Measure: `M00${at % 2}`,
      Value: at === 3 ? null : 10.5 + at,
      '@odata.id': `Observations(${at})`,
    })),
    counts: 'yes' as const,
    missing: 0,
  });
  return service;
}
