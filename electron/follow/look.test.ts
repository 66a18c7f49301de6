import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookAt, sourceAddressOf } from './look.ts';
import type { Web } from './sources/web.ts';
import { hostsInMemory } from './testing/hosts-in-memory.ts';
import { arcgisItem, openArcgisServer } from './testing/servers/arcgis-server.ts';
import { ckanIds, openCkanPortal } from './testing/servers/ckan-portal.ts';
import { openSite, type Site } from './testing/servers/data-package-site.ts';
import { openHuggingFaceHub } from './testing/servers/hugging-face-hub.ts';
import { openJsonPagesService } from './testing/servers/json-pages-service.ts';
import { openODataService } from './testing/servers/odata-service.ts';
import { openOgcService } from './testing/servers/ogc-features-service.ts';
import { openPxWebService } from './testing/servers/px-web-service.ts';
import { openSdmxService } from './testing/servers/sdmx-service.ts';
import { openSocrataPortal, socrataId } from './testing/servers/socrata-portal.ts';
import type { StandIn } from './testing/stand-in.ts';
import { WebAccess } from './web/open-web.ts';

type Name = 'arcgis' | 'ckan' | 'pages' | 'site' | 'hub' | 'odata' | 'ogc' | 'px' | 'sdmx' | 'socrata';

let standIns: Record<Name, StandIn>;
/** A web with a signal of its own for each search, as the program has. */
let web: () => Web;

