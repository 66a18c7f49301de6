import { above, addressPath, isLanguage } from '../common/address-path.ts';
import { entry, listingPage, matching } from '../common/listing.ts';
import { entryGone, malformed } from '../common/problems.ts';
import { asRecord, asText, countOf, isJsonRecord, listOf, momentOf, recordsOf } from '../common/values.ts';
import type { ListedEntry } from '../data-source.ts';
import type { Asking, CellsRequest, PxWebApi } from './px-web-api.ts';
import { type PxWebTable, type PxWebVariable, tableOf } from './px-web-table.ts';

/*
 * Facts: "PxWebApi 1", the interface of PxWeb before 2025 (the program: https://github.com/statisticssweden/PxWeb,
 * PCAxis.Api). Databases and folders are lists of what is in them, a table is described by its variables, and a `POST` to
 * the same address answers with its cells as JSON-stat 2.0. `?config` says how many cells an answer may have, how many
 * values of a variable are listed, and how many requests are allowed in which time. What it does not know is 400 or 404.
 */
const protocol = 'PxWebApi 1';

/** An address of the interface: `/api/v1/LANGUAGE/DATABASE/FOLDER/…/TABLE`. */
interface Place {
  /** Address of the language or database, with a slash at its end: what is searched, and asked for its configuration. */
  readonly root: URL;
  readonly here: URL;
  /** The last part of the path below the language. */
  readonly name: string | null;
}

/**
 * Addresses of the interface, also below `/v1/NAME/LANGUAGE` (Statistics Sweden), `/v0/LANGUAGE` (Statistics Norway) and
 * `…PxAPIv1/LANGUAGE` (PxStat), and of the pages of PxWeb (`/pxweb/LANGUAGE/DATABASE/START__FOLDER__…/TABLE`), below
 * whose site it is.
 */
function placeOf(address: URL): Place | null {
  const path = addressPath(address);
  const { parts, lower } = path;
  const page = lower.findIndex((part, at) => part === 'pxweb' && isLanguage(lower[at + 1]));
  if (page >= 0) {
    const [language = '', ...rest] = parts.slice(page + 1);
    const [database = [], folders = '', table = []] = rest;
    const below = [database, folders.split('__').slice(1), table].flat();
    return placeIn(above(address, path, page), ['api', 'v1', language], below);
  }
  const version = lower.findIndex((part) => /^v[01]$|(?:^|\.)pxapiv1$/.test(part));
  if (version < 0) return null;
  const language = [version + 1, version + 2].find((at) => isLanguage(lower[at]));
  if (language === undefined) return null;
  return placeIn(above(address, path, 0), parts.slice(0, language + 1), parts.slice(language + 1));
}

function placeIn(site: URL, prefix: readonly string[], below: readonly string[]): Place {
  const at = (parts: readonly string[]) => new URL(parts.map(encodeURIComponent).join('/'), site);
  const here = at([...prefix, ...below]);
  return { root: new URL(`${at([...prefix, ...below.slice(0, 1)]).href}/`), here, name: below.at(-1) ?? null };
}

interface Found {
  readonly id: string | null;
  readonly title: string | null;
  readonly isTable: boolean;
}

type JsonRecord = Readonly<Record<string, unknown>>;

/** What is in a folder: folders and tables; or the databases of a language. */
function inFolder({ id, dbid, text, type }: JsonRecord): Found {
  const known = type === 'l' || type === 't' ? asText(id) : asText(dbid);
  return { id: known, title: asText(text), isTable: type === 't' };
}

/** What a search found: always tables. */
const bySearch = ({ id, title }: JsonRecord): Found => ({ id: asText(id), title: asText(title), isTable: true });

/** When a table was published; null for the first moment of .NET's calendar, which stands for none. */
function publishedAt({ updated, published }: JsonRecord): string | null {
  const moment = momentOf(updated ?? published);
  return moment?.startsWith('0001-') ? null : moment;
}

/** The address of a part of what is at an address. */
function within({ href }: URL, id: string): URL {
  return new URL(id.split('/').map(encodeURIComponent).join('/'), `${href.replace(/\/$/, '')}/`);
}

/** The entries of a list; null for a list of anything else. */
function entriesOf(json: unknown, foundIn: (one: JsonRecord) => Found, from: URL): ListedEntry[] | null {
  if (!Array.isArray(json)) return null;
  const entries = new Map<string, ListedEntry>();
  for (const one of json.map(asRecord)) {
    // A heading between the others.
    if (one.type === 'h') continue;
    const { id, title, isTable } = foundIn(one);
    if (id === null || title === null) return null;
    // A table may be in several folders.
    if (entries.has(id)) continue;
    const known = isTable ? { description: id, format: 'JSON-stat', modified: publishedAt(one) } : {};
    const leadsTo = within(from, id).href;
    entries.set(id, entry(id, title, { ...known, leadsTo }));
  }
  return [...entries.values()];
}

/** A variable as the interface lists it; without codes if they are too many. */
type ListedVariable = Omit<PxWebVariable, 'units'>;

interface ListedTable {
  readonly title: string;
  readonly variables: readonly ListedVariable[];
}

