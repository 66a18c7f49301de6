import type { Choice } from '#shared/follow.ts';
import { above, addressPath, linkedFrom, withParameters } from '../common/address-path.ts';
import { fetchJson, probeDescription, probeJson } from '../common/answers.ts';
import { type LinkedPage, maxPageBytes, writeLinkedPages } from '../common/linked-pages.ts';
import { chosen, describedEntry, entry, listing } from '../common/listing.ts';
import { countDiffers, entryGone, malformed } from '../common/problems.ts';
import { asRecord, asText, countOf, isJsonRecord, proseOf, recordsOf } from '../common/values.ts';
import { writeFeatures } from '../common/written-file.ts';
import type { DataSource, Fetched, FetchWork, ListedColumn, ListedEntry, Listing } from '../data-source.ts';
import type { Web } from '../web.ts';

/*
 * Facts: "OGC API - Features - Part 1: Core" (OGC 17-069, https://docs.ogc.org/is/17-069r4/17-069r4.html): the landing page
 * links to `/collections` (`rel=data`); `/collections/ID/items` are pages of GeoJSON in WGS 84, whose `next` link leads to the
 * next one; `numberMatched` counts all and may be missing; a server may send fewer than `limit`. Columns are described by the
 * queryables of Part 3 or the schema of Part 5.
 */
const protocol = 'OGC API Features';
const accept = 'application/geo+json, application/json;q=0.9';
const featuresPerPage = 1000;

/** Parameters of a page that say which rows it shows, not which rows there are. */
const paging = new Set(['f', 'limit', 'offset', 'startindex', 'page', 'cursor', 'next', 'resulttype', 'lang']);

interface Place {
  /** Address of the service, with a slash at its end. */
  readonly base: URL;
  readonly collection: string | null;
  /** Filters that the address has, and keys of access. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether the address itself has the form of a collection's. */
  readonly certain: boolean;
}

function placeOf(address: URL): Place | null {
  const path = addressPath(address);
  const at = path.lower.indexOf('collections');
  const parameters = Object.fromEntries([...address.searchParams].filter(([name]) => !paging.has(name.toLowerCase())));
  if (at >= 0)
    return { base: above(address, path, at), collection: path.parts[at + 1] ?? null, parameters, certain: true };
  const last = path.parts.at(-1) ?? '';
  const isApi = /^(?:conformance|api|openapi)$/i.test(last);
  if (/\.[a-z0-9]{2,8}$/i.test(last) && !/^v?\d+(?:\.\d+)*$/i.test(last)) return null;
  return {
    base: above(address, path, path.parts.length - (isApi ? 1 : 0)),
    collection: null,
    parameters,
    certain: false,
  };
}

type Collection = Readonly<Record<string, unknown>>;

/** Spaces and slashes occur in identifiers. */
function collectionAddress({ base, parameters }: Place, id: string, end = ''): URL {
  return withParameters(new URL(`collections/${encodeURIComponent(id)}${end}`, base), parameters);
}

function collectionsAddress({ base, parameters }: Place): URL {
  return withParameters(new URL('collections', base), { ...keysOnly(parameters), f: 'json' });
}

/** Filters belong to items alone. */
function keysOnly(parameters: Place['parameters']): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => /key|token/i.test(name)));
}

function isFeatures({ itemType }: Collection): boolean {
  return itemType === undefined || itemType === 'feature' || itemType === 'record';
}

function entryOf(collection: Collection): ListedEntry {
  const id = String(collection.id);
  return entry(id, asText(collection.title) ?? id, {
    description: proseOf(collection.description),
    format: 'GeoJSON',
    licence: licenceOf(collection),
    rows: countOf(collection.itemCount),
  });
}

/** `rel=license` links, or the member that STAC and others have. */
function licenceOf(json: Collection): string | null {
  const link = recordsOf(json.links).find(({ rel }) => rel === 'license');
  return asText(json.license) ?? asText(link?.title) ?? asText(link?.href);
}

function listingOf(collections: readonly Collection[], place: Place, landing: Collection): Listing {
  const only = collections.filter(({ id }) => place.collection === null || id === place.collection);
  const provider = recordsOf(landing.providers)[0] ?? asRecord(landing.provider);
  const first = only.length === 1 ? only[0] : undefined;
  return listing(
    'ogc-features',
    asText(landing.title) ?? asText(first?.title) ?? place.base.host,
    only.filter(isFeatures).map(entryOf),
    {
      description: proseOf(landing.description),
      licence: licenceOf(landing),
      publisher: asText(provider.name) ?? asText(landing.attribution),
      contact: asText(asRecord(landing.contact).email),
      homepage:
        place.collection === null
          ? place.base.href
          : new URL(`collections/${encodeURIComponent(place.collection)}`, place.base).href,
      searchable: only.length > 20,
    },
  );
}

async function readCollections(place: Place, web: Web): Promise<Collection[]> {
  const at = collectionsAddress(place);
  const json = await fetchJson(web, at, protocol);
  if (json === null) throw entryGone(place.collection ?? protocol, at);
  if (!isJsonRecord(json) || !Array.isArray(json.collections)) throw malformed(protocol, at);
  return recordsOf(json.collections).filter(({ id }) => typeof id === 'string' || typeof id === 'number');
}