/** Which stand-in answers for a host, and below which path of it. */
const hosts: Readonly<Record<string, readonly [Name, (path: string) => string]>> = {
  'huggingface.co': ['hub', (path) => path],
  'hf.co': ['hub', (path) => path],
  'datasets-server.huggingface.co': ['hub', (path) => path],
  'data.cityofchicago.org': ['socrata', (path) => path],
  'data.ny.gov': ['socrata', (path) => path],
  'catalog.data.gov': ['ckan', (path) => path],
  'open.canada.ca': ['ckan', (path) => path],
  'www.dati.gov.it': ['ckan', (path) => path],
  'data.stadt-zuerich.ch': ['ckan', (path) => path],
  'ckan.opendata.swiss': ['ckan', (path) => path],
  'data.humdata.org': ['ckan', (path) => path],
  'services.arcgis.com': ['arcgis', (path) => path.replace(/^\/[^/]+\/arcgis/i, '/arcgis')],
  'gis.example.gov': ['arcgis', (path) => path],
  'www.arcgis.com': ['arcgis', (path) => path],
  'demo.ldproxy.net': ['ogc', (path) => path.replace(/^\/waters/, '/ogc')],
  'api.weather.example': ['ogc', (path) => `/ogc${path}`],
  'datasets.cbs.nl': ['odata', (path) => path.replace(/^\/odata\/v1\/CBS\/83765NED/, '/odata')],
  'api.worldbank.org': ['pages', (path) => path],
  'api.towns.example': ['pages', (path) => path],
  'data.ssb.no': ['px', (path) => path.replace(/^\/api\/pxwebapi\//, '/api/')],
  'api.scb.se': [
    'px',
    (path) =>
      path.replace(/^\/OV0104\/v2beta\//, '/').replace(/^\/OV0104\/v1\/doris\/en\/ssd/, '/api/v1/en/StatExample'),
  ],
  'statfin.stat.fi': ['px', (path) => path.replace(/^\/PXWeb\/api\/v1\/en\/StatFin/, '/api/v1/en/StatExample')],
  'ec.europa.eu': [
    'sdmx',
    (path) =>
      path
        .replace(/^\/eurostat\/api\/dissemination\/sdmx\/2\.1\//, '/rest/')
        .replace(/^\/eurostat\/api\/dissemination\/sdmx\/3\.0\//, '/sdmx/3.0/'),
  ],
  'sdmx.oecd.org': ['sdmx', (path) => path.replace(/^\/public\/rest\//, '/rest/')],
  'data-api.ecb.europa.eu': ['sdmx', (path) => path.replace(/^\/service\//, '/rest/')],
  'esploradati.istat.it': ['sdmx', (path) => path.replace(/^\/SDMXWS\/rest\//i, '/rest/')],
  'stats.bis.org': ['sdmx', (path) => path.replace(/^\/api\/v1\//, '/rest/').replace(/^\/api\/v2\//, '/sdmx/3.0/')],
};

/** A web in which a few hosts are stand-ins, and all others one site. */
function boxed(inner: Web): Web {
  const inside = (requested: URL | string): URL => {
    const address = new URL(requested);
    if (address.hostname === '127.0.0.1') return address;
    const [name, path] = hosts[address.hostname] ?? ['site', (same: string) => same];
    const target = new URL(standIns[name].url);
    target.pathname = path(address.pathname);
    target.search = address.search;
    return target;
  };
  return {
    signal: inner.signal,
    get: (address, options) => inner.get(inside(address), options),
    download: (address, target, options) => inner.download(inside(address), target, options),
  };
}

beforeAll(async () => {
  const [arcgis, ckan, pages, site, hub, odata, ogc, px, sdmx, socrata] = await Promise.all([
    openArcgisServer(),
    openCkanPortal(),
    openJsonPagesService(),
    openSite(),
    openHuggingFaceHub(),
    openODataService(),
    openOgcService(),
    openPxWebService(),
    openSdmxService(),
    openSocrataPortal(),
  ]);
  standIns = { arcgis, ckan, pages, site, hub, odata, ogc, px, sdmx, socrata };
  const access = new WebAccess({ hosts: hostsInMemory(), limits: { firstDelayMs: 1, stallMs: 300 } });
  web = () => boxed(access.webFor(new URL(ckan.url), true, new AbortController().signal));
  putSite(site);
});
afterAll(() => Promise.all(Object.values(standIns).map((one) => one.close())));

function putSite(site: Site): void {
  site.put('data/datapackage.json', {
    name: 'towns',
    title: 'Towns',
    resources: [{ name: 'towns', path: 'towns.csv' }],
  });
  site.put('datasets/gdp/master/datapackage.json', {
    name: 'gdp',
    title: 'Towns',
    resources: [{ name: 'gdp', path: 'gdp.csv' }],
  });
  site.put('data/towns.csv', 'a,b\n1,2\n');
  site.put('data/trees.csv', 'a,b\n1,2\n');
  site.put('data/trees.csv-metadata.json', {
    '@context': 'http://www.w3.org/ns/csvw',
    url: 'trees.csv',
    'dc:title': 'Trees',
  });
  site.put('data.json', {
    dataset: [
      {
        title: 'Budget',
        identifier: 'b',
        distribution: [{ downloadURL: 'https://files.example.org/b.csv', mediaType: 'text/csv' }],
      },
    ],
  });
  site.put('catalog.jsonld', {
    '@graph': [
      {
        '@id': 'd',
        '@type': 'dcat:Dataset',
        'dct:title': 'Lakes',
        'dcat:distribution': { 'dcat:downloadURL': { '@id': 'https://files.example.org/l.csv' } },
      },
    ],
  });
  site.put('api/hub/repo/datasets/lakes-1.jsonld', {
    '@graph': [
      {
        '@id': 'd',
        '@type': 'dcat:Dataset',
        'dct:title': 'Lakes',
        'dcat:distribution': { 'dcat:downloadURL': { '@id': 'https://files.example.org/l.csv' } },
      },
    ],
  });
  site.put('numbers.json', [{ a: 1 }, { a: 2 }]);
}

const id = socrataId;
const uuid = 'd0d0d0d0-0000-4000-8000-000000000000';
const feature = 'arcgis/rest/services/Nature/Trees/FeatureServer';

describe('an address as people paste it', () => {
  it.each([
    // Hugging Face
    ['https://huggingface.co/datasets/city/permits', 'hugging-face', 'City permits'],
    ['huggingface.co/datasets/city/permits/', 'hugging-face', 'City permits'],
    ['HTTPS://HuggingFace.co/datasets/city/permits#dataset-card', 'hugging-face', 'City permits'],
    ['https://hf.co/datasets/city/permits', 'hugging-face', 'City permits'],
    ['https://huggingface.co/datasets/city/permits/viewer/default/train?p=2', 'hugging-face', 'City permits'],
    ['https://huggingface.co/datasets/city/permits/tree/main/data', 'hugging-face', 'City permits'],
    ['https://huggingface.co/datasets/city/permits/blob/main/README.md', 'hugging-face', 'City permits'],
    ['https://huggingface.co/api/datasets/city/permits/parquet', 'hugging-face', 'City permits'],
    ['https://datasets-server.huggingface.co/parquet?dataset=city/permits', 'hugging-face', 'City permits'],
    // Socrata
    [`https://data.cityofchicago.org/Buildings/Building-Permits/${id}`, 'socrata', 'Building permits'],
    [`data.cityofchicago.org/Buildings/Building-Permits/${id}/about_data`, 'socrata', 'Building permits'],
    [
      `https://data.cityofchicago.org/Buildings/Building-Permits/${id}/data?no_mobile=true#column-menu`,
      'socrata',
      'Building permits',
    ],
    [`HTTPS://DATA.CITYOFCHICAGO.ORG/BUILDINGS/BUILDING-PERMITS/${id.toUpperCase()}/`, 'socrata', 'Building permits'],
    [`https://data.cityofchicago.org/resource/${id}.json?$limit=10`, 'socrata', 'Building permits'],
    [`https://data.cityofchicago.org/resource/${id}.csv`, 'socrata', 'Building permits'],
    [`https://data.cityofchicago.org/api/views/${id}/rows.csv?accessType=DOWNLOAD`, 'socrata', 'Building permits'],
    [`https://data.cityofchicago.org/api/views/${id}`, 'socrata', 'Building permits'],
    [`https://data.cityofchicago.org/api/v3/views/${id}/query.json`, 'socrata', 'Building permits'],
    [`https://data.cityofchicago.org/d/${id}`, 'socrata', 'Building permits'],
    [`https://data.cityofchicago.org/en/dataset/Building-Permits/${id}`, 'socrata', 'Building permits'],
    ['https://data.ny.gov/browse?q=permits&sortBy=relevance', 'socrata', 'data.ny.gov'],
    // CKAN
    ['https://catalog.data.gov/dataset/road-accidents', 'ckan', 'Road accidents'],
    ['catalog.data.gov/dataset/road-accidents/', 'ckan', 'Road accidents'],
    ['HTTPS://CATALOG.DATA.GOV/DATASET/ROAD-ACCIDENTS', 'ckan', 'Road accidents'],
    ['<https://catalog.data.gov/dataset/road-accidents?activity_id=1>', 'ckan', 'Road accidents'],
    [`https://open.canada.ca/data/en/dataset/${uuid}`, 'ckan', 'Road accidents'],
    [`https://open.canada.ca/data/fr/dataset/${uuid}#wb-auto-6`, 'ckan', 'Road accidents'],
    [`https://open.canada.ca/data/en/dataset/${uuid}/resource/${ckanIds.file}`, 'ckan', 'Road accidents'],
    ['https://www.dati.gov.it/opendata/api/3/action/package_show?id=road-accidents', 'ckan', 'Road accidents'],
    ['https://data.stadt-zuerich.ch/dataset/road-accidents', 'ckan', 'Road accidents'],
    [`https://data.stadt-zuerich.ch/dataset/road-accidents/resource/${ckanIds.store}/view/3`, 'ckan', 'Road accidents'],
    [
      `https://data.stadt-zuerich.ch/dataset/road-accidents/resource/${ckanIds.file}/download/accidents.csv`,
      'ckan',
      'Road accidents',
    ],
    [
      `https://data.stadt-zuerich.ch/api/3/action/datastore_search?resource_id=${ckanIds.store}&limit=5`,
      'ckan',
      'Road accidents',
    ],
    [`https://data.stadt-zuerich.ch/datastore/dump/${ckanIds.store}?bom=True`, 'ckan', 'Road accidents'],
    ['https://data.humdata.org/organization/police?q=roads', 'ckan', 'data.humdata.org'],
    ['https://data.humdata.org/dataset?q=road', 'ckan', 'data.humdata.org'],
    ['data.humdata.org', 'ckan', 'data.humdata.org'],
    ['https://data.humdata.org/de/', 'ckan', 'data.humdata.org'],
    ['https://open.canada.ca/data/en/', 'ckan', 'open.canada.ca'],
    ['https://opendata.swiss/de/dataset/road-accidents', 'ckan', 'Road accidents'],
    // ArcGIS
    [`https://services.arcgis.com/AbC123/${feature}`, 'arcgis', 'Trees'],
    [`services.arcgis.com/AbC123/${feature}/0`, 'arcgis', 'Trees'],
    [`https://services.arcgis.com/AbC123/${feature}/1/query?where=1%3D1&outFields=*&f=html`, 'arcgis', 'Inspections'],
    [`https://gis.example.gov/${feature.replace('FeatureServer', 'featureserver')}/0/`, 'arcgis', 'Trees'],
    ['https://gis.example.gov/arcgis/rest/services?f=html', 'arcgis', 'gis.example.gov'],
    [`https://hub.arcgis.com/datasets/${arcgisItem}_1/explore?location=47.3,8.5,12`, 'arcgis', 'Inspections'],
    [`https://www.arcgis.com/home/item.html?id=${arcgisItem}`, 'arcgis', 'Trees'],
    [`https://opendata.example.gov/datasets/${arcgisItem}_0/about`, 'arcgis', 'Trees'],
    // OGC API Features
    ['https://demo.ldproxy.net/waters', 'ogc-features', 'Waters'],
    ['demo.ldproxy.net/waters/?f=html', 'ogc-features', 'Waters'],
    ['https://demo.ldproxy.net/waters/collections', 'ogc-features', 'demo.ldproxy.net'],
    ['https://demo.ldproxy.net/waters/collections/lakes%20%26%20ponds', 'ogc-features', 'Lakes'],
    ['https://demo.ldproxy.net/waters/collections/lakes%20%26%20ponds/items?f=html&limit=10', 'ogc-features', 'Lakes'],
    ['https://api.weather.example/', 'ogc-features', 'Waters'],
    // OData
    ['https://datasets.cbs.nl/odata/v1/CBS/83765NED', 'odata', 'datasets.cbs.nl'],
    ['https://datasets.cbs.nl/odata/v1/CBS/83765NED/Observations?$top=4', 'odata', 'Observations'],
    // JSON in pages
    ['https://data.worldbank.org/indicator/SP.POP.TOTL?locations=DE', 'json-pages', 'Population, total'],
    ['api.worldbank.org/v2/country/all/indicator/SP.POP.TOTL', 'json-pages', 'Population, total'],
    ['https://api.towns.example/api/towns/', 'json-pages', 'towns'],
    // PxWeb
    ['https://data.ssb.no/api/pxwebapi/v2/tables/07459?lang=en', 'px-web', 'Births by region, contents and year'],
    ['data.ssb.no/api/pxwebapi/v2/tables/07459/metadata', 'px-web', 'Births by region, contents and year'],
    ['https://data.ssb.no/api/pxwebapi/v2/tables?query=births', 'px-web', 'data.ssb.no'],
    ['https://api.scb.se/OV0104/v2beta/api/v2/', 'px-web', 'api.scb.se'],
    ['https://api.scb.se/OV0104/v1/doris/en/ssd', 'px-web', 'ssd'],
    ['https://statfin.stat.fi/PXWeb/api/v1/en/StatFin/births', 'px-web', 'births'],
    [
      'https://statfin.stat.fi/PXWeb/pxweb/en/StatFin/StatFin__births/births%2007459.px/table/tableViewLayout1/?rxid=x',
      'px-web',
      'Births by region, contents and year',
    ],
    // SDMX
    ['https://ec.europa.eu/eurostat/databrowser/view/nama_10_gdp/default/table?lang=en', 'sdmx', 'Population'],
    ['ec.europa.eu/eurostat/databrowser/product/page/NAMA_10_GDP', 'sdmx', 'Population'],
    [
      'https://ec.europa.eu/eurostat/databrowser/view/NAMA_10_GDP__custom_1/default/table?lang=de',
      'sdmx',
      'Population',
    ],
    ['https://ec.europa.eu/eurostat/web/products-datasets/-/nama_10_gdp', 'sdmx', 'Population'],
    [
      'https://ec.europa.eu/eurostat/api/dissemination/sdmx/2.1/data/NAMA_10_GDP/?format=SDMX-CSV',
      'sdmx',
      'Population',
    ],
    [
      'https://ec.europa.eu/eurostat/api/dissemination/sdmx/3.0/data/dataflow/ESTAT/NAMA_10_GDP/1.0?format=csvdata',
      'sdmx',
      'Population',
    ],
    ['https://ec.europa.eu/eurostat/api/dissemination/statistics/1.0/data/nama_10_gdp?lang=EN', 'sdmx', 'Population'],
    [
      'https://data-explorer.oecd.org/vis?lc=en&df[ds]=dsDisseminateFinalDMZ&df[id]=DSD_PRICES%40DF_PRICES_ALL&df[ag]=OECD.SDD.TPS&df[vs]=1.0',
      'sdmx',
      'Population',
    ],
    [
      'https://sdmx.oecd.org/public/rest/data/OECD.SDD.TPS,DSD_PRICES@DF_PRICES_ALL,1.0/all?startPeriod=2020',
      'sdmx',
      'Population',
    ],
    [
      'https://sdmx.oecd.org/public/rest/dataflow/OECD.SDD.TPS/DSD_PRICES@DF_PRICES_ALL/?references=all',
      'sdmx',
      'Population',
    ],
    ['https://data.ecb.europa.eu/data/datasets/EXR/EXR.D.USD.EUR.SP00.A', 'sdmx', 'Population'],
    ['https://data-api.ecb.europa.eu/service/data/EXR/D.USD.EUR.SP00.A?format=csvdata', 'sdmx', 'Population'],
    ['https://esploradati.istat.it/SDMXWS/rest/data/41_983/A..?detail=full', 'sdmx', 'Population'],
    ['https://esploradati.istat.it/databrowser/#/it/dw', 'sdmx', 'esploradati.istat.it'],
    ['https://stats.bis.org/api/v2/data/dataflow/BIS/WS_CBPOL/1.0/M.CH', 'sdmx', 'Population'],
    ['https://stats.bis.org/api/v1/dataflow', 'sdmx', 'stats.bis.org'],
    // Catalogues, packages and files
    ['https://www.agency.gov/data.json', 'dcat', 'Budget'],
    ['https://data.europa.eu/data/datasets/lakes-1?locale=de', 'dcat', 'Lakes'],
    ['www.agency.gov', 'dcat', 'Budget'],
    ['https://www.agency.gov/catalog.jsonld?page=1', 'dcat', 'Lakes'],
    ['https://files.example.org/data/datapackage.json', 'data-package', 'Towns'],
    ['https://github.com/datasets/gdp/blob/master/datapackage.json', 'data-package', 'Towns'],
    ['https://files.example.org/data/trees.csv', 'csvw', 'Trees'],
    ['https://files.example.org/data/trees.csv-metadata.json', 'csvw', 'Trees'],
    ['https://files.example.org/data/towns.csv', 'file', 'towns.csv'],
    ['files.example.org/data/towns.csv?download=1#top', 'file', 'towns.csv'],
    ['"https://files.example.org/numbers.json"', 'file', 'numbers.json'],
  ])('%s', async (pasted, kind, title) => {
    const found = await lookAt(sourceAddressOf(pasted), web());
    expect([found.kind, found.title]).toEqual([kind, title]);
    expect(found.entries.length).toBeGreaterThan(0);
  });

  it('a large file of JSON is not read to find out that it is no description', async () => {
    const { site } = standIns;
    const rows = Array.from({ length: 200_000 }, (_, at) => ({ number: at }));
    (site as Site).put('large.json', rows);
    const before = site.requested.length;
    const found = await lookAt(sourceAddressOf('https://files.example.org/large.json'), web());
    expect(found.kind).toBe('file');
    expect(site.requested.slice(before)).toHaveLength(2);
  });

  it('what a kind says of an address that it knows is reported, not that it is no file', async () => {
    standIns.arcgis.before = () => ({ body: { error: { code: 499, message: 'Token Required' } } });
    const address = sourceAddressOf(`https://gis.example.gov/${feature}/0`);
    await expect(lookAt(address, web())).rejects.toThrow('Token Required');
    standIns.arcgis.before = () => null;
  });

  it('a file is asked for by few requests before it is known to be one', async () => {
    const { site } = standIns;
    const before = site.requested.length;
    await lookAt(sourceAddressOf('https://files.example.org/data/towns.csv'), web());
    expect(site.requested.slice(before).map(({ url }) => url.pathname)).toEqual([
      '/data/towns.csv-metadata.json',
      '/data/towns.csv',
    ]);
  });
});
