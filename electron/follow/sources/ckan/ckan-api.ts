import { exactText } from '../../../lib/exact-json.ts';
import { above, addressPath, isLanguage, parameterOf, withParameters } from '../common/address-path.ts';
import { malformed, sourceSays } from '../common/problems.ts';
import { asRecord, asText, countOf, firstText, isJsonRecord, recordsOf } from '../common/values.ts';
import type { Web } from '../web.ts';

export type CkanRecord = Readonly<Record<string, unknown>>;

/**
 * Calls an action of the CKAN API ("API guide": `{"success": true, "result": …}`, otherwise `success` is false and
 * `error` says why, with status 404 for what is not there, 403 for what is private, 409 for wrong parameters).
 * @returns null if there is no such thing
 * @throws {JobError} if the answer is not CKAN's, or reports another error
 */
export async function callAction(
  web: Web,
  base: URL,
  action: string,
  parameters: Readonly<Record<string, string | number | null>>,
): Promise<unknown> {
  const address = withParameters(new URL(`api/3/action/${action}`, base), parameters);
  const answer = await web.get(address, { accept: 'application/json', maxBytes: 256 * 2 ** 20 });
  if (answer.status === 404 || answer.status === 410) return null;
  const json = action === 'datastore_search' ? answer.exactJson() : answer.json();
  if (!isJsonRecord(json) || typeof json.success !== 'boolean') throw malformed('CKAN', address);
  if (json.success) return json.result ?? null;
  const error = asRecord(json.error);
  const said = firstText(error, 'message', '__type', 'info') ?? exactText(error);
  if (/not found/i.test(said)) return null;
  throw sourceSays(address, said);
}

/** A dataset; null if there is none of that name. DKAN, which speaks the same API, answers with a list of one. */
export async function showPackage(web: Web, base: URL, id: string): Promise<CkanRecord | null> {
  const result = await callAction(web, base, 'package_show', { id });
  const found = Array.isArray(result) ? result[0] : result;
  return isJsonRecord(found) && Array.isArray(found.resources) ? found : null;
}

/** A resource by its own id, together with its dataset. */
export async function packageOfResource(web: Web, base: URL, id: string): Promise<CkanRecord | null> {
  const resource = await callAction(web, base, 'resource_show', { id });
  const owner = isJsonRecord(resource) ? asText(resource.package_id) : null;
  return owner === null ? null : showPackage(web, base, owner);
}

export interface DatastorePage {
  readonly fields: readonly {
    readonly id: string;
    readonly type: string;
    readonly label: string | null;
    readonly notes: string | null;
  }[];
  readonly records: readonly unknown[];
  readonly total: number | null;
}

/**
 * Records of the DataStore ("DataStore extension", `datastore_search`): `records_format=lists` gives values by position
 * of field; versions before 2.8 ignore it. `total` counts all; a server may send fewer than `limit`.
 */
export async function datastorePage(
  web: Web,
  base: URL,
  resource: string,
  page: { readonly offset: number; readonly limit: number },
): Promise<DatastorePage | null> {
  const parameters = { resource_id: resource, ...page, sort: '_id', records_format: 'lists', include_total: 'true' };
  const result = await callAction(web, base, 'datastore_search', parameters);
  if (result === null) return null;
  if (!isJsonRecord(result) || !Array.isArray(result.records)) throw malformed('CKAN', base);
  const fields = recordsOf(result.fields).flatMap((field) => {
    const id = asText(field.id);
    const info = asRecord(field.info);
    return id === null
      ? []
      : [{ id, type: asText(field.type) ?? 'text', label: asText(info.label), notes: asText(info.notes) }];
  });
  return { fields, records: result.records, total: countOf(result.total) };
}

export function valuesOf(record: unknown, fields: DatastorePage['fields']): readonly unknown[] | null {
  if (Array.isArray(record)) return record.length === fields.length ? record : null;
  return isJsonRecord(record) ? fields.map(({ id }) => record[id]) : null;
}

