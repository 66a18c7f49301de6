import { describe, expect, it } from 'vitest';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const data = '/api/v1/namespaces/city/datasets/population/data/';

async function districts(query: string): Promise<string[]> {
  const { status, json } = await under.ask(`${data}?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return json.results.map((row: { district: string }) => row.district);
}

async function newest(): Promise<string> {
  return (await under.ask(data.replace('data/', 'versions/'))).json.results[0].slug;
}

describe('Paging', () => {
  it('limit and offset, and links that keep every other parameter', async () => {
    const { json } = await under.ask(`${data}?limit=2&search=t&offset=1&ordering=-year`);
    const version = await newest();
    expect(json.next).toBe(`${under.base}${data}?search=t&ordering=-year&version=${version}&limit=2&offset=3`);
    expect(json.previous).toBe(`${under.base}${data}?search=t&ordering=-year&version=${version}&limit=2`);
  });

  it('following the links never mixes two versions', async () => {
    const { tokens } = under;
    const owned = { slug: 'walked', label: 'Walked' };
    await under.ask('/api/v1/namespaces/city/datasets/', { method: 'POST', json: owned, token: tokens.owner });
    const walked = '/api/v1/namespaces/city/datasets/walked/';
    const publish = async (body: string) => {
      const headers = { 'content-type': 'text/csv' };
      const sent = await under.ask(`${walked}versions/`, { method: 'POST', body, headers, token: tokens.owner });
      const version = `${walked}version/${sent.json.slug}/`;
      const ready = async () => (await under.ask(version, { token: tokens.owner })).json.ready;
      await expect.poll(ready).toBe(true);
      return sent.json.slug as string;
    };
    const first = await publish('n\n1\n2\n3\n');
    const page = await under.ask(`${walked}data/?limit=2`);
    const second = await publish('n\n7\n8\n9\n');
    const next = await under.ask(page.json.next.slice(under.base.length));
    expect([page.json.results, next.json.results]).toEqual([[{ n: 1 }, { n: 2 }], [{ n: 3 }]]);
    expect(next.json.previous).toBe(`${under.base}${walked}data/?version=${first}&limit=2`);
    const back = await under.ask(next.json.previous.slice(under.base.length));
    expect([back.json.results, back.json.next]).toEqual([[{ n: 1 }, { n: 2 }], page.json.next]);
    expect((await under.ask(`${walked}data/?limit=2`)).json.next).toContain(`version=${second}`);
    await under.ask(`${walked}version/${first}/`, { method: 'DELETE', token: tokens.owner });
    expect((await under.ask(page.json.next.slice(under.base.length))).status).toBe(404);
    await under.ask(walked, { method: 'DELETE', token: tokens.owner });
  });

  it('limit is 100 by default and at most 10,000', async () => {
    const { json } = await under.ask(`${data}?offset=1`);
    const version = await newest();
    expect(json.previous).toBe(`${under.base}${data}?version=${version}&limit=100`);
    const most = await under.ask(`${data}?limit=99999&offset=1`);
    expect(most.json.previous).toBe(`${under.base}${data}?version=${version}&limit=10000`);
  });

  it.each(['limit=-1', 'limit=x', 'limit=', 'limit=1.5', 'limit=1e3', 'offset=-1', 'offset=abc'])(
    '%s is 400 naming the parameter',
    async (query) => {
      const { status, json } = await under.ask(`${data}?${query}`);
      expect([status, json]).toEqual([
        400,
        { [query.split('=')[0] ?? '']: ['A valid non-negative integer is required.'] },
      ]);
    },
  );

  it('lists are paged in the same way', async () => {
    const first = await under.ask('/api/v1/datasets/?limit=1');
    expect([first.json.count, first.json.results.length]).toEqual([2, 1]);
    const second = await under.ask(first.json.next.slice(under.base.length));
    expect([second.json.results[0].slug, second.json.next]).toEqual(['not-yet-filled', null]);
  });
});

describe('What is written', () => {
  it('as an offset may be any whole number', async () => {
    for (const offset of [2n ** 53n, 2n ** 53n + 1n, 10n ** 20n]) {
      const { status, json } = await under.ask(`${data}?offset=${offset}`);
      expect([status, json.results, json.next]).toEqual([200, [], null]);
    }
  });

  it.each([
    ['year__iexact=1990', ['Altstadt', 'Neustadt']],
    ['year__iexact=1990.0', ['Altstadt', 'Neustadt']],
    ['year__iexact=199e1', ['Altstadt', 'Neustadt']],
    ['year__iexact=1990.5', []],
    ['year__iexact=x', []],
    ['inhabitants__iexact=9007199254740993.0', ['Südvorstadt']],
    ['inhabitants__iexact=1e30', []],
    ['density__iexact=.50', ['Südvorstadt']],
    ['density__iexact=-0.0000001', ['Löbtau']],
    ['density__iexact=1e400', []],
  ])('as a number is found however it is written: %s', async (query, expected) => {
    expect(await districts(query)).toEqual(expected);
  });

  it.each([
    ['year=x', 'year'],
    ['year__exact=x', 'year__exact'],
    ['year__gt=x', 'year__gt'],
    ['year__in=1990,"1991', 'year__in'],
    ['year__in="1990"1', 'year__in'],
    ['district__in="Altstadt', 'district__in'],
    ['ordering="year', 'ordering'],
    ['fields="year', 'fields'],
    ['_aggregate__s=Sum(year)&_having__s=x', '_having__s'],
    ['_aggregate__s=Sum(year)&_having__s__exact=x', '_having__s__exact'],
    ['_aggregate__s=Sum(year)&_having__s__in="1', '_having__s__in'],
  ])('and refused is named as it was written: %s', async (query, parameter) => {
    const { status, json } = await under.ask(`${data}?${query}`);
    expect([status, Object.keys(json)]).toEqual([400, [parameter]]);
  });
});

describe('Limits of a request', () => {
  const lists = ['/api/v1/namespaces/', '/api/v1/datasets/', '/api/v1/versions/'];

  it.each([...lists, data])('%s: more than 200 filters are 400 naming one of them', async (path) => {
    const name = path === data ? 'district' : 'label';
    for (const lookup of ['regex', 'iregex', 'contains', 'ne']) {
      const filters = (count: number) => Array.from({ length: count }, (_, at) => `${name}__${lookup}=${at}`).join('&');
      const { status, json } = await under.ask(`${path}?${filters(550)}`);
      const field = path === '/api/v1/versions/' ? 'label' : name;
      expect([status, json]).toEqual([400, { [`${field}__${lookup}`]: ['A request has at most 200 filters.'] }]);
      expect((await under.ask(`${path}?${filters(200)}`)).status).toBe(200);
    }
  });

  it.each([...lists, data])(
    '%s: a pattern is at most 1000 characters, and one that cannot be used is 400',
    async (path) => {
      const name = path === data ? 'district' : 'label';
      for (const lookup of ['regex', 'iregex']) {
        const refused = async (pattern: string) => {
          const { status, json } = await under.ask(`${path}?${name}__${lookup}=${encodeURIComponent(pattern)}`);
          return [status, Object.keys(json)];
        };
        const named = [400, [`${name}__${lookup}`]];
        for (const pattern of ['a'.repeat(1001), '(', '((a{1000}){1000}){1000}', '(?=a)']) {
          expect([pattern.slice(0, 30), ...(await refused(pattern))]).toEqual([pattern.slice(0, 30), ...named]);
        }
        expect((await under.ask(`${path}?${name}__${lookup}=${encodeURIComponent('^(a+)+$')}`)).status).toBe(200);
      }
    },
  );

  it('a column repeated two thousand times in an ordering counts once', async () => {
    const many = Array.from({ length: 2000 }, () => 'year').join(',');
    expect(await districts(`ordering=-${many},district`)).toEqual(await districts('ordering=-year,district'));
  });
});

describe('Ordering', () => {
  it.each([
    ['ordering=district', ['Altstadt', 'Löbtau', 'Neustadt', 'Südvorstadt', 'Äußere Neustadt']],
    ['ordering=-year,district', ['Löbtau', 'Südvorstadt', 'Äußere Neustadt', 'Altstadt', 'Neustadt']],
    ['ordering=-year&ordering=district', ['Löbtau', 'Südvorstadt', 'Äußere Neustadt', 'Altstadt', 'Neustadt']],
    ['ordering=inhabitants', ['Äußere Neustadt', 'Altstadt', 'Neustadt', 'Südvorstadt', 'Löbtau']],
  ])('%s', async (query, expected) => {
    expect(await districts(query)).toEqual(expected);
  });

  it('ties are resolved by the row’s position, in both directions', async () => {
    expect(await districts('ordering=year')).toEqual([
      'Altstadt',
      'Neustadt',
      'Südvorstadt',
      'Äußere Neustadt',
      'Löbtau',
    ]);
    expect(await districts('ordering=-year')).toEqual([
      'Löbtau',
      'Südvorstadt',
      'Äußere Neustadt',
      'Altstadt',
      'Neustadt',
    ]);
  });

  it('NULLs come last in both directions', async () => {
    expect((await districts('ordering=density')).at(-1)).toBe('Äußere Neustadt');
    expect((await districts('ordering=-density')).at(-1)).toBe('Äußere Neustadt');
  });

  it('an unknown column is 400', async () => {
    const { status, json } = await under.ask(`${data}?ordering=nothing`);
    expect([status, Object.keys(json)]).toEqual([400, ['ordering']]);
  });
});

describe('Filters', () => {
  it.each([
    ['year=1990', 2],
    ['year__exact=1990', 2],
    ['year__ne=1990', 3],
    ['year__gt=1990', 3],
    ['year__gte=1991', 3],
    ['year__lt=1991', 2],
    ['year__lte=1991', 4],
    ['year__range=1990,1991', 4],
    ['year__in=1990,1992', 3],
    ['district__iexact=ALTSTADT', 1],
    ['district__contains=stadt', 4],
    ['district__contains=STADT', 0],
    ['district__icontains=STADT', 4],
    ['district__startswith=Alt', 1],
    ['district__istartswith=aLT', 1],
    ['district__endswith=tau', 1],
    ['district__iendswith=TAU', 1],
    ['district__regex=%5EAlt', 1],
    ['district__iregex=%5EaLT', 1],
    ['density__isnull=true', 1],
    ['density__isnull=false', 4],
    ['inhabitants=9007199254740993', 1],
    ['inhabitants=9007199254740992', 0],
    ['inhabitants=9223372036854775807', 1],
    ['place__bbox=13.735,51.045,13.755,51.065', 2],
    ['place__isnull=true', 1],
    ['year__gt=1990&year__lt=1992', 2],
    ['district__contains=N&district__contains=eu', 2],
    ['search=QUOTED', 1],
    ['search=estimate', 1],
    ['search=🚲', 1],
    ['search=1990', 0],
  ])('%s returns %i rows', async (query, count) => {
    const { status, json } = await under.ask(`${data}?${query}`);
    expect([status, json.count]).toEqual([200, count]);
  });

  it.each([
    ['nothing=1', 'nothing'],
    ['year__nothing=1', 'year__nothing'],
    ['year=abc', 'year'],
    ['year=1.5', 'year'],
    ['year=9223372036854775808', 'year'],
    ['density__gt=x', 'density__gt'],
    ['year__in=1,b', 'year__in'],
    ['year__range=1', 'year__range'],
    ['density__isnull=perhaps', 'density__isnull'],
    ['district__regex=(', 'district__regex'],
    ['place__bbox=1,2,3', 'place__bbox'],
    ['place__bbox=a,b,c,d', 'place__bbox'],
    ['year__bbox=1,2,3,4', 'year__bbox'],
    ['page=2', 'page'],
  ])('%s is 400 naming %s', async (query, parameter) => {
    const { status, json } = await under.ask(`${data}?${query}`);
    expect([query, status, Object.keys(json)]).toEqual([query, 400, [parameter]]);
    expect(JSON.stringify(json)).not.toMatch(/parquet|SELECT|Binder|Conversion Error|\/tmp/i);
  });
});

describe('Projection and versions', () => {
  it('fields returns only these columns, in that order', async () => {
    const { json } = await under.ask(`${data}?fields=district,year&limit=1`);
    expect(JSON.stringify(json.results)).toBe('[{"district":"Altstadt","year":1990}]');
  });

  it.each(['fields=nothing', 'fields=year,year'])('%s is 400', async (query) => {
    const { status, json } = await under.ask(`${data}?${query}`);
    expect([status, Object.keys(json)]).toEqual([400, ['fields']]);
  });

  it('version reads that version, and an unknown one is not found', async () => {
    const { json } = await under.ask('/api/v1/namespaces/city/datasets/population/versions/');
    expect((await under.ask(`${data}?version=${json.results[1].slug}`)).json.count).toBe(5);
    for (const version of ['20000101000000000000', 'x', '']) {
      expect((await under.ask(`${data}?version=${version}`)).status).toBe(404);
    }
  });
});

describe('Lists are filtered, ordered and projected in the same way', () => {
  it.each([
    ['/api/v1/datasets/?slug=population', ['population']],
    ['/api/v1/datasets/?label__icontains=NOTHING', ['not-yet-filled']],
    ['/api/v1/datasets/?ordering=-label', ['population', 'not-yet-filled']],
    ['/api/v1/datasets/?search=popul', ['population']],
    ['/api/v1/datasets/?id__in=1,2&slug__regex=%5Epop', ['population']],
    ['/api/v1/namespaces/?published=true', ['city']],
    ['/api/v1/namespaces/?published=false', []],
  ])('%s', async (path, slugs) => {
    const { status, json } = await under.ask(path);
    expect([status, json.results.map((one: { slug: string }) => one.slug)]).toEqual([200, slugs]);
  });

  it('fields projects the records', async () => {
    expect((await under.ask('/api/v1/datasets/?fields=slug,id&limit=1')).json.results).toEqual([
      { slug: 'population', id: 1 },
    ]);
  });

  it.each([
    ['/api/v1/versions/?id=abc', 'id'],
    ['/api/v1/versions/?nonsense=1', 'nonsense'],
    ['/api/v1/versions/?ready=perhaps', 'ready'],
    ['/api/v1/datasets/?columns=x', 'columns'],
    ['/api/v1/datasets/?slug__regex=(a%2B)%2B%24(', 'slug__regex'],
    ['/api/v1/datasets/?ordering=nothing', 'ordering'],
  ])('%s is 400 naming %s', async (path, parameter) => {
    const { status, json } = await under.ask(path);
    expect([status, Object.keys(json)]).toEqual([400, [parameter]]);
  });
});

describe('Conditional requests', () => {
  it('rows have an ETag and honour If-None-Match with 304', async () => {
    const first = await under.ask(`${data}?limit=1`);
    const again = await under.ask(`${data}?limit=1`, { headers: { 'if-none-match': first.headers.etag ?? '' } });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', first.headers.etag]);
    expect(again.headers.vary).toBe('Accept');
  });

  it('the tag differs by parameters and by version', async () => {
    const { json } = await under.ask('/api/v1/namespaces/city/datasets/population/versions/');
    const queries = ['', 'limit=1', 'limit=2', `version=${json.results[1].slug}`];
    const tags = await Promise.all(queries.map(async (query) => (await under.ask(`${data}?${query}`)).headers.etag));
    expect(new Set(tags).size).toBe(queries.length);
  });

  it.each(['*', '"x", W/"y"'])('If-None-Match: %s', async (tag) => {
    expect((await under.ask(data, { headers: { 'if-none-match': tag } })).status).toBe(tag === '*' ? 304 : 200);
  });
});
