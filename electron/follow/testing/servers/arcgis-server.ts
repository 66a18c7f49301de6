import { htmlPage, openStandIn, type Reply, type StandIn } from '../stand-in.ts';

/*
 * ArcGIS Server and the portal of ArcGIS Online as the "ArcGIS REST API" describes them; quirks of real ones: errors with
 * status 200, records in any order without `orderByFields`, fewer records than asked for, HTML without `f=json`, services
 * without pagination, dates as milliseconds, a count that includes what nobody may see.
 */
export interface ArcgisServer extends StandIn {
  rows: { OBJECTID: number | bigint; KIND: number; NAME: string; SEEN: number | null }[];
  claimed: number | null;
  paginates: boolean;
  edited: number;
  /** Loses the last record of each full page. */
  loses: boolean;
}

export const arcgisItem = '0123456789abcdef0123456789abcdef';
const service = '/arcgis/rest/services/Nature/Trees/FeatureServer';

export async function openArcgisServer(): Promise<ArcgisServer> {
  const standIn = await openStandIn(({ url }, own): Reply | null => {
    const { searchParams: requested, pathname } = url;
    if (pathname === `/sharing/rest/content/items/${arcgisItem}`)
      return { body: { id: arcgisItem, url: `${own.slice(0, -1)}${service}` } };
    if (!pathname.startsWith('/arcgis/rest/')) return null;
    if (requested.get('f') === null) return { body: htmlPage };
    const path = decodeURIComponent(pathname);
    if (path === '/arcgis/rest/services')
      return { body: { folders: ['Nature'], services: [{ name: 'Base', type: 'ImageServer' }] } };
    if (path === '/arcgis/rest/services/Nature')
      return { body: { folders: [], services: [{ name: 'Nature/Trees', type: 'FeatureServer' }] } };
    if (path === service) {
      return {
        body: {
          serviceDescription: 'Trees of the city',
          documentInfo: { Title: 'Trees', Author: 'Parks department' },
          layers: [
            { id: 0, name: 'Trees', type: 'Feature Layer', geometryType: 'esriGeometryPoint' },
            { id: 5, name: 'Group', type: 'Group Layer', subLayerIds: [0] },
          ],
          tables: [{ id: 1, name: 'Inspections' }],
        },
      };
    }
    const layer = new RegExp(`^${service}/([01])$`).exec(path)?.[1];
    if (layer !== undefined) return { body: layerOf(Number(layer)) };
    const queried = new RegExp(`^${service}/([01])/query$`).exec(path)?.[1];
    if (queried !== undefined) return query(requested, Number(queried));
    return { body: { error: { code: 400, message: 'Invalid URL', details: ['Invalid URL'] } } };
  });

  const layerOf = (id: number) => ({
    id,
    name: id === 0 ? 'Trees' : 'Inspections',
    type: id === 0 ? 'Feature Layer' : 'Table',
    ...(id === 0 ? { geometryType: 'esriGeometryPoint' } : {}),
    copyrightText: 'City of Example',
    objectIdField: 'OBJECTID',
    maxRecordCount: 10,
    supportedQueryFormats: 'JSON, geoJSON, PBF',
    advancedQueryCapabilities: { supportsPagination: server.paginates, supportsOrderBy: true },
    editingInfo: { lastEditDate: server.edited },
    fields: [
      { name: 'OBJECTID', type: 'esriFieldTypeOID', alias: 'OBJECTID' },
      {
        name: 'KIND',
        type: 'esriFieldTypeInteger',
        alias: 'Kind of tree',
        domain: {
          type: 'codedValue',
          name: 'kinds',
          codedValues: [
            { code: 1, name: 'Oak' },
            { code: 2, name: 'Lime' },
          ],
        },
      },
      {
        name: 'NAME',
        type: 'esriFieldTypeString',
        alias: 'NAME',
        description: '{"value":"Number on the plate","fieldValueType":"identifier"}',
      },
      { name: 'SEEN', type: 'esriFieldTypeDate', alias: 'Last seen' },
      { name: 'SHAPE', type: 'esriFieldTypeGeometry', alias: 'SHAPE' },
    ],
  });

  function query(requested: URLSearchParams, id: number): Reply {
    const after = /OBJECTID > (\d+)/.exec(requested.get('where') ?? '')?.[1];
    const found = server.rows.filter((row) => after === undefined || row.OBJECTID > BigInt(after));
    if (requested.get('returnCountOnly') === 'true') return { body: { count: server.claimed ?? found.length } };
    if (requested.has('resultOffset') && !server.paginates)
      return { body: { error: { code: 400, message: 'Pagination is not supported.', details: [] } } };
    if (!requested.has('orderByFields')) found.reverse();
    const offset = Number(requested.get('resultOffset') ?? 0);
    const limit = Math.min(Number(requested.get('resultRecordCount') ?? 10), 10);
    const full = found.slice(offset, offset + limit);
    const page = server.loses && full.length === limit ? full.slice(0, -1) : full;
    const more = offset + full.length < found.length;
    const geojson = requested.get('f') === 'geojson';
    const shown = page.map((row) =>
      geojson
        ? { type: 'Feature', id: row.OBJECTID, properties: row, geometry: { type: 'Point', coordinates: [7, 47] } }
        : { attributes: row },
    );
    if (geojson && id === 0)
      return {
        body: {
          type: 'FeatureCollection',
          ...(more ? { properties: { exceededTransferLimit: true } } : {}),
          features: shown,
        },
      };
    return { body: { fields: [], features: shown, ...(more ? { exceededTransferLimit: true } : {}) } };
  }

  const server: ArcgisServer = Object.assign(standIn, {
    rows: Array.from({ length: 23 }, (_, at) => ({
      OBJECTID: (at * 2 + 1) as number | bigint,
      KIND: (at % 3) + 1,
      NAME: `00${at}`,
      SEEN: at === 0 ? null : 1_700_000_000_000 + at,
    })),
    claimed: null as number | null,
    paginates: true,
    edited: 1_772_000_000_000,
    loses: false,
  });
  return server;
}