function listedTable(json: unknown): ListedTable | null {
  if (!isJsonRecord(json) || !Array.isArray(json.variables) || json.variables.length === 0) return null;
  const variables = recordsOf(json.variables).flatMap((one): ListedVariable[] => {
    // Not trimmed: it is sent back.
    if (typeof one.code !== 'string') return [];
    const codes = listOf(one.values).map(String);
    const texts = listOf(one.valueTexts).map(asText);
    const labels = codes.map((code, at) => [code, texts[at] ?? code] as const).filter(([code, text]) => text !== code);
    return [
      { id: one.code, title: asText(one.text) ?? one.code, codes, labels: new Map(labels), isTime: one.time === true },
    ];
  });
  return variables.length < json.variables.length ? null : { title: asText(json.title) ?? '', variables };
}

interface Selection {
  readonly filter: 'all' | 'item' | 'top';
  readonly values: readonly string[];
}

const all: Selection = { filter: 'all', values: ['*'] };

/** Selects one code of a variable, even if its codes are not listed. */
const oneOf = ({ codes: [code] }: ListedVariable): Selection =>
  code === undefined ? { filter: 'top', values: ['1'] } : { filter: 'item', values: [code] };

function questionOf(selections: readonly { readonly code: string; readonly selection: Selection }[]) {
  return { query: selections, response: { format: 'json-stat2' } };
}

/**
 * What the list of variables does not say: codes that are too many for it, units, and when and by whom the table was
 * published. The cells of one code each are asked for, then those of each variable of which more is to be known.
 */
async function completed(listed: ListedTable, here: URL, { web }: Asking): Promise<PxWebTable> {
  const ask = async (whole: string | null): Promise<PxWebTable> => {
    const question = questionOf(
      listed.variables.map((one) => ({ code: one.id, selection: one.id === whole ? all : oneOf(one) })),
    );
    const answer = await web.get(here, { accept: 'application/json', question });
    const table = answer.status === 200 ? tableOf(answer.json()) : null;
    if (table === null) throw malformed(protocol, here);
    return table;
  };
  const first = await ask(null);
  const { contents } = first;
  const variables: PxWebVariable[] = [];
  let { updated } = first;
  for (const variable of listed.variables) {
    const { id, codes } = variable;
    const isContents = id === contents;
    const asked = codes.length === 0 || (isContents && codes.length > 1) ? await ask(id) : first;
    const found = asked.variables.find((other) => other.id === id);
    if (found === undefined) throw malformed(protocol, here);
    // Of several contents, each has a time of its own; the newest one is said.
    if (isContents) updated = asked.updated;
    const known = codes.length === 0 ? { codes: found.codes, labels: found.labels } : {};
    variables.push({ ...variable, ...known, units: found.units });
  }
  // A table without contents among its variables is given one of its own in an answer.
  const added = first.variables.find(({ id }) => id === contents && !variables.some((one) => one.id === id));
  const [unit = null] = added?.units.values() ?? [];
  return { ...first, updated, title: listed.title || first.title, unit, variables };
}

/** @returns null for other addresses */
export function api1At(address: URL): PxWebApi | null {
  const place = placeOf(address);
  if (place === null) return null;
  const { root, here, name } = place;
  // A table may be named by itself, or as one of those in a folder.
  const tableAt = (id: string) => (id === name ? here : within(here, id));
  return {
    protocol,
    async look({ search, more }, { read }) {
      const json = await read(here);
      if (name !== null && listedTable(json) !== null) return name;
      const entries = entriesOf(json, inFolder, here);
      if (entries === null || entries.length === 0) return null;
      const known = { title: name ?? here.host, searchable: true };
      if (search.trim() === '') return { ...listingPage(entries, more), ...known };
      const at = new URL(here);
      at.search = `?query=${encodeURIComponent(search.trim())}`;
      // Many services have no search (400): what is in the folder itself is searched then.
      const found = name === null ? null : entriesOf(await read(at), bySearch, root);
      return { ...listingPage(found ?? matching(entries, search), more), ...known };
    },
    async table(id, asking) {
      const at = tableAt(id);
      const json = await asking.read(at);
      if (json === null) throw entryGone(id, at);
      const listed = listedTable(json);
      if (listed === null) throw malformed(protocol, at);
      return completed(listed, at, asking);
    },
    async limits({ read }) {
      const { maxCells, maxCalls, timeWindow } = asRecord(await read(new URL('?config', root)));
      return {
        cells: countOf(maxCells) || 10_000,
        codes: Number.POSITIVE_INFINITY,
        requests: countOf(maxCalls) || 10,
        windowMs: (countOf(timeWindow) ?? 10) * 1000,
      };
    },
    licence: async () => null,
    cells(id, { variables }, block): CellsRequest {
      const selections = variables.map(({ id: code, codes }, number) => {
        const chosen = block[number] ?? codes;
        const selection: Selection = chosen.length === codes.length ? all : { filter: 'item', values: chosen };
        return { code, selection };
      });
      return { address: tableAt(id), question: questionOf(selections) };
    },
  };
}
