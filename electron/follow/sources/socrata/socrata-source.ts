import { createHash } from 'node:crypto';
import type { Choice, SourceState } from '#shared/follow.ts';
import { addressPath, isLanguage, parameterOf, withParameters } from '../common/address-path.ts';
import { fetchJson, probe, probeJson } from '../common/answers.ts';
import { formatOfAddress, formatOfFile } from '../common/formats.ts';
import { firstRecord, withKnownColumns } from '../common/joined-text.ts';
import { describedEntry, entriesPerPage, entry, listing } from '../common/listing.ts';
import { entryGone, malformed, nothingToFollow, sourceSays } from '../common/problems.ts';
import { fetchedFile, receiveFile } from '../common/received-file.ts';
import { asRecord, asText, countOf, firstText, isJsonRecord, momentOf, proseOf, recordsOf } from '../common/values.ts';
import type { DataSource, ListedColumn, ListedEntry, Listing, ListRequest } from '../data-source.ts';
import type { Web } from '../web.ts';

/*
 * Facts: "SODA Consumer API" (https://dev.socrata.com/consumers/getting-started), "Application Tokens"
 * (https://dev.socrata.com/docs/app-tokens: `X-App-Token` raises the quota; the user's secret of the origin sends it) and
 * the "Discovery API". `/api/views/ID.json` describes a dataset, `/api/views/ID/rows.csv?accessType=DOWNLOAD` exports all of
 * its rows with the columns' display names, `/resource/ID.json?$select=count(*)` counts them.
 */
const protocol = 'Socrata';

type View = Readonly<Record<string, unknown>>;

const idPattern = /^[a-z0-9]{4}-[a-z0-9]{4}$/;

/** The identifier ("four by four") in a page's or API address; null for other addresses. */
function viewId(address: URL): string | null {
  const { lower } = addressPath(address);
  for (const part of lower.toReversed()) {
    const name = part.replace(/\.(?:json|csv|geojson|xml|tsv|rdf)$/, '');
    if (idPattern.test(name)) return name;
  }
  return null;
}

/** The page of a portal's whole catalogue. */
function isBrowse(address: URL): boolean {
  const { lower } = addressPath(address);
  const plain = isLanguage(lower[0]) ? lower.slice(1) : lower;
  return (plain.length === 1 && plain[0] === 'browse') || plain.join('/').startsWith('api/catalog/v1');
}

function metadataAddress(address: URL | string, id: string): URL {
  return new URL(`/api/views/${id}.json`, address);
}

function isView(json: unknown): json is View {
  return isJsonRecord(json) && asText(json.id) !== null && typeof json.name === 'string' && !('success' in json);
}

async function openView(address: URL | string, id: string | null, web: Web): Promise<View> {
  if (id === null) throw malformed(protocol, address);
  const at = metadataAddress(address, id);
  const json = await fetchJson(web, at, protocol);
  if (json === null) throw entryGone(id, address);
  if (isJsonRecord(json) && json.error === true) throw sourceSays(at, firstText(json, 'message', 'code') ?? '');
  if (!isView(json)) throw malformed(protocol, at);
  return json;
}

function columnsOf(view: View): View[] {
  return recordsOf(view.columns).filter(
    (column) =>
      typeof column.name === 'string' &&
      !String(column.fieldName).startsWith(':') &&
      !(Array.isArray(column.flags) && column.flags.includes('hidden')),
  );
}

function sourceColumns(view: View): ListedColumn[] {
  return columnsOf(view).map((column) => ({
    name: String(column.name).trim(),
    title: null,
    description: proseOf(column.description),
    unit: asText(asRecord(column.format).currency) ?? asText(asRecord(column.format).unit),
  }));
}

/** Rows as the catalogue last counted them; for display only. */
function cachedRows(view: View): number | null {
  const counts = columnsOf(view).flatMap(({ cachedContents }) => {
    const { count, not_null, null: nulls } = asRecord(cachedContents);
    const sum = countOf(count) ?? (countOf(not_null) ?? Number.NaN) + (countOf(nulls) ?? 0);
    return Number.isNaN(sum) ? [] : [sum];
  });
  return counts.length === 0 ? null : Math.max(...counts);
}

function isFile(view: View): boolean {
  return asText(view.blobId) !== null;
}

function entryOf(view: View): ListedEntry {
  const fileName = asText(view.blobFilename);
  return entry(String(view.id), String(view.name), {
    description: proseOf(view.description),
    format: isFile(view) ? (formatOfAddress(fileName ?? '')?.label ?? asText(view.blobMimeType)) : 'CSV',
    bytes: countOf(view.blobFileSize),
    rows: isFile(view) ? null : cachedRows(view),
    modified: momentOf(view.rowsUpdatedAt) ?? momentOf(view.viewLastModified),
  });
}

function contactOf(view: View): string | null {
  const fields = asRecord(asRecord(view.metadata).custom_fields);
  const all = Object.values(fields).filter(isJsonRecord).flatMap(Object.entries);
  return asText(view.contactEmail) ?? asText(all.find(([name]) => /e-?mail|contact/i.test(name))?.[1]);
}

