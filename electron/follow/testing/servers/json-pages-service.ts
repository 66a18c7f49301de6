import { given } from '#shared/given.ts';
import { openStandIn, type Reply, type StandIn } from '../stand-in.ts';

/*
 * Interfaces that answer in pages of JSON: the World Bank's (XML unless `format=json`, errors with the status 200),
 * Django REST framework's, and JSON:API's with relative links and records within `attributes`.
 */
export interface JsonPagesService extends StandIn {
  /** How many records a page has, unless the World Bank is asked for another number. */
  pageSize: number;
  people: (number | null)[];
  updated: string;
  /** How many records are counted but not sent. */
  missing: number;
}

export const indicatorPath = 'v2/country/all/indicator/SP.POP.TOTL';

export async function openJsonPagesService(): Promise<JsonPagesService> {
  const standIn = await openStandIn(({ url }, own): Reply | null => {
    const { pathname, searchParams } = url;
    const page = Number(searchParams.get('page') ?? 1);
    const slice = <One>(all: readonly One[], size: number) => all.slice((page - 1) * size, page * size);
    const { people, pageSize, updated } = service;
    const total = people.length + service.missing;
    if (pathname.startsWith('/v2/country/')) {
      const [, , , countries = '', , code = ''] = decodeURIComponent(pathname).split('/');
      if (searchParams.get('format') !== 'json') return { body: '<?xml version="1.0"?><wb:data/>' };
      if (code !== 'SP.POP.TOTL') {
        const message = [{ id: '120', key: 'Invalid value', value: 'The provided parameter value is not valid' }];
        return { body: [{ message }] };
      }
      const size = Math.min(pageSize, Number(searchParams.get('per_page') ?? 50));
      const information = { page, pages: Math.ceil(total / size), per_page: String(size), total, sourceid: '2' };
      const records = people.map((value, at) => ({
        indicator: { id: code, value: 'Population, total' },
        country: { id: countries === 'all' ? `C${at}` : countries, value: `Country ${at}` },
        countryiso3code: `CO${at}`,
        date: String(2020 + at),
        value,
        unit: '',
        obs_status: '',
        decimal: 0,
      }));
      const shown = slice(records, size);
      return { body: [{ ...information, lastupdated: updated }, shown.length === 0 ? null : shown] };
    }
    const towns = slice(
      people.map((count, at) => ({ id: at, people: count })),
      pageSize,
    );
    const last = Math.ceil(people.length / pageSize);
    if (pathname === '/api/towns/') {
      const at = (number: number) => (number < 1 || number > last ? null : `${own}api/towns/?page=${number}`);
      return { body: { count: total, next: at(page + 1), previous: at(page - 1), results: towns } };
    }
    if (pathname === '/jsonapi/towns') {
      const data = towns.map(({ id, people }) => ({ id: String(id), type: 'town', attributes: { people } }));
      const next = page < last ? { href: `/jsonapi/towns?page=${page + 1}` } : undefined;
      return { body: { data, links: { self: url.href, ...given({ next }) } } };
    }
    return null;
  });
  const service: JsonPagesService = Object.assign(standIn, {
    pageSize: 2,
    people: [1200, 340, null, 5.5, 7] as (number | null)[],
    updated: '2026-07-13',
    missing: 0,
  });
  return service;
}
