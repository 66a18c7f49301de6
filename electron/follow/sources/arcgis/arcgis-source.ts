import type { Choice, SourceState } from '#shared/follow.ts';
import { exactText } from '../../../lib/exact-json.ts';
import { withParameters } from '../common/address-path.ts';
import { probeJson } from '../common/answers.ts';
import { chosen, describedEntry, entry, listing } from '../common/listing.ts';
import {
  changedMeanwhile,
  countDiffers,
  entryGone,
  malformed,
  nothingToFollow,
  repeated,
  sourceSays,
} from '../common/problems.ts';
import { asRecord, asText, countOf, isJsonRecord, momentOf, proseOf, recordsOf } from '../common/values.ts';
import { type FetchedFile, writeFeatures, writeTable, writtenTableOptions } from '../common/written-file.ts';
import type { DataSource, Fetched, FetchWork, ListedEntry, Listing } from '../data-source.ts';
import type { Web } from '../web.ts';
import {
  type ArcgisPlace,
  type ArcgisRecord,
  arcgisPlace,
  columnsOfLayer,
  editedOf,
  fieldsOfLayer,
  labelColumn,
  objectIdOf,
  propertiesOf,
  readArcgis,
  recordId,
} from './arcgis-layer.ts';

/*
 * Facts: "Layer (Feature Service)", "Query (Feature Service/Layer)" and "Query (Map Service/Layer)" of the "ArcGIS REST API"
 * (https://developers.arcgis.com/rest/services-reference/enterprise/query-feature-service-layer/): at most `maxRecordCount`
 * records an answer; `resultOffset` needs `orderByFields` to be stable, and `supportsPagination`; `exceededTransferLimit` says
 * that there are more; `returnCountOnly` counts; `f=geojson` where `supportedQueryFormats` has it (from 10.4).
 */
const protocol = 'ArcGIS';

/** ArcGIS Online, which resolves the ids of items. */
const onlinePortal = new URL('https://www.arcgis.com/');

/** Most records of a page, whatever the server would allow: polygons are large. */
const recordsPerPage = 2000;

type Service = Extract<ArcgisPlace, { kind: 'service' }>;

interface OpenService {
  readonly place: Service;
  readonly about: ArcgisRecord;
  readonly layers: readonly ArcgisRecord[];
}

function layerAddress({ service }: Service, id: number | string): URL {
  return new URL(`${service.pathname}/${id}`, service);
}

function entryOf(layer: ArcgisRecord): ListedEntry {
  const hasShapes = asText(layer.geometryType) !== null;
  const isTable = layer.type === 'Table' || (layer.fields !== undefined && !hasShapes);
  return entry(String(layer.id), asText(layer.name) ?? String(layer.id), {
    description: proseOf(layer.description),
    format: isTable ? 'CSV' : 'GeoJSON',
    modified: momentOf(editedOf(layer) ?? undefined),
  });
}

/** Layers with records: groups and images have none. */
function layersOf(about: ArcgisRecord): ArcgisRecord[] {
  const layers = recordsOf(about.layers).filter(({ subLayerIds, type }) => {
    const kind = asText(type) ?? 'Feature Layer';
    return !(Array.isArray(subLayerIds) && subLayerIds.length > 0) && /^(?:Feature Layer|Annotation)/i.test(kind);
  });
  return [...layers, ...recordsOf(about.tables).map((table) => ({ type: 'Table', ...table }))];
}

function listingOf({ place, about, layers }: OpenService): Listing {
  const document = asRecord(about.documentInfo);
  const name = place.service.pathname.split('/').at(-2) ?? protocol;
  const title = asText(document.Title) ?? asText(about.mapName) ?? decodeURIComponent(name).replaceAll('_', ' ');
  const only = place.layer === null ? layers : layers.filter(({ id }) => id === place.layer);
  const [layer] = only;
  return listing('arcgis', (place.layer === null ? null : asText(layer?.name)) ?? title, only.map(entryOf), {
    description: proseOf(about.serviceDescription ?? about.description ?? layer?.description),
    publisher: asText(document.Author) ?? asText(layer?.copyrightText) ?? asText(about.copyrightText),
    licence: proseOf(about.licenseInfo),
    homepage: place.service.href,
    searchable: only.length > 20,
  });
}

function isService(json: unknown): json is ArcgisRecord {
  return isJsonRecord(json) && !isJsonRecord(json.error) && (Array.isArray(json.layers) || Array.isArray(json.tables));
}

function isLayer(json: unknown): json is ArcgisRecord {
  return (
    isJsonRecord(json) &&
    !isJsonRecord(json.error) &&
    typeof json.name === 'string' &&
    (Array.isArray(json.fields) || 'geometryType' in json || 'type' in json)
  );
}

