import { above, addressPath, isLanguage, parameterOf } from '../common/address-path.ts';

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
