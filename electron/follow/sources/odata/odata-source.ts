import type { Choice } from '#shared/follow.ts';
import { addressPath, isOtherFile, linkedFrom } from '../common/address-path.ts';
import { fetchJson, probeDescription } from '../common/answers.ts';
import { type LinkedPage, maxPageBytes, writeLinkedPages } from '../common/linked-pages.ts';
import { chosen, describedEntry, entry, listing, listingPage, matching } from '../common/listing.ts';
import { entryGone, malformed } from '../common/problems.ts';
import { asText, countOf, isJsonRecord, recordsOf } from '../common/values.ts';
import { writeLines } from '../common/written-file.ts';
import type { DataSource, FetchWork, ListedEntry, Listing } from '../data-source.ts';
import type { Web } from '../web.ts';

/*
 * Facts: "OData JSON Format" and "OData Protocol" 4.01 (OASIS), and "OData Version 3.0": a service document lists the
 * entity sets of a service. An answer has its records in `value`, the address of the page after it in `@odata.nextLink`
 * (`@nextLink`, or `odata.nextLink` in version 3), and the number of all of them if `$count=true`
 * (`$inlinecount=allpages`) asks for it. Names with an `@`, or that begin with `odata.`, are not of the data.
 */
const protocol = 'OData';
const accept = 'application/json';
/** Every answer names the metadata that describe it. */
const describing = /\$metadata/;

type Answer = Readonly<Record<string, unknown>> & { readonly value: readonly unknown[] };

/** A control member of an answer, in the versions of the protocol. */
function control(answer: Readonly<Record<string, unknown>>, name: string): unknown {
  return answer[`@odata.${name}`] ?? answer[`@${name}`] ?? answer[`odata.${name}`];
}

function answerOf(json: unknown): Answer | null {
  if (!isJsonRecord(json) || !Array.isArray(json.value)) return null;
  const context = asText(control(json, 'context')) ?? asText(control(json, 'metadata'));
  return context !== null && describing.test(context) ? (json as Answer) : null;
}

/** The entity sets of a service document; null for another answer. */
function setsOf(answer: Answer, at: URL): ListedEntry[] | null {
  const sets = recordsOf(answer.value);
  const context = asText(control(answer, 'context')) ?? asText(control(answer, 'metadata')) ?? '';
  if (context.includes('#') || sets.some((set) => asText(set.name) === null || asText(set.url) === null)) return null;
  const base = new URL(at);
  base.search = '';
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return sets.flatMap((set) => {
    const [name, address] = [asText(set.name) ?? '', linkedFrom(base, asText(set.url))];
    // Functions and single records are no sets.
    if (address === null || (set.kind !== undefined && set.kind !== 'EntitySet')) return [];
    return entry(name, asText(set.title) ?? name, { format: 'JSON', leadsTo: address.href });
  });
}

const nameOf = (address: URL): string => addressPath(address).parts.at(-1) ?? address.host;

/** What an answer lists: the sets of a service, or the one set that is there. */
function listingOf(answer: Answer, at: URL): Listing {
  const sets = setsOf(answer, at);
  const only = entry(nameOf(at), nameOf(at), { format: 'JSON', rows: countOf(control(answer, 'count')) });
  return listing('odata', sets === null ? only.title : at.host, sets ?? [only], { searchable: sets !== null });
}

async function read(address: URL, web: Web): Promise<Answer> {
  const json = await fetchJson(web, address, protocol, { accept });
  if (json === null) throw entryGone(nameOf(address), address);
  const answer = answerOf(json);
  if (answer === null) throw malformed(protocol, address);
  return answer;
}

/** The address of a set: its own, or that of the service that has it. */
async function addressOf(choice: Choice, web: Web): Promise<URL> {
  const address = new URL(choice.address);
  if (nameOf(address) === choice.entry) return address;
  const sets = setsOf(await read(address, web), address) ?? [];
  return new URL(chosen(sets, ({ id }) => id, choice).leadsTo ?? '');
}

/** A page of records; null if the service refuses the question. */
async function readPage(at: URL, web: Web): Promise<LinkedPage | null> {
  const { status, bytes, exactJson } = await web.get(at, { accept, maxBytes: maxPageBytes });
  if (status === 400 || status === 501) return null;
  if (status !== 200) throw entryGone(nameOf(at), at);
  const answer = answerOf(exactJson());
  if (answer === null) throw malformed(protocol, at);
  const next = linkedFrom(at, asText(control(answer, 'nextLink')));
  return {
    at,
    records: answer.value,
    next,
    count: countOf(Number(control(answer, 'count') ?? Number.NaN)),
    bytes: bytes.length,
  };
}

/** Not by `searchParams`, which would write the dollar sign in a form that some services do not know. */
function withOption(address: URL, option: string): URL {
  const at = new URL(address);
  at.search = at.search === '' ? `?${option}` : `${at.search}&${option}`;
  return at;
}

/** Whether an address asks for some of the records only. */
const isPart = ({ search }: URL) => /[?&](?:\$|%24)(?:top|skip)=/i.test(search);

/** The first page, with the number of all records if the service says it. */
async function firstPage(address: URL, web: Web): Promise<LinkedPage> {
  for (const option of ['$count=true', '$inlinecount=allpages']) {
    const page = await readPage(withOption(address, option), web);
    if (page !== null && page.count !== null) return page;
  }
  const page = await readPage(address, web);
  if (page === null) throw malformed(protocol, address);
  return page;
}

/** A record without what is about it. */
function plain(record: unknown): unknown {
  if (!isJsonRecord(record)) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => !/@|^odata\./.test(name)));
}

async function fetchSet(address: URL, folder: string, web: Web, { report }: FetchWork) {
  const first = await firstPage(address, web);
  return writeLinkedPages(first, {
    address,
    protocol,
    // Of a selection of some records, all are counted.
    total: isPart(address) ? null : first.count,
    read: (at) => readPage(at, web),
    write: (fill) => writeLines(folder, 'records.ndjson', fill),
    written: plain,
    report,
  });
}

export const odataSource: DataSource = {
  kind: 'odata',

  async find(address, web) {
    if (isOtherFile(address)) return null;
    const answer = answerOf(await probeDescription(web, address, describing));
    if (answer === null) return null;
    const found = listingOf(answer, address);
    return { ...found, ...listingPage(found.entries, null) };
  },

  async list(address, { search, more }, web) {
    const found = listingOf(await read(address, web), address);
    return { ...found, ...listingPage(matching(found.entries, search), more) };
  },

  async describe(choice, web) {
    const address = await addressOf(choice, web);
    const { count } = await firstPage(isPart(address) ? address : withOption(address, '$top=1'), web);
    const one = entry(choice.entry, choice.entry, { format: 'JSON', rows: isPart(address) ? null : count });
    return describedEntry(one, listing('odata', one.title, [one]));
  },

  // Neither sets nor services say when they changed.
  state: async () => null,

  async fetch(choice, folder, web, work) {
    const { path, rows, bytes } = await fetchSet(await addressOf(choice, web), folder, web, work);
    return { files: [path], options: { format: 'ndjson' }, columns: [], rows, state: {}, bytes };
  },
};
