import { LRUCache } from 'lru-cache';
import type { Choice } from '#shared/follow.ts';
import { addressPath, isInterface } from '../common/address-path.ts';
import { fetchJson, probeDescription, stateOfFile } from '../common/answers.ts';
import { chosen, describedEntry, entry, listing, listingPage, matching } from '../common/listing.ts';
import { entryGone, malformed } from '../common/problems.ts';
import { fetchedFile, memberParameters, receiveFile } from '../common/received-file.ts';
import type { DataSource, ListedEntry, Listing } from '../data-source.ts';
import type { Web } from '../web.ts';
import { type DcatCatalogue, type Distribution, readCatalogue } from './catalogue.ts';

/*
 * Facts: "Project Open Data Metadata Schema v1.1" (https://project-open-data.cio.gov/v1.1/schema/; `/data.json` of an agency),
 * "Data Catalog Vocabulary (DCAT) - Version 3" (https://www.w3.org/TR/vocab-dcat-3/), DCAT-AP, and "Hydra" for pages.
 * `byteSize` may be an approximation and proves nothing; `spdx:checksum` does.
 */
const protocol = 'DCAT';
const accept = 'application/ld+json, application/json;q=0.9, */*;q=0.1';

/** Catalogues are large, and a person pages and searches through one: the last ones stay for a few minutes. */
const recent = new LRUCache<string, DcatCatalogue>({ max: 2, ttl: 5 * 60_000 });

/** Where the catalogue of an address would be. */
function catalogueAddress(address: URL): URL | null {
  const plain = new URL(address);
  plain.hash = '';
  const { parts, lower } = addressPath(plain);
  if (parts.length === 0) return new URL('/data.json', plain);
  // The pages of data.europa.eu are a program of their own over the hub's repository.
  const dataset = parts[lower.indexOf('datasets') + 1];
  if (
    plain.hostname === 'data.europa.eu' &&
    lower.includes('data') &&
    lower.includes('datasets') &&
    dataset !== undefined
  ) {
    return new URL(`/api/hub/repo/datasets/${encodeURIComponent(dataset)}.jsonld?useNormalizedId=true`, plain);
  }
  const last = lower.at(-1) ?? '';
  const extension = /\.([a-z0-9]{2,8})$/.exec(last)?.[1];
  if (extension === undefined || /^\d+$/.test(extension)) return plain;
  return extension === 'json' || extension === 'jsonld' ? plain : null;
}

async function openCatalogue(address: URL, web: Web, fresh: boolean): Promise<DcatCatalogue> {
  const at = catalogueAddress(address);
  if (at === null) throw malformed(protocol, address);
  const known = fresh ? undefined : recent.get(at.href);
  if (known !== undefined) return known;
  const json = await fetchJson(web, at, protocol, { accept });
  if (json === null) throw entryGone(protocol, at);
  const catalogue = readCatalogue(json, at);
  if (catalogue === null) throw malformed(protocol, at);
  recent.set(at.href, catalogue);
  return catalogue;
}

/** Interfaces and pages are found anew from their own address. */
function leadsElsewhere({ address, format, formatName }: Distribution): boolean {
  return isInterface(address) || (format === null && !/^(?:csv|tsv|json|xlsx?|ods|parquet)$/i.test(formatName ?? ''));
}

function entryOf(one: Distribution): ListedEntry {
  const { id, title, description, formatName, bytes, modified, licence, address } = one;
  const leadsTo = leadsElsewhere(one) ? { leadsTo: address.href } : {};
  return entry(id, title, { description, format: formatName, bytes, modified, licence, ...leadsTo });
}

function listingOf(
  catalogue: DcatCatalogue,
  address: URL,
  entries: readonly ListedEntry[],
  more: string | null,
): Listing {
  const { title, description, publisher } = catalogue;
  const homepages = new Set(catalogue.distributions.map(({ dataset }) => dataset.homepage));
  return listing('dcat', title ?? address.host, entries, {
    description,
    publisher,
    homepage: homepages.size === 1 ? ([...homepages][0] ?? null) : address.href,
    searchable: catalogue.distributions.length > 20 || catalogue.next !== null,
    more,
  });
}

/** Positions within a page of the catalogue and addresses of its further pages, as one text. */
function firstPage(catalogue: DcatCatalogue, address: URL, search: string, from: string | null): Listing {
  const found = matching(catalogue.distributions.map(entryOf), search);
  const { entries, more } = listingPage(found, from);
  return listingOf(catalogue, address, entries, more ?? catalogue.next);
}

/** @throws {JobError} if it is not in the catalogue any more */
async function openChosen(choice: Choice, web: Web, fresh: boolean) {
  let address = new URL(choice.address);
  for (let page = 0; page < 1000; page += 1) {
    const catalogue = await openCatalogue(address, web, fresh);
    const isHere = catalogue.distributions.some(({ id }) => id === choice.entry);
    const isLast = catalogue.next === null || new URL(catalogue.next).href === address.href;
    if (isHere || isLast) return { catalogue, address, one: chosen(catalogue.distributions, ({ id }) => id, choice) };
    address = new URL(catalogue.next ?? '');
  }
  throw entryGone(choice.entry, choice.address);
}

export const dcatSource: DataSource = {
  kind: 'dcat',

  async find(address, web) {
    const at = catalogueAddress(address);
    const json = at === null ? null : await probeDescription(web, at);
    const catalogue = at === null || json === null ? null : readCatalogue(json, at);
    if (at === null || catalogue === null) return null;
    recent.set(at.href, catalogue);
    return firstPage(catalogue, address, '', null);
  },

  async list(address, { search, more }, web) {
    const isAddress = more !== null && /^https?:/.test(more);
    const at = isAddress ? new URL(more) : address;
    return firstPage(await openCatalogue(at, web, false), address, search, isAddress ? null : more);
  },

  async describe(choice, web) {
    const { catalogue, address, one } = await openChosen(choice, web, false);
    const about = { ...listingOf(catalogue, address, [], null), ...one.dataset };
    const from = { ...about, publisher: about.publisher ?? catalogue.publisher };
    return describedEntry(entryOf(one), from, { parameters: memberParameters(one.format) });
  },

  async state(choice, web) {
    const { one } = await openChosen(choice, web, true);
    return stateOfFile(web, one.address);
  },

  async fetch(choice, folder, web, work) {
    const { one } = await openChosen(choice, web, true);
    const state = await stateOfFile(web, one.address);
    const expected = { name: one.title, format: one.format, hash: one.hash };
    const file = await receiveFile(web, one.address, folder, expected, work);
    return fetchedFile(file, { member: choice.parameters.member, state });
  },
};
