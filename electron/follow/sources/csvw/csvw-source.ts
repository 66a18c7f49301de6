import { createHash } from 'node:crypto';
import { furtherLists, maxLists } from '#shared/codes/stated-codes.ts';
import type { Choice } from '#shared/follow.ts';
import type { FileColumnOptions, FileOptions } from '#shared/rpc/source-file.ts';
import { fetchJson, headState, probeDescription } from '../common/answers.ts';
import { formatOfAddress, formatOfFile } from '../common/formats.ts';
import { withHeader, withKnownColumns } from '../common/joined-text.ts';
import { chosen, describedEntry, entry, listing } from '../common/listing.ts';
import { entryGone, malformed } from '../common/problems.ts';
import { receiveFile } from '../common/received-file.ts';
import {
  asRecord,
  asText,
  countOf,
  firstText,
  isJsonRecord,
  listOf,
  proseOf,
  recordsOf,
  separators,
} from '../common/values.ts';
import type { DataSource, ListedColumn, ListedEntry, Listing } from '../data-source.ts';
import type { Web } from '../web.ts';
import { type CodeReference, codeReferences, readCodes } from './csvw-codes.ts';

/*
 * Facts: "Metadata Vocabulary for Tabular Data" (https://www.w3.org/TR/tabular-metadata/) and "Model for Tabular Data and
 * Metadata on the Web" (https://www.w3.org/TR/tabular-data-model/; section 5, "Locating Metadata": metadata of `x.csv` are at
 * `x.csv-metadata.json`). A description is of one table (`url`) or a group (`tables`); `tableSchema`, `dialect`, `null` and
 * languages are inherited from the group; `titles` are the header of the file, `name` the column's own name.
 */
const protocol = 'CSV on the Web';
const context = 'http://www.w3.org/ns/csvw';

type Json = Readonly<Record<string, unknown>>;

interface Table {
  readonly url: URL;
  readonly title: string | null;
  readonly description: string | null;
  readonly licence: string | null;
  readonly columns: readonly (ListedColumn & {
    readonly header: readonly string[];
    /** Names, titles, and the last part of its property. */
    readonly words: readonly string[];
    readonly virtual: boolean;
  })[];
  /** Its address, that of its schema, and the id of the schema. */
  readonly addresses: readonly string[];
  readonly references: readonly CodeReference[];
  readonly options: FileOptions;
  readonly typed: readonly FileColumnOptions[];
  /** What the state depends on besides the file. */
  readonly described: string;
}

interface Opened {
  readonly address: URL;
  readonly json: Json;
  readonly tables: readonly Table[];
}

function isMetadata(json: unknown): json is Json {
  if (!isJsonRecord(json)) return false;
  const known = listOf(json['@context']).some(
    (one) => one === context || one === `${context}#` || one === 'https://www.w3.org/ns/csvw',
  );
  return known && (Array.isArray(json.tables) || typeof json.url === 'string');
}

/** Where metadata may be for an address; the address says whether it is itself a description. */
function metadataAddress(address: URL): URL | null {
  const plain = new URL(address);
  plain.hash = '';
  if (/\.(?:json|jsonld)$/i.test(plain.pathname)) return plain;
  if (!/\.(?:csv|tsv)$/i.test(plain.pathname) || plain.search !== '') return null;
  plain.pathname = `${plain.pathname}-metadata.json`;
  return plain;
}

/** Datatypes with one of our types; dates and the rest are detected. */
function typeOf(datatype: unknown): FileColumnOptions['type'] {
  const base = isJsonRecord(datatype) ? asText(datatype.base) : asText(datatype);
  if (base === null) return undefined;
  if (
    /^(?:integer|long|int|short|byte|(?:nonNegative|positive|nonPositive|negative)Integer|unsigned(?:Long|Int|Short|Byte))$/.test(
      base,
    )
  )
    return 'integer';
  if (/^(?:number|decimal|double|float)$/.test(base)) return 'float';
  return /^(?:string|normalizedString|token|anyURI|language|Name|NMTOKEN)$/.test(base) ? 'text' : undefined;
}

function titlesOf(value: unknown): string[] {
  if (isJsonRecord(value)) return Object.values(value).flatMap(titlesOf);
  return listOf(value).flatMap((one) => (typeof one === 'string' ? [one] : []));
}

function marksOf(value: unknown): string[] {
  return listOf(value).filter((one): one is string => typeof one === 'string' && one !== '');
}

function dialectOf(dialect: Json): FileOptions {
  const { delimiter, quoteChar, header, headerRowCount, skipRows, commentPrefix, encoding } = dialect;
  const rows = countOf(headerRowCount);
  const skipped = (countOf(skipRows) ?? 0) + Math.max((rows ?? 1) - 1, 0);
  return {
    ...separators(delimiter, quoteChar),
    ...(header === false || rows === 0 ? { header: false } : header === true || rows !== null ? { header: true } : {}),
    ...(skipped > 0 ? { skip: skipped } : {}),
    ...(typeof commentPrefix === 'string' && commentPrefix.length <= 8 ? { comment: commentPrefix } : {}),
    ...(typeof encoding === 'string' ? { encoding: encoding.toLowerCase() } : {}),
  };
}

