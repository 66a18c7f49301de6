import { openStandIn, type Reply, type StandIn } from '../stand-in.ts';

/*
 * A CKAN portal as its documentation describes it ("API guide", "DataStore extension"), with the quirks of real ones: sizes in
 * the catalogue that are out of date, files behind redirects to signed addresses, a maximum of records for each request,
 * `q` ignored for an empty text, errors as JSON with status 404 or 409, pages of HTML for everything else.
 */
export interface CkanPortal extends StandIn {
  readonly records: { readonly [column: string]: string | number | null }[];
  /** What `datastore_search` claims; null for the truth. */
  claimedTotal: number | null;
  /** Most records that one answer has. */
  maxRecords: number;
  file: string;
}

const resourceFile = '11111111-aaaa-4bbb-8ccc-000000000001';
const resourceStore = '11111111-aaaa-4bbb-8ccc-000000000002';
const resourceMap = '11111111-aaaa-4bbb-8ccc-000000000003';
export const ckanIds = { file: resourceFile, store: resourceStore, map: resourceMap };

function failed(status: number, type: string, message: string): Reply {
  return { status, body: { success: false, error: { __type: type, message } } };
}

export async function openCkanPortal(): Promise<CkanPortal> {
  const records = Array.from({ length: 25 }, (_, at) => ({
    _id: at + 1,
    code: String(at).padStart(3, '0'),
    cases: at * 10,
    note: at % 2 === 0 ? null : 'a, "b"',
  }));
  const dataset = (own: string) => ({
    id: 'd0d0d0d0-0000-4000-8000-000000000000',
    name: 'road-accidents',
    title: 'Road accidents',
    notes: '<p>Accidents <b>by</b> municipality &amp; year.</p>',
    license_id: 'cc-by',
    license_title: 'Creative Commons Attribution',
    organization: { name: 'police', title: 'Cantonal Police' },
    maintainer: 'Statistics desk',
    maintainer_email: 'statistics@police.example.org',
    metadata_modified: '2026-03-01T10:00:00.123456',
    resources: [
      {
        id: resourceFile,
        name: 'Accidents 2025',
        description: 'All of them',
        format: 'CSV',
        size: '12',
        url: `${own}dataset/road-accidents/resource/${resourceFile}/download/accidents.csv`,
        url_type: 'upload',
        last_modified: '2026-02-28T09:00:00',
        datastore_active: false,
      },
      { id: resourceStore, name: 'Cases', format: 'XLS', url: `${own}files/cases.xls`, datastore_active: true },
      {
        id: resourceMap,
        name: 'Map',
        format: 'ESRI REST',
        url: 'https://gis.example.org/arcgis/rest/services/Roads/FeatureServer/0',
        datastore_active: false,
      },
    ],
  });
  const standIn = await openStandIn(({ url, method }, own): Reply | null => {
    const path = url.pathname;
    const action = /\/api\/3\/action\/(\w+)$/.exec(path)?.[1];
    const id = url.searchParams.get('id');
    if (action === 'package_show') {
      const known = id === 'road-accidents' || id === dataset(own).id;
      return known ? { body: { success: true, result: dataset(own) } } : failed(404, 'Not Found Error', 'Not found');
    }
    if (action === 'resource_show') {
      const found = dataset(own).resources.find((one) => one.id === id);
      return found === undefined
        ? failed(404, 'Not Found Error', 'Not found')
        : { body: { success: true, result: { ...found, package_id: 'road-accidents' } } };
    }
    if (action === 'package_search') return search(url, dataset(own));
    if (action === 'datastore_search') return store(url);
    if (action !== undefined) return failed(400, 'Bad Request', `Action name not known: ${action}`);
    if (path.endsWith('/download/accidents.csv')) {
      return { status: 302, headers: { location: `${own}storage/accidents.csv?X-Amz-Signature=abc&X-Amz-Expires=60` } };
    }
    if (path === '/storage/accidents.csv') {
      // A signed address is signed for one method.
      if (method !== 'GET') return { status: 403, body: '<Error><Code>SignatureDoesNotMatch</Code></Error>' };
      return url.searchParams.has('X-Amz-Signature') ? { body: portal.file } : { status: 403, body: 'denied' };
    }
    return null;
  });

  function search(url: URL, only: object): Reply {
    const start = Number(url.searchParams.get('start') ?? 0);
    const rows = Math.min(Number(url.searchParams.get('rows') ?? 10), 1000);
    const all = [
      only,
      ...Array.from({ length: 249 }, (_, at) => ({
        name: `dataset-${at}`,
        title: { de: `Datensatz ${at}`, en: `Dataset ${at}` },
        resources: [{ format: 'CSV' }],
      })),
    ];
    const q = url.searchParams.get('q') ?? '';
    const found = all.filter((one) => q === '' || JSON.stringify(one).toLowerCase().includes(q.toLowerCase()));
    return { body: { success: true, result: { count: found.length, results: found.slice(start, start + rows) } } };
  }

  function store(url: URL): Reply {
    if (url.searchParams.get('resource_id') !== resourceStore)
      return failed(404, 'Not Found Error', 'Not found: Resource');
    if (url.searchParams.get('sort') !== '_id' && url.searchParams.get('limit') !== '0')
      return failed(409, 'Validation Error', 'Unsorted pages may repeat records');
    const offset = Number(url.searchParams.get('offset') ?? 0);
    const limit = Math.min(Number(url.searchParams.get('limit') ?? 100), portal.maxRecords);
    const page = portal.records.slice(offset, offset + limit);
    const fields = [
      { id: '_id', type: 'int' },
      { id: 'code', type: 'text', info: { label: 'Municipality code', notes: 'Three digits' } },
      { id: 'cases', type: 'numeric' },
      { id: 'note', type: 'text' },
    ];
    const lists = url.searchParams.get('records_format') === 'lists';
    const shown = lists ? page.map((record) => fields.map((field) => record[field.id])) : page;
    return {
      body: {
        success: true,
        result: { fields, records: shown, total: portal.claimedTotal ?? portal.records.length, limit },
      },
    };
  }

  const portal: CkanPortal = Object.assign(standIn, {
    records,
    claimedTotal: null as number | null,
    maxRecords: 10,
    file: 'municipality;cases\n001;4\n002;7\n',
  });
  return portal;
}
