import { htmlPage, openStandIn, type Reply, type StandIn } from '../stand-in.ts';

/*
 * A service of OGC API Features as Part 1 describes it; quirks of real ones: a page of HTML for browsers, 400 for a limit
 * that is too large, fewer features than asked for, no `numberMatched`, `next` with the wrong scheme, a next page for ever.
 */
export interface OgcService extends StandIn {
  features: { type: 'Feature'; id?: number; properties: object; geometry: object }[];
  maxLimit: number;
  /** What `numberMatched` claims; undefined leaves it out, null is the truth. */
  claimed: number | null | undefined;
}

export async function openOgcService(): Promise<OgcService> {
  const standIn = await openStandIn(({ url, headers }, own): Reply | null => {
    const base = `${own}ogc/`;
    const path = url.pathname.replace(/\/$/, '');
    const wantsJson = url.searchParams.get('f') === 'json' || /json/.test(headers.accept ?? '');
    if (!path.startsWith('/ogc')) return null;
    if (!wantsJson) return { body: htmlPage };
    const links = [
      { rel: 'self', type: 'application/json', href: base },
      { rel: 'service-desc', type: 'application/vnd.oai.openapi+json;version=3.0', href: `${base}api` },
      { rel: 'conformance', type: 'application/json', href: `${base}conformance` },
      { rel: 'data', type: 'application/json', href: `${base}collections` },
    ];
    const lakes = {
      id: 'lakes & ponds',
      title: 'Lakes',
      description: 'All lakes',
      itemType: 'feature',
      links: [
        { rel: 'license', title: 'CC0', href: 'https://creativecommons.org/publicdomain/zero/1.0/' },
        {
          rel: 'http://www.opengis.net/def/rel/ogc/1.0/schema',
          type: 'application/schema+json',
          href: `${base}collections/lakes%20%26%20ponds/schema`,
        },
      ],
    };
    const collection = '/ogc/collections/lakes%20%26%20ponds';
    if (path === '/ogc') return { body: { title: 'Waters', description: 'Lakes and rivers', links } };
    if (path === '/ogc/collections')
      return { body: { links: [], collections: [lakes, { id: 'images', itemType: 'coverage' }] } };
    if (path === collection) return { body: lakes };
    if (path === `${collection}/schema`) {
      return {
        body: {
          properties: {
            depth: { title: 'Depth', type: 'number', 'x-ogc-unit': 'm' },
            shape: { format: 'geometry-point' },
          },
        },
      };
    }
    if (path !== `${collection}/items`) return { status: 404, body: { code: 'NotFound' } };
    const limit = Number(url.searchParams.get('limit') ?? 10);
    if (limit > service.maxLimit) return { status: 400, body: { code: 'InvalidParameterValue', description: 'limit' } };
    const offset = Number(url.searchParams.get('offset') ?? 0);
    const page = service.features.slice(offset, offset + Math.min(limit, 10));
    const end = offset + page.length >= service.features.length;
    return {
      headers: { 'content-type': 'application/geo+json' },
      body: {
        type: 'FeatureCollection',
        features: page,
        numberReturned: page.length,
        ...(service.claimed === undefined ? {} : { numberMatched: service.claimed ?? service.features.length }),
        links: end
          ? []
          : [
              {
                rel: 'next',
                type: 'text/html',
                href: `${base}collections/lakes%20%26%20ponds/items?offset=${offset + page.length}&f=html`,
              },
              {
                rel: 'next',
                type: 'application/geo+json',
                href: `items?offset=${offset + page.length}&limit=${limit}`,
              },
            ],
      },
    };
  });
  const features = Array.from({ length: 23 }, (_, at) => ({
    type: 'Feature' as const,
    id: at,
    properties: { depth: at / 2 },
    geometry: { type: 'Point', coordinates: [7 + at / 100, 47] },
  }));
  const service: OgcService = Object.assign(standIn, {
    features,
    maxLimit: 100,
    claimed: null as number | null | undefined,
  });
  return service;
}
