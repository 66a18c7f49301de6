import type { Choice, SourceState } from '#shared/follow.ts';
import { addressPath, isOtherFile, linkedFrom, parameterOf, withParameters } from '../common/address-path.ts';
import { probeDescription } from '../common/answers.ts';
import { type LinkedPage, maxPageBytes, writeLinkedPages } from '../common/linked-pages.ts';
import { describedEntry, entry, listing } from '../common/listing.ts';
import { entryGone, malformed, sourceSays } from '../common/problems.ts';
import { asRecord, asText } from '../common/values.ts';
import { writeLines } from '../common/written-file.ts';
import type { DataSource, FetchWork, Listing, Origin } from '../data-source.ts';
import type { Web } from '../web.ts';
import { type JsonPage, jsonPage } from './json-page.ts';

/** Names what an answer should have been. */
const protocol = 'JSON in pages';
const accept = 'application/json';
/** Words in the beginning of an answer that may be a page. */
const paging = /"(?:@?_?links|next\w*|pages|count|current_page|info|meta|message)"/i;

interface Answer {
  readonly at: URL;
  readonly page: JsonPage;
  readonly bytes: number;
}

/** @throws {JobError} if it is no page of records */
async function read(at: URL, web: Web): Promise<Answer> {
  const { status, bytes, exactJson } = await web.get(at, { accept, maxBytes: maxPageBytes });
  if (status !== 200) throw entryGone(nameOf(at), at);
  const json: unknown = exactJson();
  const said = worldBankError(at, json);
  if (said !== null) throw sourceSays(at, said);
  const page = jsonPage(json, at);
  if (page === null) throw malformed(protocol, at);
  return { at, page, bytes: bytes.length };
}

function linked({ at, page: { records, next, count }, bytes }: Answer): LinkedPage {
  return { at, records, next: linkedFrom(at, next), count, bytes };
}

const nameOf = (address: URL): string => addressPath(address).parts.at(-1) ?? address.host;
const addressOf = (address: URL | string): URL => worldBankAddress(new URL(address)) ?? new URL(address);

/** Where the records say what they are about, that is their title. */
function titleOf({ records }: JsonPage, at: URL): string {
  return asText(asRecord(asRecord(records[0]).indicator).value) ?? nameOf(at);
}

function listingOf(page: JsonPage, at: URL): Listing {
  const title = titleOf(page, at);
  const { count: rows, updated: modified } = page;
  const entries = [entry(nameOf(at), title, { format: 'JSON', rows, modified })];
  return listing('json-pages', title, entries, worldBankOrigin(at));
}

/** Whether the data is the same as before; null where the answers do not say it. */
function stateOf({ updated, count }: JsonPage): SourceState | null {
  return updated === null ? null : { updated, rows: count };
}

async function fetchPages(choice: Choice, folder: string, web: Web, { report }: FetchWork) {
  const address = addressOf(choice.address);
  const first = await read(address, web);
  const written = await writeLinkedPages(linked(first), {
    address,
    protocol,
    total: first.page.count,
    read: async (at) => linked(await read(at, web)),
    write: (fill) => writeLines(folder, 'records.ndjson', fill),
    report,
  });
  return { ...written, state: stateOf(first.page) ?? {} };
}

/** Records of JSON in pages that lead to one another, as interfaces of many services answer. */
export const jsonPagesSource: DataSource = {
  kind: 'json-pages',

  async find(address, web) {
    const at = addressOf(address);
    if (worldBankAddress(address) === null && isOtherFile(address)) return null;
    const json = await probeDescription(web, at, paging);
    const said = worldBankError(at, json);
    if (said !== null) throw sourceSays(at, said);
    const page = jsonPage(json, at);
    // Any list of records may be one page; what leads to others, or counts them, is written in pages.
    if (page === null || (page.next === null && page.count === null)) return null;
    return page.isFirst ? listingOf(page, at) : null;
  },

  async describe(choice, web) {
    const { at, page } = await read(addressOf(choice.address), web);
    const from = listingOf(page, at);
    return describedEntry({ ...entry(choice.entry, from.title), ...from.entries[0], id: choice.entry }, from);
  },

  async state(choice, web) {
    const address = addressOf(choice.address);
    // Where a page may be short, one record says as much.
    const short = worldBankAddress(address) === null ? address : withParameters(address, { per_page: 1 });
    return stateOf((await read(short, web)).page);
  },

  async fetch(choice, folder, web, work) {
    const { path, rows, bytes, state } = await fetchPages(choice, folder, web, work);
    return { files: [path], options: { format: 'ndjson', flatten: true }, columns: [], rows, state, bytes };
  },
};

/*
 * Facts: "About the Indicators API" and "API Basic Call Structures" (World Bank). XML is the usual format, 50 records a
 * page, at most 32,500. Errors are answers with the status 200 and one element, which has a `message`.
 */
const apiHost = 'api.worldbank.org';
const recordsPerPage = '5000';
const indicator = /^\/v2\/(?:[a-z]{2}\/)?countr(?:y|ies)\/[^/]+\/indicators?\/[^/]+\/?$/i;

/** The address of the records of an indicator, also of its page for people; null for any other address. */
export function worldBankAddress(address: URL): URL | null {
  const at = address.hostname === 'data.worldbank.org' ? ofPage(address) : new URL(address);
  if (at === null || !indicator.test(at.pathname)) return null;
  at.searchParams.delete('page');
  return withParameters(at, { format: 'json', per_page: recordsPerPage });
}

/** The publisher and the page for people of an indicator; nothing for any other address. */
export function worldBankOrigin(at: URL): Partial<Pick<Origin, 'publisher' | 'homepage'>> {
  if (at.hostname !== apiHost || !indicator.test(at.pathname)) return {};
  const code = addressPath(at).parts.at(-1) ?? '';
  return { publisher: 'World Bank', homepage: `https://data.worldbank.org/indicator/${encodeURIComponent(code)}` };
}

/** A page shows an indicator of all countries, or of some. */
function ofPage(address: URL): URL | null {
  const [section, code, ...others] = addressPath(address).parts;
  if (section !== 'indicator' || code === undefined || others.length > 0) return null;
  const countries = parameterOf(address, 'locations')?.split('-').join(';') ?? 'all';
  return new URL(`https://${apiHost}/v2/country/${countries}/indicator/${encodeURIComponent(code)}`);
}

/** The message of an answer of the World Bank that is an error; null for others. */
export function worldBankError(at: URL, json: unknown): string | null {
  if (!indicator.test(at.pathname)) return null;
  const [first, ...others] = Array.isArray(json) ? (json as unknown[]) : [];
  if (others.length > 0 || typeof first !== 'object' || first === null || !('message' in first)) return null;
  const messages: unknown[] = Array.isArray(first.message) ? first.message : [first.message];
  const texts = messages.flatMap((one) =>
    typeof one === 'object' && one !== null && 'value' in one ? [String(one.value)] : [],
  );
  return texts.length === 0 ? null : texts.join(' ');
}
