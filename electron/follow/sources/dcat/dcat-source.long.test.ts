import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  choiceOf,
  describeEntry,
  failureOfFetch,
  fetchEntry,
  find,
  list,
  stateOf,
} from '../../testing/fetch-source.ts';
import { openSite, type Site } from '../../testing/servers/data-package-site.ts';
import { htmlPage } from '../../testing/stand-in.ts';
import { dcatSource as source } from './dcat-source.ts';

let site: Site;
const csv = 'a,b\n1,2\n';

beforeAll(async () => {
  site = await openSite();
  site.put('budget.csv', csv);
  site.files.set('page.csv', { body: htmlPage });
  site.put('data.json', {
    '@context': 'https://project-open-data.cio.gov/v1.1/schema/catalog.jsonld',
    conformsTo: 'https://project-open-data.cio.gov/v1.1/schema',
    dataset: [
      {
        '@type': 'dcat:Dataset',
        identifier: 'budget-1',
        title: 'Budget',
        description: 'Expenditure by department',
        modified: '2026-02-01',
        publisher: { '@type': 'org:Organization', name: 'Treasury' },
        contactPoint: { '@type': 'vcard:Contact', fn: 'Jane Doe', hasEmail: 'mailto:jane@example.gov' },
        license: 'https://creativecommons.org/publicdomain/zero/1.0/',
        landingPage: 'https://www.example.gov/budget',
        distribution: [
          { '@type': 'dcat:Distribution', downloadURL: `${site.url}budget.csv`, mediaType: 'text/csv', title: 'Table' },
          { '@type': 'dcat:Distribution', downloadURL: `${site.url}page.csv`, mediaType: 'text/csv', title: 'Broken' },
          {
            '@type': 'dcat:Distribution',
            accessURL: 'https://gis.example.gov/rest/services/B/FeatureServer/0',
            format: 'API',
          },
          { '@type': 'dcat:Distribution', title: 'Nothing' },
        ],
      },
      ...Array.from({ length: 250 }, (_, at) => ({
        identifier: `more-${at}`,
        title: `Series ${at}`,
        distribution: [{ downloadURL: `${site.url}${at}.csv`, mediaType: 'text/csv' }],
      })),
    ],
  });
  // As the European portals write it: flattened, with prefixes, several languages, and URIs for formats and licences.
  site.put('catalog.jsonld', {
    '@context': {
      dcat: 'http://www.w3.org/ns/dcat#',
      dct: 'http://purl.org/dc/terms/',
      foaf: 'http://xmlns.com/foaf/0.1/',
    },
    '@graph': [
      {
        '@id': 'https://example.eu/catalog',
        '@type': 'dcat:Catalog',
        'dct:title': { '@language': 'de', '@value': 'Katalog' },
        'dcat:dataset': { '@id': 'https://example.eu/d/1' },
      },
      {
        '@id': 'https://example.eu/d/1',
        '@type': 'dcat:Dataset',
        'dct:title': [
          { '@language': 'fr', '@value': 'Lacs' },
          { '@language': 'en', '@value': 'Lakes' },
        ],
        'dct:publisher': { '@id': '_:p' },
        'dcat:distribution': [{ '@id': 'https://example.eu/d/1/csv' }],
      },
      { '@id': '_:p', '@type': 'foaf:Agent', 'foaf:name': 'Water office' },
      {
        '@id': 'https://example.eu/d/1/csv',
        '@type': 'dcat:Distribution',
        'dcat:accessURL': { '@id': `${site.url}budget.csv` },
        'dct:format': { '@id': 'http://publications.europa.eu/resource/authority/file-type/CSV' },
        'dct:license': { '@id': 'http://dcat-ap.ch/vocabulary/licenses/terms_by' },
        'dcat:byteSize': { '@type': 'xsd:decimal', '@value': '1000' },
        'spdx:checksum': {
          'spdx:algorithm': { '@id': 'spdx:checksumAlgorithm_sha1' },
          'spdx:checksumValue': createHash('sha1').update(csv).digest('hex'),
        },
      },
      { '@type': 'hydra:PagedCollection', 'hydra:nextPage': `${site.url}catalog-2.jsonld` },
    ],
  });
  // Expanded, as other portals write it.
  site.put('catalog-2.jsonld', [
    {
      '@id': 'https://example.eu/d/2',
      '@type': ['http://www.w3.org/ns/dcat#Dataset'],
      'http://purl.org/dc/terms/title': [{ '@value': 'Rivers' }],
      'http://www.w3.org/ns/dcat#distribution': [
        {
          '@type': ['http://www.w3.org/ns/dcat#Distribution'],
          'http://www.w3.org/ns/dcat#downloadURL': [{ '@id': `${site.url}budget.csv` }],
          'http://www.w3.org/ns/dcat#mediaType': [{ '@id': 'https://www.iana.org/assignments/media-types/text/csv' }],
          'http://spdx.org/rdf/terms#checksum': [
            { 'http://spdx.org/rdf/terms#checksumValue': [{ '@value': 'd41d8cd98f00b204e9800998ecf8427e' }] },
          ],
        },
      ],
    },
  ]);
  site.put('old.json', [
    { title: 'Old', identifier: 'old', accessURL: `${site.url}budget.csv`, format: 'text/csv', accessLevel: 'public' },
  ]);
  site.put('package.json', { name: 'x', version: '1' });
});
afterAll(() => site.close());

