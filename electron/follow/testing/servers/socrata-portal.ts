import { openStandIn, type Reply, type StandIn } from '../stand-in.ts';

/*
 * A Socrata portal ("SODA Consumer API", "Discovery API"): metadata of a view, the export of its rows, a count; quirks:
 * exports without length, throttling without a token (429), cached counts that are out of date.
 */
export interface SocrataPortal extends StandIn {
  rows: string[];
  updated: number;
  /** Whether requests without `X-App-Token` are refused. */
  needsToken: boolean;
}

export const socrataId = 'abcd-1234';

export async function openSocrataPortal(): Promise<SocrataPortal> {
  const standIn = await openStandIn(({ url, headers }): Reply | null => {
    if (portal.needsToken && headers['x-app-token'] === undefined) {
      return { status: 429, headers: { 'retry-after': '0' }, body: { code: 'throttled', message: 'Add an app token' } };
    }
    if (url.pathname === `/api/views/${socrataId}.json`) {
      return {
        body: {
          id: socrataId,
          name: 'Building permits',
          description: 'Permits since 2010.',
          attribution: 'City of Example',
          license: { name: 'Public Domain' },
          rowsUpdatedAt: portal.updated,
          viewType: 'tabular',
          metadata: { custom_fields: { Contact: { Email: 'permits@example.org' } } },
          columns: [
            { id: -1, name: 'sid', fieldName: ':sid', dataTypeName: 'meta_data' },
            {
              id: 1,
              name: 'Permit Number',
              fieldName: 'permit_number',
              dataTypeName: 'text',
              description: 'As printed',
              cachedContents: { count: '2' },
            },
            { id: 2, name: 'Cost', fieldName: 'cost', dataTypeName: 'number', format: { currency: 'USD' } },
          ],
        },
      };
    }
    if (url.pathname === `/api/views/${socrataId}/rows.csv`) {
      return {
        body: `Permit Number,Cost\n${portal.rows.map((row) => `${row}\n`).join('')}`,
        headers: { 'content-disposition': 'attachment; filename="Building_permits.csv"' },
      };
    }
    if (url.pathname === `/resource/${socrataId}.json`) return { body: [{ count: String(portal.rows.length) }] };
    if (url.pathname === '/api/catalog/v1') {
      const offset = Number(url.searchParams.get('offset') ?? 0);
      const all = Array.from({ length: 150 }, (_, at) => ({
        resource: {
          id: `aaaa-${String(at).padStart(4, '0')}`,
          name: `Permits ${at}`,
          description: '',
          updatedAt: '2026-01-01T00:00:00.000Z',
        },
        metadata: { license: 'Public Domain' },
      }));
      return { body: { results: all.slice(offset, offset + 100), resultSetSize: all.length } };
    }
    return null;
  });
  const portal: SocrataPortal = Object.assign(standIn, {
    rows: ['007,100.5', '008,200'],
    updated: 1_772_000_000,
    needsToken: false,
  });
  return portal;
}
