import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Choice, SourceState } from '#shared/follow.ts';
import { fetchJson, headStates, probeDescription } from '../common/answers.ts';
import { firstRecord, withHeader, withKnownColumns } from '../common/joined-text.ts';
import { chosen, describedEntry, entry, listing } from '../common/listing.ts';
import { entryGone, fileOutside, malformed, nothingToFollow } from '../common/problems.ts';
import { optionsFor, receiveFiles } from '../common/received-file.ts';
import { asRecord, isJsonRecord } from '../common/values.ts';
import { writeTable, writtenTableOptions } from '../common/written-file.ts';
import type { DataSource, Fetched, FetchWork, ListedEntry, Listing } from '../data-source.ts';
import type { Web } from '../web.ts';
import { type Descriptor, type PackageResource, readDescriptor, readResource } from './descriptor.ts';

/*
 * Facts: "Data Package" (https://datapackage.org/standard/data-package/), "Data Resource", "Table Schema" and "Table
 * Dialect" of version 2; version 1 at https://specs.frictionlessdata.io/. A path is relative to the descriptor and never
 * leads above it; schema and dialect may be an address; several paths are parts that are read one after the other.
 */
const protocol = 'Data Package';

/** Where the descriptor is; null for an address that cannot be of one. */
function descriptorAddress(address: URL): URL | null {
  const plain = new URL(address);
  plain.hash = '';
  const last = plain.pathname.split('/').at(-1) ?? '';
  if (/\.json$/i.test(last)) return githubRaw(plain);
  return null;
}

/** The page of a file on GitHub shows it; its raw form is the descriptor. */
function githubRaw(address: URL): URL {
  const blob = /^\/([^/]+)\/([^/]+)\/(?:blob|raw)\/(.+)$/.exec(address.pathname);
  if (address.hostname.replace(/^www\./, '') !== 'github.com' || blob === null) return address;
  return new URL(`https://raw.githubusercontent.com/${blob[1]}/${blob[2]}/${blob[3]}`);
}

interface Opened {
  readonly address: URL;
  readonly descriptor: Descriptor;
}

async function openPackage(address: URL | string, web: Web): Promise<Opened> {
  const at = descriptorAddress(new URL(address));
  const json = at === null ? null : await fetchJson(web, at, protocol);
  if (at === null || json === null) throw entryGone(protocol, address);
  const descriptor = readDescriptor(json);
  if (descriptor === null) throw malformed(protocol, at);
  return { address: at, descriptor };
}

/** @throws {JobError} for a path that leads above the descriptor, or to another scheme */
function fileAddress(written: string, base: URL): URL {
  const absolute = /^https?:\/\//i.test(written);
  const unsafe =
    !absolute && (/^(?:[/\\~]|[a-z][a-z0-9+.-]*:)/i.test(written) || /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(written));
  if (unsafe) throw fileOutside(written, base);
  return new URL(
    absolute ? written : written.split('/').map(encodeURIComponent).join('/').replaceAll('%25', '%'),
    base,
  );
}

/** A schema or dialect, which may be an address. */
async function resolved(value: unknown, base: URL, web: Web): Promise<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'string') return asRecord(value);
  const address = fileAddress(value, base);
  const json = await fetchJson(web, address, protocol);
  if (!isJsonRecord(json)) throw malformed('Table Schema', address);
  return json;
}

async function openResource({ address, descriptor }: Opened, position: number, web: Web): Promise<PackageResource> {
  const value = descriptor.resources[position];
  const schema = await resolved(asRecord(value).schema, address, web);
  const dialect = await resolved(asRecord(value).dialect, address, web);
  return readResource(value, position, schema, dialect);
}

function withoutSchema({ descriptor }: Opened): PackageResource[] {
  return descriptor.resources.map((value, at) => readResource(value, at, asRecord(asRecord(value).schema), {}));
}

function entryOf(resource: PackageResource): ListedEntry {
  const { name, title, description, formatName, bytes, rows, licence } = resource;
  return entry(name, title ?? name, { description, format: formatName, bytes, rows, licence });
}

function listingOf(opened: Opened): Listing {
  const { name, title, description, licence, publisher, contact, homepage, modified } = opened.descriptor;
  const entries = withoutSchema(opened).map((one) => ({ ...entryOf(one), modified }));
  return listing('data-package', title ?? name, entries, {
    description,
    licence,
    publisher,
    contact,
    homepage,
    searchable: entries.length > 20,
  });
}