/** @param schemaAddress of a schema in a file of its own, otherwise of the description */
function readTable(value: Json, group: Json, schema: Json, base: URL, schemaAddress = base): Table | null {
  const written = asText(value.url);
  if (written === null || !URL.canParse(written, base.href)) return null;
  const url = new URL(written, base);
  if (!/^https?:$/.test(url.protocol)) return null;
  const all = recordsOf(schema.columns);
  const columns = all.map((column, at) => {
    const titles = titlesOf(column.titles);
    const name = asText(column.name) ?? titles[0] ?? `_col.${at + 1}`;
    const description = proseOf(
      column['dc:description'] ??
        column['dcterms:description'] ??
        column['rdfs:comment'] ??
        column['schema:description'],
    );
    const unit = firstText(column, 'schema:unitText', 'qudt:unit', 'unit');
    const header = titles.length > 0 ? titles : [name];
    const property = asText(column.propertyUrl)?.split(/[:/#]/).at(-1);
    return {
      name,
      title: titles[0] === name ? null : (titles[0] ?? null),
      description,
      unit,
      header,
      words: [name, ...titles, ...(property === undefined ? [] : [property])],
      virtual: column.virtual === true,
    };
  });
  const isTsv = formatOfAddress(url.pathname)?.label === 'TSV';
  const decimal = all
    .map((column) => asRecord(asRecord(column.datatype).format).decimalChar)
    .find((one) => one === ',');
  const missing = [
    ...new Set([value.null, group.null, schema.null, ...all.map((column) => column.null)].flatMap(marksOf)),
  ];
  const id = asText(schema['@id']);
  const schemaIds = id !== null && URL.canParse(id, schemaAddress.href) ? [new URL(id, schemaAddress).href] : [];
  return {
    url,
    title: firstText(value, 'dc:title', 'dcterms:title', 'schema:name', 'rdfs:label'),
    description: proseOf(value['dc:description'] ?? value['dcterms:description'] ?? value['schema:description']),
    licence: licenceOf(value),
    columns,
    addresses: [url.href, ...(schemaAddress === base ? [] : [schemaAddress.href]), ...schemaIds],
    references: codeReferences(
      schema,
      columns.map(({ name }) => name),
      schemaAddress,
    ),
    options: {
      format: 'csv',
      ...(isTsv ? { delimiter: '\t' } : {}),
      ...dialectOf({ ...asRecord(group.dialect), ...asRecord(value.dialect) }),
      ...(missing.length === 0 ? {} : { missing }),
      ...(decimal === undefined ? {} : { decimalComma: true }),
    },
    typed: all.flatMap((column, at) => {
      const type = typeOf(column.datatype ?? schema.datatype ?? value.datatype ?? group.datatype);
      return type === undefined ? [] : [{ source: columns[at]?.name ?? '', type }];
    }),
    described: createHash('sha256')
      .update(JSON.stringify([value, group.dialect, schema]))
      .digest('hex'),
  };
}

function licenceOf(json: Json): string | null {
  for (const name of ['dc:license', 'dcterms:license', 'dc:rights', 'schema:license', 'license']) {
    const [value] = listOf(json[name]);
    const text = isJsonRecord(value) ? asText(value['@id'] ?? value) : asText(value);
    if (text !== null) return text;
  }
  return null;
}

function personOf(value: unknown): string | null {
  const [one] = listOf(value);
  return isJsonRecord(one) ? firstText(one, 'schema:name', 'foaf:name', 'name', '@value', '@id') : asText(one);
}

async function open(address: URL, json: Json, web: Web): Promise<Opened> {
  const inContext = listOf(json['@context'])
    .filter(isJsonRecord)
    .map((one) => asText(one['@base']))
    .find((one) => one !== null);
  const base = inContext === undefined || inContext === null ? address : new URL(inContext, address);
  const tables: Table[] = [];
  for (const value of Array.isArray(json.tables) ? recordsOf(json.tables) : [json]) {
    const given = value.tableSchema ?? json.tableSchema;
    const elsewhere = typeof given === 'string' ? new URL(given, base) : undefined;
    const schema = asRecord(elsewhere === undefined ? given : await fetchJson(web, elsewhere, protocol));
    const table = readTable(value, value === json ? {} : json, schema, base, elsewhere);
    if (table !== null) tables.push(table);
  }
  return { address, json, tables };
}

function idOf({ url }: Table, { tables }: Opened): string {
  const name = (one: URL) => decodeURIComponent(one.pathname.split('/').at(-1) ?? '');
  return tables.filter((other) => name(other.url) === name(url)).length > 1 ? url.href : name(url);
}

function entryOf(table: Table, opened: Opened): ListedEntry {
  const id = idOf(table, opened);
  const { description, licence } = table;
  return entry(id, table.title ?? id, {
    description,
    licence,
    format: formatOfAddress(table.url.pathname)?.label ?? 'CSV',
  });
}

function listingOf(opened: Opened): Listing {
  const { json, tables, address } = opened;
  const title = firstText(json, 'dc:title', 'dcterms:title', 'schema:name', 'rdfs:label');
  return listing(
    'csvw',
    title ?? decodeURIComponent(address.pathname.split('/').at(-1) ?? ''),
    tables.map((one) => entryOf(one, opened)),
    {
      description: proseOf(json['dc:description'] ?? json['dcterms:description'] ?? json['schema:description']),
      licence: licenceOf(json),
      publisher: personOf(
        json['dc:publisher'] ?? json['dcterms:publisher'] ?? json['schema:publisher'] ?? json['dc:creator'],
      ),
      contact: personOf(json['dcat:contactPoint']),
      homepage: personOf(json['dcat:landingPage'] ?? json['schema:url']),
      searchable: tables.length > 20,
    },
  );
}

async function openAgain(address: URL | string, web: Web): Promise<Opened> {
  const at = metadataAddress(new URL(address));
  const json = at === null ? null : await fetchJson(web, at, protocol);
  if (at === null || json === null) throw entryGone(protocol, address);
  if (!isMetadata(json)) throw malformed(protocol, at);
  return open(at, json, web);
}

async function openChosen(choice: Choice, web: Web) {
  const opened = await openAgain(choice.address, web);
  return { opened, table: chosen(opened.tables, (one) => idOf(one, opened), choice) };
}

async function stateOf({ url, described: description }: Table, web: Web) {
  const state = await headState(web, url);
  return state === null ? null : { description, ...state };
}

/** The code lists of the columns of a table, or why one has none; a table that refers to itself lists no codes. */
async function readLists({ tables }: Opened, { addresses, references }: Table, web: Web) {
  const described = tables.map((one) => {
    const inFile = one.columns.filter(({ virtual }) => !virtual);
    return { url: one.url, addresses: one.addresses, options: one.options, words: inFile.map(({ words }) => words) };
  });
  const others = references.filter(({ table }) => !addresses.includes(table));
  const lists: Awaited<ReturnType<typeof readCodes>>[] = [];
  for (const reference of others.slice(0, maxLists)) lists.push(await readCodes(reference, described, web));
  return [...lists, ...furtherLists(others.length - maxLists)];
}

/** How the file itself names a column: the title that stands in its header. */
function headerName({ name, header }: Table['columns'][number], found: readonly string[] | null): string {
  return header.find((title) => found?.includes(title)) ?? (found?.includes(name) ? name : (header[0] ?? name));
}

export const csvwSource: DataSource = {
  kind: 'csvw',

  async find(address, web) {
    const at = metadataAddress(address);
    const json = at === null ? null : await probeDescription(web, at);
    if (at === null || !isMetadata(json)) return null;
    const opened = await open(at, json, web);
    return opened.tables.length === 0 ? null : listingOf(opened);
  },

  async describe(choice, web) {
    const { opened, table } = await openChosen(choice, web);
    const columns = table.columns
      .filter(({ virtual }) => !virtual)
      .map((one) => sourceColumn(one, headerName(one, null)));
    return describedEntry(entryOf(table, opened), listingOf(opened), { columns });
  },

  async state(choice, web) {
    const { table } = await openChosen(choice, web);
    return stateOf(table, web);
  },

  async fetch(choice, folder, web, work) {
    const { opened, table } = await openChosen(choice, web);
    const state = (await stateOf(table, web)) ?? {};
    const name = idOf(table, opened);
    const file = await receiveFile(web, table.url, folder, { name, format: formatOfFile('csv') }, work);
    const own = table.columns.filter(({ virtual }) => !virtual);
    const written = own.map((column) => column.name);
    const { files, options, header } = await withHeader([file.path], table.options, written, folder);
    const names = new Map(own.map((column) => [column.name, headerName(column, header)]));
    const columns = table.typed.map((column) => ({ ...column, source: names.get(column.source) ?? column.source }));
    const stated = await readLists(opened, table, web);
    return {
      files,
      options: withKnownColumns({ ...options, columns }, header),
      columns: own.map((column) => sourceColumn(column, names.get(column.name) ?? column.name)),
      codes: stated.flatMap((one) => ('codes' in one ? [{ ...one, column: names.get(one.column) ?? one.column }] : [])),
      notices: stated.flatMap((one) => ('codes' in one ? [] : [one])),
      rows: null,
      state,
      bytes: file.bytes,
    };
  },
};

function sourceColumn({ title, description, unit }: ListedColumn, name: string): ListedColumn {
  return { name, title: title === name ? null : title, description, unit };
}