/** What an address of a CKAN portal names. */
export interface CkanPlace {
  /** Addresses below which the API may be, most likely first; each ends with a slash. */
  readonly bases: readonly URL[];
  readonly dataset: string | null;
  readonly resource: string | null;
  /** Parameters of `package_search`. */
  readonly search: { readonly q: string | null; readonly fq: string | null };
  /** Whether it is only a home page, which any kind of site may have. */
  readonly vague: boolean;
}

/** Portals whose pages and API are at different hosts. */
const apiHosts: Readonly<Record<string, string>> = { 'opendata.swiss': 'https://ckan.opendata.swiss/' };

/** Folders in which portals are. */
const folders = new Set(['data', 'ckan', 'catalog', 'catalogue', 'katalog', 'opendata']);

const nothing = { dataset: null, resource: null, search: { q: null, fq: null }, vague: false } as const;

/**
 * Addresses of CKAN ("API guide", "Multilingual": the language comes first in the path; portals in a folder have
 * `ckan.root_path` before it): `/dataset/NAME`, `/dataset/NAME/resource/ID`, `/organization/NAME`, `/group/NAME`,
 * `/api/3/action/…`, `/datastore/dump/ID`.
 */
export function ckanPlace(address: URL): CkanPlace | null {
  const place = placeOf(address);
  const elsewhere = apiHosts[address.hostname.replace(/^www\./, '')];
  return place === null || elsewhere === undefined ? place : { ...place, bases: [new URL(elsewhere)] };
}

function placeOf(address: URL): CkanPlace | null {
  const path = addressPath(address);
  const { parts, lower } = path;
  const named = lower.findIndex((part) => ['dataset', 'organization', 'group', 'api', 'datastore'].includes(part));
  if (named < 0) {
    const home = isLanguage(parts.at(-1)) ? lower.slice(0, -1) : lower;
    const vague = home.length === 0 || (home.length === 1 && folders.has(home[0] ?? ''));
    return vague ? { ...nothing, bases: [above(address, path, home.length)], vague: true } : null;
  }
  const before = above(address, path, named);
  const languageAt = isLanguage(parts[named - 1]) ? above(address, path, named - 1) : null;
  const bases = languageAt === null ? [before] : [languageAt, before];
  const [kind, name, third, id] = [lower[named], lower[named + 1] ?? null, lower[named + 2], lower[named + 3] ?? null];
  if (kind === 'dataset') {
    const resource = third === 'resource' ? id : null;
    return { ...nothing, bases, dataset: name, resource, search: { q: parameterOf(address, 'q'), fq: null } };
  }
  if (kind === 'organization' || kind === 'group') {
    const fq = name === null ? null : `${kind === 'group' ? 'groups' : 'organization'}:"${name.replaceAll('"', '')}"`;
    return { ...nothing, bases, search: { q: parameterOf(address, 'q'), fq } };
  }
  if (kind === 'datastore')
    return name === 'dump' && third !== undefined ? { ...nothing, bases, resource: third } : null;
  return apiPlace(address, bases, lower.slice(named + 1));
}

function apiPlace(address: URL, bases: readonly URL[], parts: readonly string[]): CkanPlace | null {
  const rest = /^[123]$/.test(parts[0] ?? '') ? parts.slice(1) : parts;
  if (rest.length === 0) return parts.length === 0 ? null : { ...nothing, bases };
  if (rest[0] !== 'action') return null;
  const id = parameterOf(address, 'id')?.toLowerCase() ?? null;
  switch (rest[1]) {
    case 'package_show':
      return id === null ? null : { ...nothing, bases, dataset: id };
    case 'resource_show':
      return id === null ? null : { ...nothing, bases, resource: id };
    case 'datastore_search': {
      const resource = parameterOf(address, 'resource_id');
      return resource === null ? null : { ...nothing, bases, resource };
    }
    default:
      return { ...nothing, bases, search: { q: parameterOf(address, 'q'), fq: parameterOf(address, 'fq') } };
  }
}
