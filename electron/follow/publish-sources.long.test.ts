import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceKind } from '#shared/follow.ts';
import { openArcgisServer } from './testing/servers/arcgis-server.ts';
import { ckanIds, openCkanPortal } from './testing/servers/ckan-portal.ts';
import { openSite } from './testing/servers/data-package-site.ts';
import { indicatorPath, openJsonPagesService } from './testing/servers/json-pages-service.ts';
import { odataSet, openODataService } from './testing/servers/odata-service.ts';
import { openOgcService } from './testing/servers/ogc-features-service.ts';
import { openPxWebService, pxWebFile, pxWebTable } from './testing/servers/px-web-service.ts';
import { openSdmxService } from './testing/servers/sdmx-service.ts';
import { openSocrataPortal, socrataId } from './testing/servers/socrata-portal.ts';
import { openTestFollowing, type TestFollowing } from './testing/test-following.ts';

/** What each kind of source fetches is published as it is, and checked again without a new version. */
describe('a dataset that follows a source', () => {
  let test: TestFollowing;
  const opened: { close(): Promise<void> }[] = [];
  beforeAll(async () => {
    test = await openTestFollowing();
  });
  afterAll(async () => {
    await test?.close();
    await Promise.all(opened.map((one) => one.close()));
  });

  async function published(kind: SourceKind, address: string, entry: string) {
    const slug = kind.replaceAll('-', '');
    await test.follow(slug, address, { kind, entry });
    const name = { namespace: 'web', dataset: slug };
    const columns = await test.local.columnNames(name);
    expect(await test.check(slug)).toEqual({ kind: 'unchanged' });
    return { columns, found: await test.local.sources.find(name) };
  }

  it('of a data package', async () => {
    const site = await openSite();
    opened.push(site);
    site.put('towns.csv', 'code;people;area\n01;1200;3,5\n02;n/a;4,25\n');
    site.put('datapackage.json', {
      name: 'towns',
      resources: [
        {
          name: 'towns',
          path: 'towns.csv',
          dialect: { delimiter: ';' },
          schema: {
            missingValues: ['n/a'],
            fields: [
              { name: 'code', type: 'string' },
              { name: 'people', type: 'integer' },
              { name: 'area', type: 'number', decimalChar: ',' },
            ],
          },
        },
      ],
    });
    const { columns, found } = await published('data-package', `${site.url}datapackage.json`, 'towns');
    expect(columns).toEqual(['code', 'people', 'area']);
    expect(found).toMatchObject({ versions: 1, state: 'active' });
    // The description still has the column that the file lost.
    site.put('towns.csv', 'code;people\n01;1200\n02;n/a\n');
    expect(await test.check('datapackage')).toMatchObject({ kind: 'held' });
    site.put('part-1.csv', 'year,cases\n2024,1\n');
    site.put('part-2.csv', 'year,cases\n2025,2\n2026,3\n');
    site.put('parts.json', {
      name: 'parts',
      resources: [{ name: 'cases', path: ['part-1.csv', 'part-2.csv'], rows: 3 }],
    });
    await test.follow('parts', `${site.url}parts.json`, { kind: 'data-package', entry: 'cases' });
    expect(await test.local.columnNames({ namespace: 'web', dataset: 'parts' })).toEqual(['year', 'cases']);
  });

  it('of the DataStore of CKAN', async () => {
    const portal = await openCkanPortal();
    opened.push(portal);
    const { columns } = await published('ckan', `${portal.url}dataset/road-accidents`, ckanIds.store);
    expect(columns).toEqual(['code', 'cases', 'note']);
    portal.records.reverse();
    portal.records.push({ _id: 99, code: '099', cases: 1, note: null });
    expect(await test.check('ckan')).toMatchObject({ kind: 'changed', rows: 26 });
  });

  it('of Socrata', async () => {
    const portal = await openSocrataPortal();
    opened.push(portal);
    const { columns } = await published('socrata', `${portal.url}d/${socrataId}`, socrataId);
    expect(columns).toEqual(['Permit Number', 'Cost']);
    // The export lost its last row, the count did not.
    portal.before = ({ url }) =>
      url.pathname.endsWith('rows.csv') ? { body: 'Permit Number,Cost\n007,100.5\n' } : null;
    portal.updated += 60;
    expect(await test.check('socrata')).toMatchObject({ kind: 'failed' });
    expect(await test.local.sources.find({ namespace: 'web', dataset: 'socrata' })).toMatchObject({ versions: 1 });
  });

  it('of SDMX', async () => {
    const office = await openSdmxService();
    opened.push(office);
    const { columns } = await published('sdmx', `${office.url}rest/dataflow/OFF/POP`, 'OFF:POP');
    expect(columns).toEqual([
      'FREQ',
      'FREQ_label',
      'GEO',
      'GEO_label',
      'TIME_PERIOD',
      'OBS_VALUE',
      'OBS_STATUS',
      'OBS_STATUS_label',
    ]);
    office.rows.reverse();
    expect(await test.check('sdmx')).toEqual({ kind: 'unchanged' });
  });

  it('of PxWeb', async () => {
    const office = await openPxWebService();
    opened.push(office);
    const { columns } = await published('px-web', `${office.url}api/v2/tables`, pxWebTable);
    const variables = ['Region', 'Region_label', 'ContentsCode', 'ContentsCode_label', 'unit', 'Tid'];
    expect(columns).toEqual([...variables, 'value', 'status']);
    expect(await test.check('pxweb')).toEqual({ kind: 'unchanged' });
    office.years.push('2025');
    office.updated = '2026-03-03T07:00:00Z';
    expect(await test.check('pxweb')).toMatchObject({ kind: 'changed' });
    const folder = `${office.url}api/v1/en/StatExample/births`;
    await test.follow('pxwebone', folder, { kind: 'px-web', entry: pxWebFile });
    expect(await test.local.columnNames({ namespace: 'web', dataset: 'pxwebone' })).toEqual(columns);
    expect(await test.check('pxwebone')).toEqual({ kind: 'unchanged' });
  });

  it('of OData', async () => {
    const service = await openODataService();
    opened.push(service);
    const { columns } = await published('odata', `${service.url}odata/`, odataSet);
    expect(columns).toEqual(['Id', 'Measure', 'Value']);
    service.records.push({ Id: 5, Measure: 'M000', Value: 1 });
    expect(await test.check('odata')).toMatchObject({ kind: 'changed' });
  });

  it('of the World Bank', async () => {
    const service = await openJsonPagesService();
    opened.push(service);
    const { columns } = await published('json-pages', `${service.url}${indicatorPath}`, 'SP.POP.TOTL');
    expect(columns).toEqual([
      'indicator.id',
      'indicator.value',
      'country.id',
      'country.value',
      'countryiso3code',
      'date',
      'value',
      'unit',
      'obs_status',
      'decimal',
    ]);
    service.people.push(8);
    service.updated = '2026-08-01';
    expect(await test.check('jsonpages')).toMatchObject({ kind: 'changed' });
  });

  it('of features', async () => {
    const service = await openOgcService();
    const server = await openArcgisServer();
    opened.push(service, server);
    const lakes = await published('ogc-features', `${service.url}ogc/`, 'lakes & ponds');
    expect(lakes.columns).toContain('depth');
    expect(lakes.columns).toContain('geometry');
    const trees = await published('arcgis', `${server.url}arcgis/rest/services/Nature/Trees/FeatureServer`, '0');
    expect(trees.columns).toEqual(expect.arrayContaining(['KIND', 'KIND_label', 'SEEN', 'geometry']));
  });
});
