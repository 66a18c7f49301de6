import path from 'node:path';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { columnTypes } from '#shared/api/column.ts';
import { explain } from '#shared/failures.ts';
import type { Choice } from '#shared/follow.ts';
import { orNull } from '#shared/schema-parts.ts';
import { licenceIn, rowsIn } from '#shared/version-metadata.ts';
import { JobError } from '../../../jobs/queue/job-failure.ts';
import { describedEntry, entry, listing } from '../common/listing.ts';
import { entryGone } from '../common/problems.ts';
import type { DataSource, ListedEntry, Listing } from '../data-source.ts';
import type { Web } from '../web.ts';

/** The parts of a dataset's record that are used; services may leave out the others. */
const Dataset = Type.Object({
  slug: Type.String(),
  label: Type.String(),
  url: Type.String(),
  namespace: Type.String(),
  description: Type.Optional(Type.String()),
  download: Type.String(),
  versions: Type.Array(
    Type.Object({
      slug: Type.String(),
      datetime: Type.Optional(Type.String()),
      checksum: Type.Optional(Type.String()),
      metadata: Type.Optional(Type.String()),
      ready: Type.Optional(Type.Boolean()),
    }),
  ),
  columns: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.Optional(Type.String()),
        label: Type.Optional(Type.String()),
        description: Type.Optional(Type.String()),
      }),
    ),
  ),
});
type Dataset = Static<typeof Dataset>;

const Datasets = Type.Object({
  count: Type.Optional(Type.Integer()),
  next: orNull(Type.String()),
  results: Type.Array(Dataset),
});

async function read<Schema extends TSchema>(schema: Schema, address: string, web: Web): Promise<Static<Schema> | null> {
  const answer = await web.get(address, { accept: 'application/json' });
  if (answer.status !== 200) return null;
  let value: unknown = null;
  try {
    value = answer.json();
  } catch {
    // Another kind of answer is no service of this specification.
  }
  return Value.Check(schema, value) ? (value as Static<Schema>) : null;
}

function newestOf({ versions }: Dataset) {
  return versions.find(({ ready }) => ready !== false) ?? null;
}

function entryOf(dataset: Dataset): ListedEntry {
  const newest = newestOf(dataset);
  return entry(dataset.url, dataset.label || dataset.slug, {
    description: dataset.description || null,
    rows: rowsIn(newest?.metadata ?? '') || null,
    modified: newest?.datetime ?? null,
    licence: licenceIn(newest?.metadata ?? ''),
  });
}

function listingOf(title: string, datasets: readonly Dataset[], more: string | null): Listing {
  const entries = datasets.filter((one) => newestOf(one) !== null).map(entryOf);
  return listing('service', title, entries, { more, searchable: true });
}

/** The path of one dataset (specification, "Datasets"); an address without it stands for all datasets. */
const datasetPath = /\/api\/v1\/namespaces\/[^/]+\/datasets\/[^/]+\//;

async function list(address: URL, search: string, more: string | null, web: Web) {
  const [one] = datasetPath.exec(address.pathname) ?? [];
  if (one !== undefined) {
    const dataset = await read(Dataset, new URL(one, address).href, web);
    return dataset === null ? null : listingOf(dataset.label || dataset.slug, [dataset], null);
  }
  const root = new URL('/api/v1/datasets/', address);
  root.searchParams.set('limit', '50');
  if (search !== '') root.searchParams.set('search', search);
  const page = await read(Datasets, more ?? root.href, web);
  return page === null ? null : listingOf(address.host, page.results, page.next);
}

async function datasetOf({ entry: id, address }: Choice, web: Web): Promise<Dataset> {
  const dataset = await read(Dataset, id || address, web);
  if (dataset !== null && newestOf(dataset) !== null) return dataset;
  throw entryGone(id || address, address);
}

function stateOf(dataset: Dataset) {
  const newest = newestOf(dataset);
  return { version: newest?.slug ?? null, checksum: newest?.checksum ?? null };
}

/** A service of our own specification: a newer version is copied, as pinning does. */
export const serviceSource: DataSource = {
  kind: 'service',
  async find(address, web) {
    // Only what the address itself says: every other site would be asked for a path that it does not have.
    return /\/api\/v1(\/|$)/.test(address.pathname) ? await list(address, '', null, web) : null;
  },
  async list(address, { search, more }, web) {
    const found = await list(address, search, more, web);
    if (found !== null) return found;
    throw new JobError('not-a-source', explain('not-a-source', { host: address.host }), address.href);
  },
  async describe(choice, web) {
    const dataset = await datasetOf(choice, web);
    const columns = (dataset.columns ?? []).map(({ name, label, description }) => ({
      name,
      title: label || null,
      description: description || null,
      unit: null,
    }));
    const from = listing('service', dataset.label, [], { homepage: dataset.url });
    return describedEntry(entryOf(dataset), from, { columns });
  },
  async state(choice, web) {
    return stateOf(await datasetOf(choice, web));
  },
  async fetch(choice, folder, web, { report }) {
    const dataset = await datasetOf(choice, web);
    const newest = newestOf(dataset);
    const address = new URL(dataset.download);
    if (newest !== null) address.searchParams.set('version', newest.slug);
    address.searchParams.set('_format', 'csv');
    const file = path.join(folder, `${dataset.slug.replaceAll(/[^\w-]/g, '_')}.csv`);
    const { bytes } = await web.download(address, file, { report });
    const { columns } = await this.describe(choice, web);
    const state = stateOf(dataset);
    const rows = rowsIn(newest?.metadata ?? '') || null;
    const types = (dataset.columns ?? []).flatMap(({ name, type }) => {
      const known = columnTypes.find((one) => one === type);
      return known === undefined ? [] : [{ source: name, type: known }];
    });
    return { files: [file], options: { format: 'csv', missing: [], columns: types }, columns, rows, state, bytes };
  },
};