describe('a catalogue', () => {
  it('of Project Open Data is found at its address and at the home page, paged and searched', async () => {
    const found = await find(source, site.url);
    expect(found).toMatchObject({ kind: 'dcat', searchable: true, more: '100' });
    expect(found?.entries.slice(0, 3)).toMatchObject([
      {
        title: 'Budget: Table',
        format: 'CSV',
        description: 'Expenditure by department',
        modified: '2026-02-01T00:00:00.000Z',
      },
      { title: 'Budget: Broken' },
      { title: 'Budget: API', leadsTo: 'https://gis.example.gov/rest/services/B/FeatureServer/0' },
    ]);
    expect((await find(source, `${site.url}data.json`))?.entries).toHaveLength(100);
    expect((await list(source, `${site.url}data.json`, 'series 24')).entries).toHaveLength(13);
    const last = await list(source, `${site.url}data.json`, '', '200');
    expect(last).toMatchObject({ more: null });
    expect(last.entries).toHaveLength(53);
  });

  it('in JSON-LD is read flattened or expanded, over its pages', async () => {
    const address = `${site.url}catalog.jsonld`;
    const found = await find(source, address);
    expect(found).toMatchObject({ title: 'Katalog', more: `${site.url}catalog-2.jsonld` });
    expect(found?.entries).toMatchObject([
      { title: 'Lakes: CSV', format: 'CSV', licence: 'http://dcat-ap.ch/vocabulary/licenses/terms_by', bytes: 1000 },
    ]);
    const lakes = choiceOf(source, address, found?.entries[0]?.id ?? '');
    expect(await describeEntry(source, lakes)).toMatchObject({ publisher: 'Water office' });
    expect((await fetchEntry(source, lakes)).texts).toEqual([csv]);
    const second = await list(source, address, '', found?.more ?? null);
    expect(second.entries).toMatchObject([{ title: 'Rivers: CSV' }]);
    expect(await failureOfFetch(source, choiceOf(source, address, second.entries[0]?.id ?? ''))).toContain(
      'does not match the checksum',
    );
  });

  it('of the first version, without distributions', async () => {
    expect((await find(source, `${site.url}old.json`))?.entries).toMatchObject([{ format: 'CSV' }]);
    expect(await find(source, `${site.url}package.json`)).toBeNull();
    expect(await find(source, `${site.url}budget.csv`)).toBeNull();
  });

  it('a file is fetched, with a state', async () => {
    const [first, broken] = (await find(source, site.url))?.entries ?? [];
    const choice = choiceOf(source, site.url, first?.id ?? '');
    expect(await fetchEntry(source, choice)).toMatchObject({
      texts: [csv],
      options: { format: 'csv' },
      state: (await stateOf(source, choice)) ?? {},
    });
    expect(await describeEntry(source, choice)).toMatchObject({
      publisher: 'Treasury',
      contact: 'jane@example.gov',
      homepage: 'https://www.example.gov/budget',
      licence: 'https://creativecommons.org/publicdomain/zero/1.0/',
    });
    expect(await failureOfFetch(source, choiceOf(source, site.url, broken?.id ?? ''))).toContain('web page instead');
    expect(await failureOfFetch(source, choiceOf(source, site.url, 'never'))).toContain('no longer offers');
  });

  it('a file that moved has another state, and is fetched from its new place', async () => {
    const describing = (file: string) => ({
      dataset: [
        {
          identifier: 'm',
          title: 'Moving',
          distribution: [{ downloadURL: `${site.url}${file}`, mediaType: 'text/csv' }],
        },
      ],
    });
    site.put('moving.json', describing('budget.csv'));
    const address = `${site.url}moving.json`;
    const [entry] = (await find(source, address))?.entries ?? [];
    const choice = choiceOf(source, address, entry?.id ?? '');
    const before = await stateOf(source, choice);
    site.put('2026/budget.csv', csv);
    site.put('moving.json', describing('2026/budget.csv'));
    expect(await stateOf(source, choice)).not.toEqual(before);
    expect((await fetchEntry(source, choice)).texts).toEqual([csv]);
  });
});
