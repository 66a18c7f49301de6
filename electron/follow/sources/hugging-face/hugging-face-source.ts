import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet';
import type { Choice, SourceState } from '#shared/follow.ts';
import { addressPath, parameterOf, withParameters } from '../common/address-path.ts';
import { fetchJson } from '../common/answers.ts';
import { formatOfFile } from '../common/formats.ts';
import { chosen, describedEntry, entry, listing } from '../common/listing.ts';
import { countDiffers, entryGone, malformed, onlyPart, stillPreparing } from '../common/problems.ts';
import { receiveFiles } from '../common/received-file.ts';
import {
  asRecord,
  asText,
  countOf,
  firstText,
  isJsonRecord,
  listOf,
  momentOf,
  proseOf,
  recordsOf,
} from '../common/values.ts';
import type { DataSource, ListedColumn, ListedEntry, Listing } from '../data-source.ts';
import type { Web } from '../web.ts';

/*
 * Facts: "List Parquet files", "Get the number of rows and the size in bytes" and "Get dataset information" of the
 * "Dataset viewer documentation" (https://huggingface.co/docs/dataset-viewer/parquet, …/size, …/info): every dataset is
 * converted to Parquet on the branch `refs/convert/parquet`, large ones only in part (`partial`, splits `partial-…`), after a
 * change with a delay (`pending`). "Hub API Endpoints": `/api/datasets/ID` and its revisions. Files are redirected to signed
 * addresses of object storage.
 */
const protocol = 'Hugging Face';

const publicHub = 'https://huggingface.co/';

/**
 * The public hub, or the private one or mirror that `HF_ENDPOINT` names, as for Hugging Face's own programs. The dataset
 * viewer is beside it: `datasets-server.HOST`, and without encryption at the same address.
 */
export function hubAndViewer(): { readonly hub: URL; readonly viewer: URL } {
  const hub = URL.parse(process.env.HF_ENDPOINT?.trim() || publicHub) ?? new URL(publicHub);
  const viewer = new URL('/', hub);
  if (hub.protocol === 'https:') viewer.host = `datasets-server.${hub.host}`;
  return { hub: new URL('/', hub), viewer };
}

interface Place {
  readonly dataset: string;
  /** Configuration that a page of the viewer names, as it may name a split; null for all. */
  readonly config: string | null;
  readonly split: string | null;
}

interface Shard {
  readonly url: string;
  readonly name: string;
  readonly bytes: number | null;
}

interface Split {
  readonly id: string;
  readonly config: string;
  readonly split: string;
  readonly shards: readonly Shard[];
  readonly rows: number | null;
  readonly partial: boolean;
}

function isHub(address: URL, hub: URL): boolean {
  const host = address.host.replace(/^www\./, '');
  return host === hub.host || (hub.host === 'huggingface.co' && host === 'hf.co');
}

/** The dataset that a page or an API address names; null for other pages, and for single files. */
function placeOf(address: URL): Place | null {
  const { hub, viewer } = hubAndViewer();
  if (address.host === viewer.host && parameterOf(address, 'dataset') !== null) {
    const [dataset, config, split] = ['dataset', 'config', 'split'].map((name) => parameterOf(address, name));
    return { dataset: dataset ?? '', config: config ?? null, split: split ?? null };
  }
  if (!isHub(address, hub)) return null;
  const { parts, lower } = addressPath(address);
  const from = lower[0] === 'api' ? 1 : 0;
  if (lower[from] !== 'datasets') return null;
  const rest = parts.slice(from + 1);
  const pages = ['viewer', 'tree', 'blob', 'discussions', 'settings', 'parquet', 'resolve', 'raw', 'embed'];
  // Datasets of the early days have no owner.
  const length = pages.includes(rest[1]?.toLowerCase() ?? '') || rest.length === 1 ? 1 : 2;
  const dataset = rest.slice(0, length).join('/');
  const [page, config, split] = rest.slice(length);
  if (dataset === '' || page === 'resolve' || page === 'raw') return null;
  const named = page === 'viewer' || page === 'parquet';
  return { dataset, config: named ? (config ?? null) : null, split: named ? (split ?? null) : null };
}

function splitsOf(parquet: unknown, size: unknown): Split[] {
  const counts = recordsOf(asRecord(asRecord(size).size).splits);
  const found = new Map<string, Split>();
  for (const file of recordsOf(asRecord(parquet).parquet_files)) {
    const [config, split, url] = [asText(file.config), asText(file.split), asText(file.url)];
    if (config === null || split === null || url === null) continue;
    const id = `${config}/${split}`;
    const known = found.get(id);
    const count = counts.find((one) => one.config === config && one.split === split);
    const partial = known?.partial === true || /\/partial-[^/]+\//.test(decodeURIComponent(new URL(url).pathname));
    const shard = { url, name: asText(file.filename) ?? `${found.size}.parquet`, bytes: countOf(file.size) };
    const shards = [...(known?.shards ?? []), shard];
    found.set(id, { id, config, split, shards, rows: countOf(count?.num_rows), partial });
  }
  return [...found.values()];
}

interface Opened {
  readonly place: Place;
  readonly about: Readonly<Record<string, unknown>>;
  readonly splits: readonly Split[];
  /** Configurations that are not converted yet. */
  readonly pending: readonly string[];
}

function licenceOf(about: Readonly<Record<string, unknown>>): string | null {
  const card = asRecord(about.cardData);
  const tag = listOf(about.tags).find((one) => typeof one === 'string' && one.startsWith('license:'));
  return firstText(card, 'license_name', 'license') ?? (typeof tag === 'string' ? tag.slice('license:'.length) : null);
}

