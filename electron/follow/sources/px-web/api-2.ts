import { above, addressPath, parameterOf, withParameters } from '../common/address-path.ts';
import { entriesPerPage, entry } from '../common/listing.ts';
import { entryGone, malformed } from '../common/problems.ts';
import { asRecord, asText, countOf, isJsonRecord, momentOf, recordsOf } from '../common/values.ts';
import type { Asking, PxWebApi, TableList } from './px-web-api.ts';
import { tableOf } from './px-web-table.ts';

/*
 * Facts: "PxWebApi 2.0" (https://github.com/PxTools/PxApiSpecs; the program: https://github.com/PxTools/PxWebApi).
 * `tables` lists and searches, `tables/ID/metadata` describes a table and `tables/ID/data?valueCodes[VARIABLE]=CODE,…|*`
 * has its cells, both as JSON-stat 2.0 (https://json-stat.org/full/). `config` says how many cells an answer may have,
 * and how many requests are allowed in which time (429 beyond that).
 */
const protocol = 'PxWebApi 2';

/** Where a service is, and what an address of it names. */
interface Place {
  /** Address of the service, with a slash at its end. */
  readonly base: URL;
  /** Id of a table; null for all tables. */
  readonly table: string | null;
  readonly language: string | null;
}

/** @returns null for other addresses, and for one of a selection of data, which is a file */
function placeOf(address: URL): Place | null {
  const path = addressPath(address);
  const at = path.lower.lastIndexOf('tables');
  const version = at < 0 ? path.lower.length - (path.lower.at(-1) === 'config' ? 2 : 1) : at - 1;
  if (!/^v2(?:beta)?$/.test(path.lower[version] ?? '')) return null;
  const [table = null, part, ...rest] = at < 0 ? [] : path.parts.slice(at + 1);
  if (rest.length > 0 || (part !== undefined && !/^(?:metadata|defaultselection)$/i.test(part))) return null;
  return { base: above(address, path, version + 1), table, language: parameterOf(address, 'lang') };
}

/** Codes are separated by commas; brackets enclose one that has a comma. */
const listed = (code: string) => (/[,[\]]/.test(code) ? `[${code}]` : code);

function periodsOf({ firstPeriod, lastPeriod }: Readonly<Record<string, unknown>>): string | null {
  const periods = new Set([asText(firstPeriod), asText(lastPeriod)].filter((period) => period !== null));
  return periods.size === 0 ? null : [...periods].join('–');
}

/** One page of the tables of a service; null if it is none. */
function tablesOf(json: unknown, title: string, addressOf: (id: string) => URL): TableList | null {
  if (!isJsonRecord(json) || !Array.isArray(json.tables)) return null;
  const entries = recordsOf(json.tables).flatMap((table) => {
    const id = asText(table.id);
    if (id === null) return [];
    return entry(id, asText(table.label) ?? id, {
      description: [asText(table.description), id, periodsOf(table)].filter((text) => text !== null).join(' · '),
      modified: momentOf(table.updated),
      leadsTo: addressOf(id).href,
    });
  });
  const page = asRecord(json.page);
  const [number, pages] = [countOf(page.pageNumber) ?? 1, countOf(page.totalPages) ?? 1];
  return { title, entries, searchable: true, more: entries.length > 0 && number < pages ? String(number + 1) : null };
}

/** @returns null for other addresses */
export function api2At(address: URL): PxWebApi | null {
  const place = placeOf(address);
  if (place === null) return null;
  const { base, table, language } = place;
  const at = (path: string, parameters: Readonly<Record<string, string>> = {}) =>
    withParameters(new URL(path, base), { lang: language, ...parameters });
  const tableAt = (id: string) => `tables/${encodeURIComponent(id)}`;
  const metadataAt = (id: string) => at(`${tableAt(id)}/metadata`, { outputFormat: 'json-stat2' });
  const config = async ({ read }: Asking) => asRecord(await read(at('config')));
  return {
    protocol,
    async look({ search, more }, { read }) {
      if (table !== null) return tableOf(await read(metadataAt(table))) === null ? null : table;
      const query = search.trim();
      const asked = { pageNumber: String(countOf(more) ?? 1), pageSize: String(entriesPerPage) };
      const json = await read(at('tables', query === '' ? asked : { query, ...asked }));
      return tablesOf(json, base.host, (id) => at(tableAt(id)));
    },
    async table(id, { read }) {
      const json = await read(metadataAt(id));
      if (json === null) throw entryGone(id, metadataAt(id));
      const found = tableOf(json);
      if (found === null) throw malformed(protocol, metadataAt(id));
      return found;
    },
    async limits(asking) {
      const { maxDataCells, maxCallsPerTimeWindow, timeWindow } = await config(asking);
      return {
        cells: countOf(maxDataCells) || 100_000,
        // They are in the address.
        codes: 100,
        requests: countOf(maxCallsPerTimeWindow) || 30,
        windowMs: (countOf(timeWindow) ?? 10) * 1000,
      };
    },
    licence: async (asking) => asText((await config(asking)).license),
    cells(id, { variables }, block) {
      const selection = variables.map(({ id: variable, codes }, number) => {
        const chosen = block[number] ?? codes;
        const all = chosen.length === codes.length;
        return [`valueCodes[${variable}]`, all ? '*' : chosen.map(listed).join()] as const;
      });
      return { address: at(`${tableAt(id)}/data`, { outputFormat: 'json-stat2', ...Object.fromEntries(selection) }) };
    },
  };
}
