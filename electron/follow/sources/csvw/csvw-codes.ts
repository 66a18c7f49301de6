import { maxCodes } from '#shared/codes/code-list.ts';
import { type StatedCodes, statedCodes } from '#shared/codes/stated-codes.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import type { FileOptions } from '#shared/rpc/source-file.ts';
import { recordsOfText } from '../common/joined-text.ts';
import { asRecord, asText, isJsonRecord, listOf, recordsOf } from '../common/values.ts';
import type { Web } from '../web.ts';

/*
 * Facts: "Metadata Vocabulary for Tabular Data", section 5.5.2.1 (foreign keys: a column references one of another table of
 * the group, by the address of the table or of its schema), and 5.8 (any prefixed property may be added to a column).
 */

/** A column whose values are codes of another table. */
export interface CodeReference {
  /** Name of the column, as the description has it. */
  readonly column: string;
  /** Address of the table, or of its schema. */
  readonly table: string;
  /** Name of the column with the codes; null if only the table is known. */
  readonly code: string | null;
}

/** A table as its description has it. */
interface CodeTable {
  readonly url: URL;
  /** Its address, that of its schema, and the id of the schema. */
  readonly addresses: readonly string[];
  readonly options: FileOptions;
  /** For each column in the file: its names, titles, and the last part of its property. */
  readonly words: readonly (readonly string[])[];
}

const listProperties = ['qb:codeList', 'dcterms:references', 'dct:references', 'dc:references'];

/** The references to tables in a schema. @param names of its columns @param base of the addresses in it */
export function codeReferences(
  schema: Readonly<Record<string, unknown>>,
  names: readonly string[],
  base: URL,
): readonly CodeReference[] {
  const addressOf = (value: unknown) => {
    const written = asText(isJsonRecord(value) ? value['@id'] : value);
    return written !== null && URL.canParse(written, base.href) ? new URL(written, base).href : null;
  };
  const keys = recordsOf(schema.foreignKeys).map((key) => {
    const { resource, schemaReference, columnReference } = asRecord(key.reference);
    const [columns, codes] = [listOf(key.columnReference), listOf(columnReference)];
    const isSingle = columns.length === 1 && codes.length === 1;
    return { column: isSingle ? columns[0] : null, table: resource ?? schemaReference, code: asText(codes[0]) };
  });
  const lists = recordsOf(schema.columns).map((column, at) => {
    const table = listProperties.map((name) => column[name]).find((value) => value !== undefined);
    return { column: names[at], table, code: null };
  });
  const found = [...keys, ...lists].flatMap(({ column, table, code }): CodeReference[] => {
    const [name, address] = [asText(column), addressOf(table)];
    return name === null || address === null ? [] : [{ column: name, table: address, code }];
  });
  return found.filter(({ column }, at) => found.findIndex((one) => one.column === column) === at);
}

/** More bytes than any list of the most codes that people label. */
const maxListBytes = 32 * 2 ** 20;

/** The codes of a table with their labels, or why there are none. */
export async function readCodes(
  { column, table, code }: CodeReference,
  tables: readonly CodeTable[],
  web: Web,
): Promise<StatedCodes | Explanation> {
  const described = tables.find(({ addresses }) => addresses.includes(table));
  const url = described?.url ?? new URL(table);
  const about = { column, list: decodeURIComponent(url.pathname.split('/').at(-1) ?? '') };
  let records: readonly (readonly string[])[];
  try {
    const { status, bytes } = await web.get(url, { accept: 'text/csv, */*;q=0.1', maxBytes: maxListBytes });
    if (status !== 200) return explain('codes-unread', about);
    const { header = true, encoding = 'utf-8', ...options } = described?.options ?? {};
    const all = recordsOfText(new TextDecoder(encoding).decode(bytes), options, maxCodes + 2);
    records = header || described === undefined ? all : [described.words.map(([name = '']) => name), ...all];
  } catch {
    web.signal.throwIfAborted();
    return explain('codes-unread', about);
  }
  const [head = [], ...rows] = records;
  if (rows.length > maxCodes) return explain('codes-too-many', { ...about, limit: maxCodes });
  const words = head.map((name, at) => [name, ...(described?.words[at] ?? [])].map((word) => word.toLowerCase()));
  const [own, label, parent] = placesOf(words, code?.toLowerCase() ?? null);
  if (own === null || label === null) return explain('codes-without-labels', about);
  const texts = rows.map((row) => [row[own] ?? '', row[label] ?? ''] as const);
  const parents = parent === null ? [] : rows.map((row) => [row[own] ?? '', row[parent] ?? ''] as const);
  // The first row of a code decides.
  return statedCodes(column, texts, new Map(parents.toReversed()));
}

/** What columns with codes, labels and parents are called, or have as their property; the likeliest first. */
const codeWords = ['code', 'notation', 'identifier', 'id', 'uri_identifier'];
const labelWords = ['label', 'preflabel', 'pref_label', 'name', 'title', 'description'];
const parentWords = ['parent', 'broader', 'parent_code', 'parent_id', 'parent_uri_identifier'];

/** Positions of the columns with the codes, labels and parents; null for none. */
function placesOf(words: readonly (readonly string[])[], code: string | null) {
  const placeOf = (names: readonly string[], except: number | null) => {
    for (const name of names) {
      const place = words.findIndex((one, at) => at !== except && one.includes(name));
      if (place >= 0) return place;
    }
    return null;
  };
  const own = placeOf(code === null ? codeWords : [code], null) ?? (code === null && words.length > 0 ? 0 : null);
  const other = words.length === 2 && own !== null ? 1 - own : null;
  return [own, placeOf(labelWords, own) ?? other, placeOf(parentWords, own)] as const;
}