const hubPath = (dataset: string) => `api/datasets/${dataset.split('/').map(encodeURIComponent).join('/')}`;

async function open(address: URL, web: Web): Promise<Opened> {
  const { hub, viewer } = hubAndViewer();
  const place = placeOf(address);
  if (place === null) throw malformed(protocol, address);
  const { dataset } = place;
  const about = await fetchJson(web, new URL(hubPath(dataset), hub), protocol);
  if (about === null) throw entryGone(dataset, address);
  if (!isJsonRecord(about)) throw malformed(protocol, address);
  const at = withParameters(new URL('parquet', viewer), { dataset });
  const parquet = await fetchJson(web, at, protocol);
  if (parquet === null) throw entryGone(dataset, at);
  if (!isJsonRecord(parquet) || !Array.isArray(parquet.parquet_files)) throw malformed(protocol, at);
  const size = await fetchJson(web, withParameters(new URL('size', viewer), { dataset }), protocol);
  const pending = recordsOf(parquet.pending).flatMap(({ config }) => asText(config) ?? []);
  return { place, about, splits: splitsOf(parquet, size), pending };
}

function entryOf(split: Split, { about }: Opened): ListedEntry {
  const sizes = split.shards.map(({ bytes }) => bytes);
  const bytes = sizes.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0);
  const title = split.config === 'default' ? split.split : `${split.config} · ${split.split}`;
  return entry(split.id, title, {
    format: 'Parquet',
    bytes,
    rows: split.rows,
    modified: momentOf(about.lastModified),
  });
}

function listingOf(opened: Opened): Listing {
  const { place, about } = opened;
  const card = asRecord(about.cardData);
  const named = opened.splits.filter(
    ({ config, split }) => (place.config ?? config) === config && (place.split ?? split) === split,
  );
  const entries = (named.length > 0 ? named : opened.splits).map((split) => entryOf(split, opened));
  return listing('hugging-face', asText(card.pretty_name) ?? place.dataset, entries, {
    description: proseOf(about.description),
    licence: licenceOf(about),
    publisher: asText(about.author) ?? place.dataset.split('/')[0] ?? null,
    homepage: new URL(`datasets/${place.dataset}`, hubAndViewer().hub).href,
    searchable: entries.length > 20,
  });
}

/** Names of columns with the kind of their values, where the viewer knows them. */
async function columnsOf({ place }: Opened, { config }: Split, web: Web): Promise<ListedColumn[]> {
  const at = withParameters(new URL('info', hubAndViewer().viewer), { dataset: place.dataset, config });
  const info = asRecord(await fetchJson(web, at, protocol));
  const features = asRecord(asRecord(info.dataset_info).features);
  return Object.entries(features).map(([name, feature]) => {
    const labels = listOf(asRecord(feature).names).filter((one) => typeof one === 'string');
    const description = labels.map((label, code) => `${code}: ${label}`).join(', ');
    return { name, title: null, description: description === '' ? null : description.slice(0, 2000), unit: null };
  });
}

/** The revision of the branch with the Parquet files: the dataset's own changes before they are converted. */
async function revision(dataset: string, web: Web): Promise<SourceState | null> {
  const at = new URL(`${hubPath(dataset)}/revision/${encodeURIComponent('refs/convert/parquet')}`, hubAndViewer().hub);
  const sha = asText(asRecord(await fetchJson(web, at, protocol)).sha);
  return sha === null ? null : { parquet: sha };
}

async function openChosen(choice: Choice, web: Web) {
  const opened = await open(new URL(choice.address), web);
  const config = choice.entry.split('/')[0] ?? '';
  if (!opened.splits.some(({ id }) => id === choice.entry) && opened.pending.includes(config)) {
    throw stillPreparing(choice.entry, choice.address);
  }
  return { opened, split: chosen(opened.splits, ({ id }) => id, choice) };
}

export const huggingFaceSource: DataSource = {
  kind: 'hugging-face',

  async find(address, web) {
    return placeOf(address) === null ? null : listingOf(await open(address, web));
  },

  async describe(choice, web) {
    const { opened, split } = await openChosen(choice, web);
    return describedEntry(entryOf(split, opened), listingOf(opened), {
      columns: await columnsOf(opened, split, web),
    });
  },

  state(choice, web) {
    return revision(placeOf(new URL(choice.address))?.dataset ?? '', web);
  },

  async fetch(choice, folder, web, work) {
    const state = await revision(placeOf(new URL(choice.address))?.dataset ?? '', web);
    const { opened, split } = await openChosen(choice, web);
    if (split.partial) throw onlyPart(choice.entry, choice.address);
    if (opened.pending.includes(split.config)) throw stillPreparing(choice.entry, choice.address);
    const total = split.shards.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
    const format = formatOfFile('parquet');
    const shards = split.shards.map(({ url: address, name, bytes }) => ({ address, name, format, bytes }));
    const { files, bytes } = await receiveFiles(web, shards, folder, total === 0 ? null : total, work);
    let rows = 0;
    for (const file of files) rows += Number((await parquetMetadataAsync(await asyncBufferFromFile(file))).num_rows);
    // A shard that is missing from the list is missing from the rows.
    if (split.rows !== null && split.rows !== rows) throw countDiffers(choice.address, split.rows, rows);
    const columns = await columnsOf(opened, split, web);
    return { files, options: { format: 'parquet' }, columns, rows, state: state ?? {}, bytes };
  },
};
