import type { Choice } from '#shared/follow.ts';
import { exactText } from '../../../lib/exact-json.ts';
import { isInterface, withParameters } from '../common/address-path.ts';
import { probeJson, stateOfFile } from '../common/answers.ts';
import { formatOfAddress, formatOfFile, type KnownFormat } from '../common/formats.ts';
import { type LinkedPage, writeLinkedPages } from '../common/linked-pages.ts';
import { chosen, describedEntry, entriesPerPage, entry, listing } from '../common/listing.ts';
import { entryGone, malformed, nothingToFollow } from '../common/problems.ts';
import { fetchedFile, memberParameters, receiveFile } from '../common/received-file.ts';
import {
  asRecord,
  asText,
  countOf,
  firstText,
  isJsonRecord,
  listOf,
  momentOf,
  proseOf,
  recordsOf,
} from '../common/values.ts';
import { writeTable, writtenTableOptions } from '../common/written-file.ts';
import type {
  DataSource,
  Fetched,
  FetchWork,
  ListedColumn,
  ListedEntry,
  Listing,
  ListRequest,
} from '../data-source.ts';
import type { Web } from '../web.ts';
import {
  type CkanPlace,
  type CkanRecord,
  callAction,
  ckanPlace,
  type DatastorePage,
  datastorePage,
  packageOfResource,
  showPackage,
  valuesOf,
} from './ckan-api.ts';

/*
 * Facts: "CKAN API guide" (https://docs.ckan.org/en/latest/api/) and "DataStore extension"
 * (https://docs.ckan.org/en/latest/maintaining/datastore.html): `package_show`, `package_search` (at most 1,000 rows a page),
 * `resource_show`, `datastore_search` (at most 32,000 records a page, `_id` identifies a record).
 */

interface Opened {
  readonly base: URL;
  readonly dataset: CkanRecord;
}

/** Records for each request to the DataStore. */
const recordsPerPage = 10_000;

function titleOf(dataset: CkanRecord): string {
  return firstText(dataset, 'title_translated', 'title', 'name', 'id') ?? '';
}

function resourcesOf({ dataset }: Opened, only: string | null): CkanRecord[] {
  const all = recordsOf(dataset.resources).filter((one) => asText(one.id) !== null);
  const named = all.filter((one) => asText(one.id)?.toLowerCase() === only);
  return named.length > 0 ? named : all;
}

function addressOf(resource: CkanRecord, base: URL): URL | null {
  const text = asText(resource.url);
  if (text === null || text.startsWith('_')) return null;
  return URL.canParse(text, base.href) && /^https?:/i.test(new URL(text, base).protocol) ? new URL(text, base) : null;
}

/** The format by the file's name, because that decides how it is read, otherwise as the portal calls it. */
function fileFormat(resource: CkanRecord, base: URL): KnownFormat | null {
  const address = addressOf(resource, base);
  if (address === null) return null;
  return (
    formatOfAddress(address.href) ?? formatOfFile(asText(resource.format)) ?? formatOfFile(asText(resource.mimetype))
  );
}

function isInDatastore(resource: CkanRecord): boolean {
  return resource.datastore_active === true || /^true$/i.test(String(resource.datastore_active));
}

/** Whether the records of the DataStore are read: where there is no file, or only an old workbook of them. */
function usesDatastore(resource: CkanRecord, base: URL): boolean {
  if (!isInDatastore(resource)) return false;
  const url = addressOf(resource, base);
  const isDump = url !== null && /\/datastore\/dump\//.test(url.pathname);
  const format = fileFormat(resource, base);
  return url === null || isDump || resource.url_type === 'datastore' || format === null || format.read === 'xls';
}

function entryOf(resource: CkanRecord, base: URL): ListedEntry {
  const id = String(resource.id);
  const url = addressOf(resource, base);
  const label = fileFormat(resource, base)?.label ?? asText(resource.format);
  const format = usesDatastore(resource, base) ? 'CSV' : label;
  return entry(id, firstText(resource, 'name_translated', 'name', 'title') ?? url?.pathname.split('/').at(-1) ?? id, {
    description: proseOf(resource.description_translated ?? resource.description),
    format,
    bytes: countOf(resource.size),
    modified: momentOf(resource.last_modified ?? resource.metadata_modified ?? resource.created),
    licence: firstText(resource, 'license', 'license_id'),
    ...(url !== null && isInterface(url) ? { leadsTo: url.href } : {}),
  });
}