async function readCollection(place: Place, id: string, web: Web): Promise<Collection> {
  const at = withParameters(new URL(`collections/${encodeURIComponent(id)}`, place.base), {
    ...keysOnly(place.parameters),
    f: 'json',
  });
  const json = await fetchJson(web, at, protocol);
  if (json === null) throw entryGone(id, at);
  if (!isJsonRecord(json) || json.id === undefined) throw malformed(protocol, at);
  return json;
}

/** Whether JSON is a landing page: it links to the collections, or to what the service conforms to. */
function isLanding(json: unknown): json is Collection {
  if (!isJsonRecord(json) || !Array.isArray(json.links)) return false;
  const rels = recordsOf(json.links).map(({ rel }) => String(rel).split('/').at(-1));
  return (
    rels.includes('data') &&
    rels.some((rel) => rel === 'conformance' || rel === 'service-desc' || rel === 'service-doc')
  );
}

async function columnsOf(collection: Collection, place: Place, web: Web): Promise<ListedColumn[]> {
  const links = recordsOf(collection.links);
  const link = ['schema', 'describedby', 'queryables']
    .map((name) => links.find(({ rel, type }) => String(rel).split('/').at(-1) === name && !/html/.test(String(type))))
    .find((one) => one !== undefined);
  const href = asText(link?.href);
  if (href === null || !URL.canParse(href, place.base.href)) return [];
  const schema = asRecord(await probeJson(web, new URL(href, place.base)));
  return Object.entries(asRecord(schema.properties)).flatMap(([name, value]) => {
    const { title, description } = asRecord(value);
    if (asText(asRecord(value).format)?.startsWith('geometry')) return [];
    const unit = asText(asRecord(value)['x-ogc-unit']);
    return [{ name, title: asText(title) === name ? null : asText(title), description: proseOf(description), unit }];
  });
}

/** The address of the next page; null at the end. */
function nextOf(json: Collection, at: URL): URL | null {
  const links = recordsOf(json.links).filter(({ rel, type }) => rel === 'next' && !/html/i.test(String(type)));
  const link = links.find(({ type }) => /geo\+json/i.test(String(type))) ?? links[0];
  return linkedFrom(at, asText(link?.href));
}

/** A page of features; null if the service does not accept the limit. */
async function readPage(at: URL, web: Web): Promise<LinkedPage | null> {
  const answer = await web.get(at, { accept, maxBytes: maxPageBytes });
  if (answer.status === 400) return null;
  if (answer.status !== 200) throw entryGone(protocol, at);
  const json = answer.exactJson();
  if (!isJsonRecord(json) || !Array.isArray(json.features)) throw malformed('GeoJSON', at);
  const records: readonly unknown[] = json.features;
  const returned = countOf(json.numberReturned);
  if (returned !== null && returned !== records.length) throw countDiffers(at, returned, records.length);
  // Some services link to a next page for ever; an empty one is the end.
  const next = records.length === 0 ? null : nextOf(json, at);
  return { at, records, next, count: countOf(json.numberMatched), bytes: answer.bytes.length };
}

/** The first page, with the largest limit that the service accepts. */
async function firstPage(items: URL, web: Web): Promise<LinkedPage> {
  for (const limit of [featuresPerPage, 100, null]) {
    const page = await readPage(withParameters(items, { limit }), web);
    if (page !== null) return page;
  }
  throw malformed(protocol, items);
}

async function fetchItems(place: Place, id: string, folder: string, web: Web, { report }: FetchWork) {
  const address = collectionAddress(place, id, '/items');
  const first = await firstPage(address, web);
  return writeLinkedPages(first, {
    address,
    protocol,
    total: first.count,
    read: (at) => readPage(at, web),
    write: (fill) => writeFeatures(folder, 'features.geojson', fill),
    identityOf,
    report,
  });
}

function identityOf(feature: unknown): string | null {
  const { id } = asRecord(feature);
  return typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint' ? String(id) : null;
}

function chosenPlace({ address }: Choice): Place {
  const place = placeOf(new URL(address));
  if (place === null) throw malformed(protocol, address);
  return place;
}

export const ogcFeaturesSource: DataSource = {
  kind: 'ogc-features',

  async find(address, web) {
    const place = placeOf(address);
    if (place === null) return null;
    if (!place.certain) {
      const landing = await probeDescription(web, withParameters(place.base, keysOnly(place.parameters)));
      return isLanding(landing) ? listingOf(await readCollections(place, web), place, landing) : null;
    }
    const json = await probeJson(web, collectionsAddress(place));
    if (!isJsonRecord(json) || !Array.isArray(json.collections)) return null;
    const found = listingOf(recordsOf(json.collections), place, json);
    return found.entries.length === 0 ? null : found;
  },

  async describe(choice, web) {
    const place = chosenPlace(choice);
    const collections = await readCollections(place, web);
    const collection = chosen(collections, ({ id }) => String(id), choice);
    return describedEntry(entryOf(collection), listingOf(collections, place, {}), {
      columns: await columnsOf(collection, place, web),
    });
  },

  // No part of the standard says when the items changed.
  state: () => Promise.resolve(null),

  async fetch(choice, folder, web, work): Promise<Fetched> {
    const place = chosenPlace(choice);
    const collection = await readCollection(place, choice.entry, web);
    const { path, rows, bytes } = await fetchItems(place, choice.entry, folder, web, work);
    const columns = await columnsOf(collection, place, web);
    return { files: [path], options: { format: 'geojson' }, columns, rows, state: {}, bytes };
  },
};