async function openChosen(choice: Choice, web: Web) {
  const opened = await openPackage(choice.address, web);
  const named = chosen(withoutSchema(opened), ({ name }) => name, choice);
  const position = withoutSchema(opened).findIndex(({ name }) => name === named.name);
  return { opened, resource: await openResource(opened, position, web), position };
}

async function stateOf(
  { address, descriptor }: Opened,
  resource: PackageResource,
  position: number,
  web: Web,
): Promise<SourceState | null> {
  const about = createHash('sha256').update(JSON.stringify(descriptor.resources[position])).digest('hex');
  if (resource.paths.length === 0) return { description: about };
  const files = await headStates(
    web,
    resource.paths.map((one) => fileAddress(one, address)),
  );
  return files === null ? null : { description: about, ...files };
}

/** Inline data: records, rows with a header first, or the text of a file. */
async function writeInline({ name, data, format, columns }: PackageResource, folder: string, address: URL) {
  if (typeof data === 'string') {
    const file = path.join(folder, `data${format?.extension ?? '.csv'}`);
    await writeFile(file, data);
    return { file, rows: null, options: optionsFor(format) };
  }
  if (!Array.isArray(data) || data.length === 0) throw nothingToFollow(name, address);
  const records = data.filter(isJsonRecord);
  const rows = data.filter(Array.isArray);
  if (records.length < data.length && rows.length < data.length) throw malformed(protocol, address);
  const header =
    records.length > 0
      ? [...new Set([...columns.map((one) => one.name), ...records.flatMap(Object.keys)])]
      : (rows[0] ?? []).map(String);
  const table = await writeTable(folder, 'data.csv', header, async (written) => {
    if (records.length > 0) await written.add(records.map((record) => header.map((column) => record[column])));
    else await written.add(rows.slice(1));
  });
  return { file: table.path, rows: table.rows, options: writtenTableOptions([]) };
}

async function receiveParts(
  resource: PackageResource,
  base: URL,
  folder: string,
  web: Web,
  work: FetchWork,
): Promise<Pick<Fetched, 'files' | 'options' | 'bytes'>> {
  const { paths, format, bytes: size, hash } = resource;
  const proof = paths.length === 1 ? { bytes: size, hash } : {};
  const parts = paths.map((name) => ({ address: fileAddress(name, base), name, format, ...proof }));
  const { files, bytes } = await receiveFiles(web, parts, folder, size, work);
  if (format !== null && format.read !== 'csv')
    return { files, bytes, options: withKnownColumns(resource.options, []) };
  const names = resource.columns.map((column) => column.name);
  const table = await withHeader(files, resource.options, names, folder);
  return { files: table.files, bytes, options: withKnownColumns(table.options, table.header) };
}

export const dataPackageSource: DataSource = {
  kind: 'data-package',

  async find(address, web) {
    const at = descriptorAddress(address);
    if (at === null) return null;
    const descriptor = readDescriptor(await probeDescription(web, at));
    return descriptor === null ? null : listingOf({ address: at, descriptor });
  },

  async describe(choice, web) {
    const { opened, resource } = await openChosen(choice, web);
    return describedEntry(entryOf(resource), listingOf(opened), { columns: resource.columns });
  },

  async state(choice, web) {
    const { opened, resource, position } = await openChosen(choice, web);
    return stateOf(opened, resource, position, web);
  },

  async fetch(choice, folder, web, work) {
    const { opened, resource, position } = await openChosen(choice, web);
    const state = (await stateOf(opened, resource, position, web)) ?? {};
    const { columns } = resource;
    if (resource.paths.length === 0) {
      if (resource.data === undefined) throw nothingToFollow(resource.name, opened.address);
      const { file, rows, options } = await writeInline(resource, folder, opened.address);
      const all = withKnownColumns({ ...resource.options, ...options }, await firstRecord(file, options));
      return { files: [file], options: all, columns, rows: rows ?? resource.rows, state, bytes: 0 };
    }
    const parts = await receiveParts(resource, opened.address, folder, web, work);
    return { ...parts, columns, rows: resource.rows, state };
  },
};
