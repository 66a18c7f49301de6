import { setImmediate } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ColumnType } from '#shared/api/column.ts';
import type { Provenance, ProvenanceWrite } from '#shared/api/records/provenance.ts';
import { readExplanation } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import { momentsIn } from '#shared/time/moment-kind.ts';
import type { StoredColumn, StoredFile, StoredVersion } from '../../files/stored-version.ts';
import { findRow, type Records } from '../database/catalogue.ts';
import { fromRow, type RecordOf } from '../database/row-form.ts';
import type { VersionTable } from '../database/tables.ts';

export type VersionEntry = Omit<RecordOf<VersionRow>, 'state' | 'rejected' | 'conversions'> & {
  readonly ready: boolean;
};

/** A column of a dataset: from its newest ready version, with what users have written about it. */
export interface ColumnEntry {
  readonly name: string;
  readonly type: ColumnType;
  readonly size: number | null;
  readonly label: string;
  readonly description: string;
  /** Id of the dataset that lists its codes. */
  readonly codes: number | null;
}

type VersionRow = Selectable<VersionTable>;

function entry({ state, rejected: _r, conversions: _c, ...row }: VersionRow): VersionEntry {
  return { ...fromRow(row), ready: state === 'ready' };
}

/** Versions of the given datasets, newest first. */
export async function listVersions(records: Records, datasetIds: readonly number[]): Promise<VersionEntry[]> {
  if (datasetIds.length === 0) return [];
  const rows = await records
    .selectFrom('versions')
    .selectAll()
    .where('dataset_id', 'in', datasetIds)
    .orderBy('slug', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(entry);
}

export async function findVersion(records: Records, datasetId: number, slug: string): Promise<VersionEntry | null> {
  const row = await findRow(records, 'versions', { dataset_id: datasetId, slug });
  return row === undefined ? null : entry(row);
}

/** Columns of the newest ready version of each of the given datasets, in the order of the file. */
export async function columnsOfDatasets(
  records: Records,
  datasetIds: readonly number[],
): Promise<Map<number, ColumnEntry[]>> {
  const columns = new Map<number, ColumnEntry[]>();
  if (datasetIds.length === 0) return columns;
  const newest = await records
    .with('newest', (query) =>
      query
        .selectFrom('versions')
        .select(['dataset_id', (expression) => expression.fn.max('slug').as('slug')])
        .where('state', '=', 'ready')
        .where('dataset_id', 'in', datasetIds)
        .groupBy('dataset_id'),
    )
    .selectFrom('newest')
    .innerJoin('versions', (join) =>
      join.onRef('versions.dataset_id', '=', 'newest.dataset_id').onRef('versions.slug', '=', 'newest.slug'),
    )
    .select(['versions.dataset_id', 'versions.id', 'versions.key'])
    .orderBy('versions.dataset_id')
    .execute();
  const notes = await notesOfColumns(records, datasetIds);
  for (const { dataset_id: datasetId, ...version } of newest) {
    const ofDataset = notes.get(datasetId);
    const shape = await columnsOfVersion(records, version);
    const described = shape.map((column) => {
      const note = ofDataset?.get(column.name);
      return { ...column, ...(note ?? { label: column.name, description: '', codes: null }) };
    });
    if (described.length > 0) columns.set(datasetId, described);
  }
  return columns;
}

interface StoredNote {
  readonly label: string;
  readonly description: string;
  /** Id of the dataset that lists the codes of the column. */
  readonly codes: number | null;
}

type ColumnNotes = ReadonlyMap<string, StoredNote>;

/** Labels, descriptions and code lists of the columns of datasets, by dataset and name. */
export async function notesOfColumns(
  records: Records,
  datasetIds: readonly number[],
): Promise<Map<number, ColumnNotes>> {
  const rows = await records
    .selectFrom('column_notes')
    .select(['dataset_id', 'name', 'label', 'description', 'codes'])
    .where('dataset_id', 'in', datasetIds)
    .execute();
  const notes = new Map<number, Map<string, StoredNote>>();
  for (const { dataset_id: datasetId, name, ...note } of rows) {
    const known = notes.get(datasetId) ?? new Map<string, StoredNote>();
    notes.set(datasetId, known.set(name, note));
  }
  return notes;
}

/**
 * A ready version as the row store expects it; null if there is none (with that slug).
 * @param deleted key of a version that turned out to be deleted while it was read
 */
export async function findStoredVersion(
  records: Records,
  datasetId: number,
  slug: string | null = null,
  deleted: string | null = null,
): Promise<(StoredVersion & { readonly slug: string }) | null> {
  let query = records
    .selectFrom('versions')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .where('state', '=', 'ready');
  if (slug !== null) query = query.where('slug', '=', slug);
  const row = await query.orderBy('slug', 'desc').limit(1).executeTakeFirst();
  if (row === undefined) return null;
  const columns = await columnsOfVersion(records, row);
  const { key, checksum, rows, bytes, rejected } = row;
  // Every version has columns: it was deleted between the two statements, and an earlier one is the newest now.
  if (columns.length === 0 && key !== deleted) return await findStoredVersion(records, datasetId, slug, key);
  const conversions = (JSON.parse(row.conversions) as unknown[]).map(readExplanation);
  const moments = momentsIn(readMetadata(row.metadata));
  const described = columns.map((column) => {
    const moment = moments.get(column.name);
    return moment === undefined ? column : { ...column, moment };
  });
  return { slug: row.slug, key, checksum, rows, bytes, rejected, columns: described, conversions };
}

/** Removes a version; the caller removes its rows. */
export async function deleteVersion(records: Records, id: number): Promise<void> {
  await records.deleteFrom('versions').where('id', '=', id).execute();
}

/** Keys of all versions in the catalogue, including those that wait for a decision. */
export async function versionKeys(records: Records): Promise<Set<string>> {
  const rows = await records
    .selectFrom('versions')
    .select('key')
    .unionAll(records.selectFrom('held_versions').select('key'))
    .execute();
  return new Set(rows.map((row) => row.key));
}

/** Those of the given keys, at most some thousands, that {@link versionKeys} would return. */
export async function namedKeys(records: Records, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await records
    .selectFrom('versions')
    .select('key')
    .where('key', 'in', keys)
    .unionAll(records.selectFrom('held_versions').select('key').where('key', 'in', keys))
    .execute();
  return new Set(rows.map((row) => row.key));
}

export interface VersionFile {
  readonly key: string;
  readonly checksum: string;
  readonly bytes: number;
  readonly slug: string;
  /** Address of its dataset within the service: `namespace/dataset`. */
  readonly dataset: string;
}

/** The stored files of all ready versions, or of those of one dataset. */
export async function readyFiles(records: Records, datasetId: number | null = null): Promise<VersionFile[]> {
  let query = records
    .selectFrom('versions')
    .innerJoin('datasets', 'datasets.id', 'versions.dataset_id')
    .innerJoin('namespaces', 'namespaces.id', 'datasets.namespace_id')
    .select([
      'versions.key',
      'checksum',
      'bytes',
      'versions.slug',
      'datasets.slug as dataset',
      'namespaces.slug as home',
    ])
    .where('state', '=', 'ready');
  if (datasetId !== null) query = query.where('versions.dataset_id', '=', datasetId);
  const rows = await query.execute();
  return rows.map(({ home, dataset, ...file }) => ({ ...file, dataset: `${home}/${dataset}` }));
}

/** The stored files of versions that wait for a decision. */
export async function heldFiles(records: Records): Promise<StoredFile[]> {
  const rows = await records.selectFrom('held_versions').select('stored').execute();
  return rows.map(({ stored }) => JSON.parse(stored) as StoredVersion);
}

/** The provenance of a dataset; null if the dataset no longer exists. */
export async function provenanceOf(records: Records, datasetId: number): Promise<Provenance | null> {
  const row = await records
    .selectFrom('datasets')
    .select(['licence', 'source', 'contact'])
    .where('id', '=', datasetId)
    .executeTakeFirst();
  return row ?? null;
}

/** Changes the provenance of a dataset; missing fields stay unchanged. */
export async function changeProvenance(records: Records, datasetId: number, change: ProvenanceWrite): Promise<void> {
  const { licence, source, contact } = change;
  const values = given({ licence, source, contact });
  if (Object.keys(values).length === 0) return;
  await records.updateTable('datasets').set(values).where('id', '=', datasetId).execute();
}

/** The immutable part of a column; its label and description may change. */
type VersionColumn = Pick<StoredColumn, 'name' | 'type' | 'size'>;

/** Maximum number of columns cached per catalogue, over all versions. */
const maxKnownColumns = 200_000;
/** Number of columns of a version above which other requests get a turn after it is read. */
const manyColumns = 1000;

const ofCatalogues = new WeakMap<Records, LRUCache<string, readonly VersionColumn[]>>();

function knownColumns(records: Records): LRUCache<string, readonly VersionColumn[]> {
  const known = ofCatalogues.get(records);
  if (known !== undefined) return known;
  const made = new LRUCache<string, readonly VersionColumn[]>({
    maxSize: maxKnownColumns,
    sizeCalculation: (columns) => columns.length + 1,
  });
  ofCatalogues.set(records, made);
  return made;
}

/**
 * The columns of a ready version, in the order of its file. They never change, so they are read once and cached.
 */
export async function columnsOfVersion(
  records: Records,
  { id, key }: { readonly id: number; readonly key: string },
): Promise<readonly VersionColumn[]> {
  const known = knownColumns(records);
  const there = known.get(key);
  if (there !== undefined) return there;
  const columns = await records
    .selectFrom('version_columns')
    .select(['name', 'type', 'size'])
    .where('version_id', '=', id)
    .orderBy('position')
    .execute();
  // A version without columns was deleted meanwhile.
  if (columns.length > 0) known.set(key, columns);
  if (columns.length > manyColumns) await setImmediate();
  return columns;
}

/** The JSON value that a version's metadata encode in base64; null if they are invalid. */
export function readMetadata(metadata: string): unknown {
  try {
    return JSON.parse(Buffer.from(metadata, 'base64').toString('utf8'));
  } catch {
    return null;
  }
}