function listingOf(opened: Opened, only: string | null): Listing {
  const { base, dataset } = opened;
  return listing(
    'ckan',
    titleOf(dataset),
    resourcesOf(opened, only).map((one) => entryOf(one, base)),
    {
      description: proseOf(dataset.notes_translated ?? dataset.notes ?? dataset.description),
      licence: firstText(dataset, 'license_title', 'license_id', 'license_url'),
      publisher: firstText(asRecord(dataset.organization), 'title', 'name') ?? firstText(dataset, 'author'),
      contact: firstText(dataset, 'maintainer_email', 'author_email', 'maintainer', 'author'),
      homepage: new URL(`dataset/${asText(dataset.name) ?? asText(dataset.id) ?? ''}`, base).href,
    },
  );
}

async function openDataset(place: CkanPlace, base: URL, web: Web): Promise<CkanRecord | null> {
  if (place.dataset !== null) {
    const dataset = await showPackage(web, base, place.dataset);
    if (dataset !== null || place.resource === null) return dataset;
  }
  // A dataset may have been renamed; its resources keep their ids.
  return place.resource === null ? null : packageOfResource(web, base, place.resource);
}

/** @throws {JobError} if the dataset is gone */
async function openPlace(address: URL | string, web: Web): Promise<Opened & { place: CkanPlace }> {
  const place = ckanPlace(new URL(address));
  for (const base of place?.bases ?? []) {
    const dataset = place === null ? null : await openDataset(place, base, web);
    if (place !== null && dataset !== null) return { base, dataset, place };
  }
  throw entryGone(place?.dataset ?? place?.resource ?? String(address), address);
}

async function searchPage(place: CkanPlace, base: URL, ask: ListRequest, web: Web): Promise<Listing> {
  const { q, fq } = place.search;
  const start = countOf(ask.more) ?? 0;
  const requested = ask.search.trim() === '' ? q : ask.search.trim();
  const result = await callAction(web, base, 'package_search', { q: requested, fq, rows: entriesPerPage, start });
  if (!isJsonRecord(result) || !Array.isArray(result.results)) throw malformed('CKAN', base);
  const entries = recordsOf(result.results).map((dataset) => {
    const name = asText(dataset.name) ?? asText(dataset.id) ?? '';
    const formats = [...new Set(recordsOf(dataset.resources).flatMap((one) => asText(one.format) ?? []))];
    return entry(name, titleOf(dataset), {
      description: proseOf(dataset.notes_translated ?? dataset.notes),
      format: formats.length === 0 ? null : formats.slice(0, 5).join(', '),
      modified: momentOf(dataset.metadata_modified),
      licence: firstText(dataset, 'license_title', 'license_id'),
      leadsTo: new URL(`dataset/${encodeURIComponent(name)}`, base).href,
    });
  });
  const next = start + entries.length;
  const count = countOf(result.count);
  const more =
    entries.length > 0 && (count === null ? entries.length === entriesPerPage : next < count) ? String(next) : null;
  return listing('ckan', base.host, entries, { homepage: base.href, searchable: true, more });
}

async function openChosen(choice: Choice, web: Web) {
  const opened = await openPlace(choice.address, web);
  const resource = chosen(resourcesOf(opened, null), (one) => String(one.id), choice);
  return {
    opened,
    resource,
    uses: usesDatastore(resource, opened.base) ? 'datastore' : 'file',
  } as const;
}

/** Columns and number of records of the DataStore; nothing where the resource is not in it. */
async function dictionary(resource: CkanRecord, base: URL, web: Web) {
  const empty = { columns: [] as ListedColumn[], rows: null };
  if (!isInDatastore(resource)) return empty;
  const page = await datastorePage(web, base, String(resource.id), { offset: 0, limit: 0 });
  if (page === null) return empty;
  const columns = page.fields
    .filter(({ id }) => id !== '_id')
    .map(({ id, label, notes }) => ({ name: id, title: label, description: notes, unit: null }));
  return { columns, rows: page.total };
}