async function openService(place: Service, web: Web): Promise<OpenService> {
  if (place.layer !== null) {
    const layer = await readArcgis(web, layerAddress(place, place.layer), {});
    if (!isLayer(layer)) throw malformed(protocol, place.service);
    return { place, about: {}, layers: [{ ...layer, id: place.layer }] };
  }
  const about = await readArcgis(web, place.service, {});
  if (!isService(about)) throw malformed(protocol, place.service);
  return { place, about, layers: layersOf(about) };
}

function directoryListing(json: ArcgisRecord, address: URL): Listing {
  const root = new URL(`${address.pathname.replace(/(\/rest\/services).*$/i, '$1')}/`, address);
  const folders = (Array.isArray(json.folders) ? json.folders : []).flatMap((name) => asText(name) ?? []);
  const services = recordsOf(json.services).filter(({ type }) => type === 'FeatureServer' || type === 'MapServer');
  const path = (name: string) => name.split('/').map(encodeURIComponent).join('/');
  const entries = [
    ...folders.map((name) => entry(name, `${name}/`, { leadsTo: new URL(path(name), root).href })),
    ...services.map(({ name, type }) =>
      entry(`${String(name)}/${String(type)}`, String(name), {
        format: String(type),
        leadsTo: new URL(`${path(String(name))}/${String(type)}`, root).href,
      }),
    ),
  ];
  return listing('arcgis', address.host, entries, { homepage: address.href, searchable: entries.length > 20 });
}

async function countRecords(query: URL, where: string, web: Web): Promise<number> {
  const answer = await readArcgis(web, query, { where, returnCountOnly: 'true' });
  const count = countOf(answer.count);
  if (count === null) throw malformed(protocol, query);
  return count;
}

/** Whether more records follow; GeoJSON has it in the collection or in its properties. */
function exceeds(json: ArcgisRecord): boolean {
  return json.exceededTransferLimit === true || asRecord(json.properties).exceededTransferLimit === true;
}

interface Page {
  readonly records: readonly { readonly attributes: ArcgisRecord; readonly geometry: unknown }[];
  readonly more: boolean;
  readonly bytes: number;
}

function pageOf(json: ArcgisRecord, at: URL): Page {
  if (!Array.isArray(json.features)) throw malformed(protocol, at);
  const records = recordsOf(json.features).map((feature) => ({
    attributes: asRecord(feature.properties ?? feature.attributes),
    geometry: feature.type === 'Feature' ? (feature.geometry ?? null) : null,
  }));
  return { records, more: exceeds(json), bytes: exactText(json.features).length };
}

interface LayerQuery {
  readonly query: URL;
  readonly layer: ArcgisRecord;
  /** Field of the identifiers. */
  readonly id: string;
  readonly where: string;
  readonly hasShapes: boolean;
  readonly total: number;
}

/** The pages of a layer in the order of identifiers. */
async function* pagesOfLayer(
  { query, layer, id, where, hasShapes, total }: LayerQuery,
  web: Web,
): AsyncGenerator<Page> {
  const limit = Math.min(countOf(layer.maxRecordCount) || recordsPerPage, recordsPerPage);
  const { supportsPagination } = asRecord(layer.advancedQueryCapabilities);
  // Services without offsets are asked for what comes after the last identifier.
  const byOffset = (supportsPagination ?? layer.supportsPagination) !== false;
  let last: number | bigint = Number.NEGATIVE_INFINITY;
  for (let rows = 0; ; ) {
    const at = withParameters(query, {
      where: byOffset || rows === 0 ? where : `(${where}) AND ${id} > ${last}`,
      outFields: '*',
      returnGeometry: String(hasShapes),
      outSR: hasShapes ? 4326 : null,
      orderByFields: `${id} ASC`,
      resultOffset: byOffset ? rows : null,
      resultRecordCount: limit,
    });
    const page = pageOf(await readArcgis(web, at, { f: hasShapes ? 'geojson' : 'json' }), at);
    for (const { attributes } of page.records) {
      const own = recordId(attributes[id]);
      if (own === null) throw malformed(protocol, at);
      // One that is not larger came before.
      if (own <= last) throw repeated(at);
      last = own;
    }
    yield page;
    rows += page.records.length;
    if (page.records.length === 0 || (!page.more && rows >= total)) return;
  }
}

