import { above, parameterOf, pathOf, withParameters } from '../common/address-path.ts';
import type { Block, PxWebTable } from './px-web-table.ts';

/** Where a service is, and what an address of it names. */
export interface PxWebPlace {
  /** Ends with a slash. */
  readonly base: URL;
  /** Null for all tables. */
  readonly table: string | null;
  readonly language: string | null;
}

/** @returns null for other addresses, and for one of a selection of data, which is a file */
export function placeOf(address: URL): PxWebPlace | null {
  const path = pathOf(address);
  const at = path.lower.lastIndexOf('tables');
  const version = at < 0 ? path.lower.length - (path.lower.at(-1) === 'config' ? 2 : 1) : at - 1;
  if (!/^v2(?:beta)?$/.test(path.lower[version] ?? '')) return null;
  const [table = null, part, ...rest] = at < 0 ? [] : path.parts.slice(at + 1);
  if (rest.length > 0 || (part !== undefined && !/^(?:metadata|defaultselection)$/i.test(part))) return null;
  return { base: above(address, path, version + 1), table, language: parameterOf(address, 'lang') };
}

function addressOf({ base, language }: PxWebPlace, path: string, parameters: Readonly<Record<string, string>> = {}) {
  return withParameters(new URL(path, base), { lang: language, ...parameters });
}

export const configAddress = (place: PxWebPlace) => addressOf(place, 'config');

export const tableAddress = (place: PxWebPlace, table: string) =>
  addressOf(place, `tables/${encodeURIComponent(table)}`);

export const metadataAddress = (place: PxWebPlace, table: string) =>
  addressOf(place, `tables/${encodeURIComponent(table)}/metadata`, { outputFormat: 'json-stat2' });

export function tablesAddress(place: PxWebPlace, search: string, page: number, pageSize: number): URL {
  const query = search.trim();
  return addressOf(place, 'tables', {
    ...(query === '' ? {} : { query }),
    pageNumber: String(page),
    pageSize: String(pageSize),
  });
}

/** Codes are separated by commas; brackets enclose one that has a comma. */
const listed = (code: string) => (/[,[\]]/.test(code) ? `[${code}]` : code);

/** The cells of a block. */
export function dataAddress(place: PxWebPlace, table: string, { variables }: PxWebTable, block: Block): URL {
  const selection = variables.map(({ id, codes }, at) => {
    const chosen = block[at] ?? codes;
    return [`valueCodes[${id}]`, chosen.length === codes.length ? '*' : chosen.map(listed).join()] as const;
  });
  return addressOf(place, `tables/${encodeURIComponent(table)}/data`, {
    outputFormat: 'json-stat2',
    ...Object.fromEntries(selection),
  });
}