async function fetchDatastore(
  resource: CkanRecord,
  base: URL,
  folder: string,
  web: Web,
  { report }: FetchWork,
): Promise<Omit<Fetched, 'state'>> {
  const id = String(resource.id);
  const address = withParameters(new URL('api/3/action/datastore_search', base), { resource_id: id });
  const pageFrom = async (offset: number) => {
    const page = await datastorePage(web, base, id, { offset, limit: recordsPerPage });
    if (page === null) throw entryGone(id, address);
    return page;
  };
  const first = await pageFrom(0);
  const { total, fields } = first;
  if (total === null || fields.length === 0) throw malformed('CKAN', address);
  const kept = fields.map((field, index) => ({ ...field, index })).filter((field) => field.id !== '_id');
  const identity = fields.findIndex((field) => field.id === '_id');
  const rowOf = (record: unknown) => {
    const row = valuesOf(record, fields);
    if (row === null) throw malformed('CKAN', address);
    return row;
  };
  let offset = 0;
  const linked = (at: URL, { records, total: count }: DatastorePage): LinkedPage => {
    offset += records.length;
    // Until a page is empty: only that proves that nothing is left behind the count.
    const next = records.length === 0 ? null : withParameters(address, { offset });
    return { at, records, next, count, bytes: exactText(records).length };
  };
  const names = kept.map((field) => field.id);
  const { path, bytes } = await writeLinkedPages(linked(address, first), {
    address,
    protocol: 'CKAN',
    total,
    read: async (at) => linked(at, await pageFrom(offset)),
    write: (fill) => writeTable(folder, 'records.csv', names, fill),
    written: (record) => {
      const row = rowOf(record);
      return kept.map(({ index }) => row[index]);
    },
    identityOf: (record) => (identity < 0 ? null : String(rowOf(record)[identity])),
    report,
  });
  // Texts such as codes with leading zeros stay what they are in the database.
  const texts = kept.filter(({ type }) => type === 'text').map(({ id }) => id);
  return {
    files: [path],
    options: writtenTableOptions(texts),
    columns: kept.map(({ id: name, label, notes }) => ({ name, title: label, description: notes, unit: null })),
    rows: total,
    bytes,
  };
}

export const ckanSource: DataSource = {
  kind: 'ckan',

  async find(address, web) {
    const place = ckanPlace(address);
    if (place === null) return null;
    const names = place.dataset !== null || place.resource !== null;
    for (const base of place.bases) {
      const action =
        place.resource !== null && place.dataset === null ? 'resource_show' : names ? 'package_show' : 'package_search';
      const requested = names ? { id: place.dataset ?? place.resource } : { rows: 0 };
      const json = await probeJson(web, withParameters(new URL(`api/3/action/${action}`, base), requested));
      if (!isJsonRecord(json) || json.success !== true || !('result' in json)) continue;
      if (!names) return searchPage(place, base, { search: '', more: null }, web);
      const result = listOf(json.result).find(isJsonRecord);
      const dataset =
        result !== undefined && Array.isArray(result.resources) ? result : await openDataset(place, base, web);
      if (dataset !== null) return listingOf({ base, dataset }, place.resource);
    }
    return null;
  },

  async list(address, ask, web) {
    const place = ckanPlace(address);
    if (place === null) throw malformed('CKAN', address);
    if (place.dataset !== null || place.resource !== null) {
      return listingOf(await openPlace(address, web), place.resource);
    }
    const [first, second] = place.bases;
    try {
      return await searchPage(place, first ?? address, ask, web);
    } catch (error) {
      if (second === undefined) throw error;
      return searchPage(place, second, ask, web);
    }
  },

  async describe(choice, web) {
    const { opened, resource } = await openChosen(choice, web);
    const { columns, rows } = await dictionary(resource, opened.base, web);
    const parameters = memberParameters(fileFormat(resource, opened.base));
    const one = { ...entryOf(resource, opened.base), rows };
    return describedEntry(one, listingOf(opened, null), { columns, parameters });
  },

  async state(choice, web) {
    const { opened, resource, uses } = await openChosen(choice, web);
    const address = addressOf(resource, opened.base);
    // Records are inserted into the DataStore without any date that tells.
    return uses === 'datastore' || address === null ? null : stateOfFile(web, address);
  },

  async fetch(choice, folder, web, work) {
    const { opened, resource, uses } = await openChosen(choice, web);
    const { base } = opened;
    if (uses === 'datastore') return { ...(await fetchDatastore(resource, base, folder, web, work)), state: {} };
    const address = addressOf(resource, base);
    if (address === null) throw nothingToFollow(titleOf(resource), choice.address);
    const state = await stateOfFile(web, address);
    const name = asText(resource.name) ?? String(resource.id);
    const file = await receiveFile(web, address, folder, { name, format: fileFormat(resource, base) }, work);
    const { columns } = await dictionary(resource, base, web);
    return fetchedFile(file, { member: choice.parameters.member, columns, state });
  },
};