function listingOf(view: View, address: URL | string): Listing {
  const id = String(view.id);
  return listing('socrata', String(view.name), [entryOf(view)], {
    description: proseOf(view.description),
    licence: firstText(asRecord(view.license), 'name') ?? asText(view.licenseId),
    publisher: asText(view.attribution) ?? firstText(asRecord(view.tableAuthor), 'displayName', 'screenName'),
    contact: contactOf(view),
    homepage: new URL(`/d/${id}`, address).href,
  });
}

async function catalogue(address: URL, { search, more }: ListRequest, web: Web): Promise<Listing | null> {
  const requested = search.trim() === '' ? parameterOf(address, 'q') : search.trim();
  const offset = countOf(more) ?? 0;
  const at = withParameters(new URL('/api/catalog/v1', address), {
    domains: address.hostname,
    search_context: address.hostname,
    only: 'datasets',
    q: requested,
    offset,
    limit: entriesPerPage,
  });
  const json = await probeJson(web, at);
  if (!isJsonRecord(json) || !Array.isArray(json.results)) return null;
  const entries = recordsOf(json.results).flatMap((result) => {
    const resource = asRecord(result.resource);
    const id = asText(resource.id);
    if (id === null) return [];
    return entry(id, asText(resource.name) ?? id, {
      description: proseOf(resource.description),
      modified: momentOf(resource.data_updated_at) ?? momentOf(resource.updatedAt),
      licence: asText(asRecord(result.metadata).license),
      leadsTo: new URL(`/d/${id}`, address).href,
    });
  });
  const next = offset + entries.length;
  const count = countOf(json.resultSetSize);
  const hasMore = entries.length > 0 && count !== null && next < count;
  return listing('socrata', address.host, entries, {
    homepage: new URL('/browse', address).href,
    searchable: true,
    more: hasMore ? String(next) : null,
  });
}

function stateOf(view: View): SourceState | null {
  const changed = countOf(view.rowsUpdatedAt) ?? countOf(view.viewLastModified);
  if (isFile(view)) return { file: asText(view.blobId) };
  if (changed === null) return null;
  const names = columnsOf(view).map(({ name, dataTypeName }) => [name, dataTypeName]);
  return { rowsUpdatedAt: changed, columns: createHash('sha256').update(JSON.stringify(names)).digest('hex') };
}

/** Number of rows as the API counts them now; null where it does not count. */
async function countRows(address: URL | string, id: string, web: Web): Promise<number | null> {
  const at = withParameters(new URL(`/resource/${id}.json`, address), { $select: 'count(*)' });
  const answer = await probe(web, at, 'application/json');
  try {
    const [first] = answer === null ? [] : recordsOf(answer.json());
    return first === undefined ? null : countOf(Object.values(first)[0]);
  } catch {
    return null;
  }
}

/** A map or chart has no rows: those of the dataset that it shows. */
async function withRows(view: View, address: URL | string, web: Web): Promise<View> {
  const [child] = Array.isArray(view.childViews) ? view.childViews : [];
  if (columnsOf(view).length > 0 || isFile(view) || typeof child !== 'string') return view;
  return openView(address, child, web);
}

async function openChosen({ address, entry: id }: Choice, web: Web): Promise<View> {
  return withRows(await openView(address, id, web), address, web);
}

export const socrataSource: DataSource = {
  kind: 'socrata',

  async find(address, web) {
    if (isBrowse(address)) return catalogue(address, { search: '', more: null }, web);
    const id = viewId(address);
    if (id === null) return null;
    const json = await probeJson(web, metadataAddress(address, id));
    return isView(json) ? listingOf(json, address) : null;
  },

  async list(address, ask, web) {
    if (!isBrowse(address)) return listingOf(await openView(address, viewId(address), web), address);
    const found = await catalogue(address, ask, web);
    if (found === null) throw malformed(protocol, address);
    return found;
  },

  async describe(choice, web) {
    const view = await openChosen(choice, web);
    return describedEntry(entryOf(view), listingOf(view, choice.address), { columns: sourceColumns(view) });
  },

  async state(choice, web) {
    return stateOf(await openChosen(choice, web));
  },

  async fetch(choice, folder, web, work) {
    const view = await openChosen(choice, web);
    const id = String(view.id);
    const state = stateOf(view) ?? {};
    if (isFile(view)) {
      const name = asText(view.blobFilename) ?? id;
      const at = withParameters(new URL(`/api/views/${id}/files/${asText(view.blobId)}`, choice.address), {
        download: 'true',
        filename: name,
      });
      const format = formatOfAddress(name) ?? formatOfFile(asText(view.blobMimeType));
      const file = await receiveFile(web, at, folder, { name, format }, work);
      return fetchedFile(file, { state });
    }
    const columns = columnsOf(view);
    if (columns.length === 0) throw nothingToFollow(String(view.name), choice.address);
    const rows = await countRows(choice.address, id, web);
    const at = new URL(`/api/views/${id}/rows.csv?accessType=DOWNLOAD`, choice.address);
    const file = await receiveFile(web, at, folder, { name: 'rows.csv', format: formatOfFile('csv') }, work);
    const texts = columns.filter(({ dataTypeName }) => dataTypeName === 'text');
    const typed = texts.map(({ name }) => ({ source: String(name).trim(), type: 'text' as const }));
    const header = await firstRecord(file.path, { delimiter: ',' });
    const options = withKnownColumns({ format: 'csv', delimiter: ',', header: true, columns: typed }, header);
    return { ...fetchedFile(file, { columns: sourceColumns(view), state }), options, rows };
  },
};