async function fetchLayer(
  { layer, address, where }: { readonly layer: ArcgisRecord; readonly address: URL; readonly where: string },
  folder: string,
  web: Web,
  { report }: FetchWork,
): Promise<Omit<Fetched, 'state'>> {
  const name = asText(layer.name) ?? address.pathname;
  const id = objectIdOf(layer);
  const fields = fieldsOfLayer(layer);
  const hasShapes = asText(layer.geometryType) !== null;
  const formats = String(layer.supportedQueryFormats ?? 'JSON, geoJSON');
  if (id === null || fields.length === 0) throw nothingToFollow(name, address);
  if (hasShapes && !/geojson/i.test(formats)) throw sourceSays(address, `supportedQueryFormats: ${formats}`);
  const query = new URL(`${address.pathname}/query`, address);
  const total = await countRecords(query, where, web);
  const columns = columnsOfLayer(fields);
  let bytes = 0;
  type RowOf<Row> = (properties: Readonly<Record<string, unknown>>, geometry: unknown) => Row;
  const fill = async <Row>(file: FetchedFile<Row>, rowOf: RowOf<Row>): Promise<void> => {
    for await (const page of pagesOfLayer({ query, layer, id, where, hasShapes, total }, web)) {
      await file.add(page.records.map(({ attributes, geometry }) => rowOf(propertiesOf(attributes, fields), geometry)));
      bytes += page.bytes;
      report(bytes, file.rows === 0 ? null : Math.round((bytes / file.rows) * total));
    }
  };
  const names = columns.map((column) => column.name);
  const file = hasShapes
    ? await writeFeatures(folder, 'features.geojson', (features) =>
        fill(features, (properties, geometry) => ({ type: 'Feature', properties, geometry })),
      )
    : await writeTable(folder, 'records.csv', names, (table) => fill(table, (one) => names.map((name) => one[name])));
  if (file.rows !== total) {
    // A record that was added or deleted meanwhile is no fault of the service.
    if ((await countRecords(query, where, web)) !== total) throw changedMeanwhile(query);
    throw countDiffers(query, total, file.rows);
  }
  const texts = fields.flatMap(({ name, type, labels }) => [
    ...(type === 'String' ? [name] : []),
    ...(labels.size > 0 ? [labelColumn(name, fields)] : []),
  ]);
  return {
    files: [file.path],
    options: hasShapes ? { format: 'geojson' } : writtenTableOptions(texts),
    columns,
    rows: total,
    bytes,
  };
}

function stateOf(layer: ArcgisRecord, count: number): SourceState | null {
  const edited = editedOf(layer);
  if (edited === null) return null;
  return {
    edited,
    count,
    fields: fieldsOfLayer(layer)
      .map(({ name, type }) => `${name} ${type}`)
      .join(', '),
  };
}

/** The service behind an item's page; null if the item has none. @param portal which resolves ids of items */
async function resolved(
  place: ArcgisPlace,
  portal: URL,
  web: Web,
): Promise<Exclude<ArcgisPlace, { kind: 'item' }> | null> {
  if (place.kind !== 'item') return place;
  const at = new URL(`sharing/rest/content/items/${place.id}?f=json`, portal);
  const url = asText(asRecord(await probeJson(web, at)).url);
  const found = url !== null && URL.canParse(url) ? arcgisPlace(new URL(url)) : null;
  return found?.kind === 'service' ? { ...found, layer: place.layer ?? found.layer } : null;
}

async function openLayer(choice: Choice, portal: URL, web: Web) {
  const named = arcgisPlace(new URL(choice.address));
  const place = named === null ? null : await resolved(named, portal, web);
  if (place?.kind !== 'service') throw entryGone(protocol, choice.address);
  const opened = await openService(place, web);
  const listed = chosen(opened.layers, ({ id }) => String(id), choice);
  const address = layerAddress(place, String(listed.id));
  const layer = Array.isArray(listed.fields) ? listed : await readArcgis(web, address, {});
  const query = new URL(`${address.pathname}/query`, address);
  return {
    opened,
    layer: { ...layer, id: listed.id } as ArcgisRecord,
    address,
    count: () => countRecords(query, place.where, web),
  };
}

/** @param portal which resolves ids of items */
export function createArcgisSource(portal: URL): DataSource {
  return {
    kind: 'arcgis',

    async find(address, web) {
      const place = arcgisPlace(address);
      const found = place === null ? null : await resolved(place, portal, web);
      if (found === null) return null;
      if (found.kind === 'directory') {
        const json = await probeJson(web, withParameters(found.address, { f: 'json' }));
        const isDirectory = isJsonRecord(json) && Array.isArray(json.services);
        return isDirectory ? directoryListing(json, found.address) : null;
      }
      const opened = await openService(found, web);
      return opened.layers.length === 0 ? null : listingOf(opened);
    },

    async describe(choice, web) {
      const { opened, layer, count } = await openLayer(choice, portal, web);
      const from = listingOf(opened);
      const about = { ...from, publisher: from.publisher ?? proseOf(layer.copyrightText) };
      const columns = columnsOfLayer(fieldsOfLayer(layer));
      return describedEntry({ ...entryOf(layer), rows: await count() }, about, { columns });
    },

    async state(choice, web) {
      const { layer, count } = await openLayer(choice, portal, web);
      return editedOf(layer) === null ? null : stateOf(layer, await count());
    },

    async fetch(choice, folder, web, work) {
      const { opened, layer, address } = await openLayer(choice, portal, web);
      const fetched = await fetchLayer({ layer, address, where: opened.place.where }, folder, web, work);
      return { ...fetched, state: stateOf(layer, fetched.rows ?? 0) ?? {} };
    },
  };
}

export const arcgisSource = createArcgisSource(onlinePortal);
