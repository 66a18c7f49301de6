import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { choiceOf, describeEntry, failureOfFetch, fetchEntry, find, stateOf } from '../../testing/fetch-source.ts';
import { type OgcService, openOgcService } from '../../testing/servers/ogc-features-service.ts';
import { htmlPage } from '../../testing/stand-in.ts';
import { ogcFeaturesSource as source } from './ogc-features-source.ts';

let service: OgcService;
beforeAll(async () => {
  service = await openOgcService();
});
afterEach(() => {
  Object.assign(service, { maxLimit: 100, claimed: null, before: () => null });
});
afterAll(() => service.close());

const id = 'lakes & ponds';
const choice = (query = '') => choiceOf(source, `${service.url}ogc/collections/lakes%20%26%20ponds/items${query}`, id);

describe('a service of OGC API Features', () => {
  it('is found at its landing page, as browsers show it, and at its collections', async () => {
    expect(await find(source, `${service.url}ogc/?f=html`)).toMatchObject({
      title: 'Waters',
      entries: [{ id, title: 'Lakes', licence: 'CC0' }],
    });
    for (const path of [
      'ogc/collections',
      'ogc/collections/',
      'ogc/collections/lakes%20%26%20ponds',
      'ogc/collections/lakes%20%26%20ponds/items?f=html&limit=10',
      'ogc/conformance',
    ]) {
      expect((await find(source, `${service.url}${path}`))?.entries).toMatchObject([{ id }]);
    }
    expect(await find(source, `${service.url}elsewhere`)).toBeNull();
    expect(await find(source, `${service.url}ogc/collections/none`)).toBeNull();
  });

  it('is read page by page, with the limit that it accepts', async () => {
    const fetched = await fetchEntry(source, choice());
    expect(fetched).toMatchObject({ rows: 23, options: { format: 'geojson' }, state: {} });
    expect(JSON.parse(fetched.texts[0] ?? '')).toEqual({ type: 'FeatureCollection', features: service.features });
    expect(fetched.columns).toEqual([{ name: 'depth', title: 'Depth', description: null, unit: 'm' }]);
    expect(await describeEntry(source, choice())).toMatchObject({
      title: 'Lakes',
      licence: 'CC0',
      columns: fetched.columns,
    });
    expect(await stateOf(source, choice())).toBeNull();
    service.maxLimit = 10;
    expect((await fetchEntry(source, choice())).rows).toBe(23);
  });

  it('integers beyond 2^53 are written as they are, in identifiers too', async () => {
    const features = [1n, 2n].map(
      (more) =>
        `{"type":"Feature","id":${9_007_199_254_740_992n + more},"properties":{"n":-9223372036854775808,"share":0.1234567890123456},"geometry":{"type":"Point","coordinates":[7.123456789012345,46]}}`,
    );
    service.before = ({ url }) =>
      url.pathname.endsWith('/items') ? { body: `{"features":[${features.join(',')}]}` } : null;
    const { rows, texts } = await fetchEntry(source, choice());
    expect(rows).toBe(2);
    for (const feature of features) expect(texts[0]).toContain(feature);
  });

  it('a member that a feature has twice is refused: one of its values would be lost', async () => {
    service.before = ({ url }) =>
      url.pathname.endsWith('/items')
        ? { body: '{"features":[{"type":"Feature","properties":{"depth":1,"depth":2},"geometry":null}]}' }
        : null;
    expect(await failureOfFetch(source, choice())).toContain('two members named “depth”');
  });

  it('is read to its end where it does not count', async () => {
    service.claimed = undefined;
    expect((await fetchEntry(source, choice())).rows).toBe(23);
  });

  it('keeps the filters of the address, and drops which page it shows', async () => {
    await fetchEntry(source, choice('?bbox=7,47,8,48&limit=5&offset=10&f=html'));
    const requested = service.requested.filter(
      ({ url }) => url.searchParams.has('bbox') && url.pathname.endsWith('/items'),
    );
    expect(requested[0]?.url.search).toBe('?bbox=7%2C47%2C8%2C48&limit=1000');
  });
});

describe('a faulty service', () => {
  it('that counts more features than it has', async () => {
    service.claimed = 24;
    expect(await failureOfFetch(source, choice())).toContain('states 24 rows, but sent 23');
  });

  it('that lost the link to the last page', async () => {
    service.before = ({ url }) => {
      if (url.searchParams.get('offset') !== '10') return null;
      return { body: { type: 'FeatureCollection', features: service.features.slice(10, 20), links: [] } };
    };
    expect(await failureOfFetch(source, choice())).toContain('states 23 rows, but sent 20');
  });

  it('that sends a page twice, or leads in a circle', async () => {
    service.before = ({ url }) => {
      if (url.searchParams.get('offset') !== '20') return null;
      return { body: { type: 'FeatureCollection', features: service.features.slice(10, 20), links: [] } };
    };
    expect(await failureOfFetch(source, choice())).toContain('sent the same rows twice');
    service.before = ({ url }) => {
      if (url.searchParams.get('offset') !== '10') return null;
      return {
        body: {
          type: 'FeatureCollection',
          features: [{ type: 'Feature', properties: {}, geometry: null }],
          links: [{ rel: 'next', href: url.href }],
        },
      };
    };
    expect(await failureOfFetch(source, choice())).toContain('does not have the form of');
  });

  it('whose page lacks features that it counts, or is no JSON', async () => {
    service.before = ({ url }) =>
      url.searchParams.get('offset') === '10' ? { body: { features: [], numberReturned: 10, links: [] } } : null;
    expect(await failureOfFetch(source, choice())).toContain('states 10 rows, but sent 0');
    service.before = ({ url }) => (url.searchParams.get('offset') === '10' ? { body: htmlPage } : null);
    expect(await failureOfFetch(source, choice())).toMatch(/web page/);
  });
});
