import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maxCodes } from '#shared/codes/code-list.ts';
import { isMadeList, listedCodes, type StatedCode } from '#shared/codes/stated-codes.ts';
import { slugOf } from '#shared/file-name.ts';
import { recipeOfVersion } from '#shared/version-metadata.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { isPublic } from '../../catalogue/access/access.ts';
import { inTransaction, type Records } from '../../catalogue/database/catalogue.ts';
import { finishImport, insertImport } from '../../catalogue/imports/imports.ts';
import { dropAbandoned } from '../../catalogue/imports/unfinished-imports.ts';
import {
  changeDataset,
  createDataset,
  type DatasetEntry,
  findDataset,
  linkCodes,
} from '../../catalogue/records/datasets.ts';
import { SlugTakenError } from '../../catalogue/records/namespaces.ts';
import { findDatasetById, type LocatedDataset } from '../../catalogue/records/readable-dataset.ts';
import {
  columnsOfDatasets,
  findStoredVersion,
  listVersions,
  notesOfColumns,
} from '../../catalogue/records/versions.ts';
import type { ServiceDeps } from '../../deps.ts';
import type { CodeLink, StoredVersion } from '../../files/stored-version.ts';
import { listVersion, readCodeList } from '../codes/linked-lists.ts';
import { type VersionCodes, versionMetadata } from './version-metadata.ts';

type ListDeps = Pick<ServiceDeps, 'catalogue' | 'rows' | 'sidecars' | 'log'>;

/**
 * Provides a code list for each column whose codes the file states: one dataset for the same content within a
 * namespace. Columns that the dataset had before keep their list, or none, unless it was made here. A list that cannot
 * be made is left out; one that was made is found again by its content. What a recipe's columns have in its inputs, they
 * have in its dataset, unless that has another list, as for labels and descriptions.
 * @param isAppended whether the rows before stay, with codes that the file may not have
 */
export async function provideLists(
  deps: ListDeps,
  datasetId: number,
  stored: StoredVersion,
  { isAppended = false, ...work }: LongWork & { readonly isAppended?: boolean } = {},
): Promise<VersionCodes> {
  const { records } = deps.catalogue;
  const located = await findDatasetById(records, datasetId);
  if (located === null) return { links: [], names: {} };
  const notes = (await notesOfColumns(records, [datasetId])).get(datasetId);
  const before = new Set(
    ((await columnsOfDatasets(records, [datasetId])).get(datasetId) ?? []).map(({ name }) => name),
  );
  const lists = new Map<string, number>();
  const links: CodeLink[] = [];
  const linkTo = (column: string, id: number) => {
    if (id === lists.get(column)) return;
    lists.set(column, id);
    links.push({ column, datasetId: id });
  };
  for (const { name } of stored.columns) {
    const linked = notes?.get(name)?.codes ?? null;
    if (linked !== null) lists.set(name, linked);
  }
  const ownList = async (column: string) => {
    const linked = lists.get(column);
    return linked === undefined ? null : await findDatasetById(records, linked);
  };
  for (const { column, datasetId: id } of stored.lists ?? []) {
    const own = await ownList(column);
    if (own === null || isMadeList(own.dataset.slug)) linkTo(column, id);
  }
  for (const { column, codes } of listedCodes(stored.codes ?? [], stored.columns).lists) {
    const own = await ownList(column);
    if (own === null ? before.has(column) : !isMadeList(own.dataset.slug)) continue;
    const all =
      isAppended && own !== null && isShownWith(own, located) ? await withEarlier(deps, own, codes, work) : codes;
    const id = await provideList(deps, located, column, all, work);
    if (id !== null) linkTo(column, id);
  }
  return { links, names: await namesOf(records, located, lists) };
}

/** The codes of a list that was made here, with those of a file: what a file says of a code is newer. */
async function withEarlier(deps: ListDeps, list: LocatedDataset, codes: readonly StatedCode[], work: LongWork) {
  const version = await listVersion(deps.catalogue.records, list);
  const earlier = version === null ? [] : (await readCodeList(deps.rows, version, work)).values();
  const all = new Map<string, StatedCode>();
  for (const { code, label, parent } of earlier) all.set(code, { code, label, ...(parent !== null && { parent }) });
  for (const one of codes) all.set(one.code, one);
  return [...all.values()].slice(0, maxCodes);
}

/** Links the columns of a dataset, in the transaction that makes its version ready. */
export async function linkLists(records: Records, datasetId: number, { links }: VersionCodes): Promise<void> {
  for (const { column, datasetId: list } of links) {
    // It may have been removed meanwhile.
    if ((await findDatasetById(records, list)) !== null) await linkCodes(records, datasetId, column, list);
  }
}

/**
 * Shows the lists that were made for a hidden dataset when that is shown, unless another hidden one has them too. Those
 * of a derived dataset may have been made for others.
 */
export async function showLists(
  { catalogue: { records } }: Pick<ListDeps, 'catalogue'>,
  { id, namespaceId }: DatasetEntry,
) {
  const versions = await listVersions(records, [id]);
  if (versions.some(({ metadata }) => recipeOfVersion(metadata) !== null)) return;
  for (const { codes } of (await notesOfColumns(records, [id])).get(id)?.values() ?? []) {
    const list = codes === null ? null : await findDatasetById(records, codes);
    if (list === null || list.namespace.id !== namespaceId || !isMadeList(list.dataset.slug)) continue;
    const others = await records
      .selectFrom('column_notes')
      .innerJoin('datasets', 'datasets.id', 'column_notes.dataset_id')
      .select('datasets.id')
      .where('column_notes.codes', '=', codes)
      .where('datasets.hidden', '=', 1)
      .execute();
    if (list.dataset.hidden && others.length === 0) await changeDataset(records, list.dataset, { hidden: false });
  }
}

/** Whether everyone who may read a dataset may read a list. */
function isShownWith({ namespace, dataset: { hidden } }: LocatedDataset, of: LocatedDataset): boolean {
  return namespace.id === of.namespace.id ? !hidden || of.dataset.hidden : !hidden && isPublic(namespace);
}

/** The names of lists that everyone who may read the dataset may read: its metadata have no others. */
async function namesOf(
  records: Records,
  of: LocatedDataset,
  lists: ReadonlyMap<string, number>,
): Promise<VersionCodes['names']> {
  const names: Record<string, string> = {};
  for (const [column, id] of lists) {
    const located = await findDatasetById(records, id);
    const version = located === null ? null : await findStoredVersion(records, id);
    if (located === null || version === null || !isShownWith(located, of)) continue;
    names[column] = `${located.namespace.slug}/${located.dataset.slug}@${version.slug}`;
  }
  return names;
}

async function provideList(
  deps: ListDeps,
  { namespace: { id: namespaceId }, dataset: { hidden } }: LocatedDataset,
  column: string,
  codes: readonly StatedCode[],
  work: LongWork,
): Promise<number | null> {
  const { records } = deps.catalogue;
  // A hidden dataset has lists of its own, which are hidden too.
  const content = JSON.stringify(hidden ? { codes, hidden } : codes);
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const there = await findByDigest(records, namespaceId, digest);
  if (there !== null) return there;
  try {
    return await publishList(deps, { namespaceId, column, digest, hidden }, codes, work);
  } catch (error) {
    work.signal?.throwIfAborted();
    // Someone else makes the same list, or there is no room: the rows are more important.
    if (!(error instanceof SlugTakenError)) deps.log.warn({ err: error, column }, 'A code list was not made.');
    return null;
  }
}

async function findByDigest(records: Records, namespaceId: number, digest: string): Promise<number | null> {
  const rows = await records
    .selectFrom('datasets')
    .select('slug')
    .where('namespace_id', '=', namespaceId)
    .where('slug', 'like', `%-codes-${digest}`)
    .orderBy('id')
    .execute();
  for (const { slug } of rows) {
    const dataset = await findDataset(records, namespaceId, slug);
    if (dataset !== null && (await listVersion(records, { dataset })) !== null) return dataset.id;
  }
  return null;
}

interface NewList {
  readonly namespaceId: number;
  readonly column: string;
  readonly digest: string;
  readonly hidden: boolean;
}

async function publishList(
  { catalogue: { records }, rows, sidecars }: ListDeps,
  { namespaceId, column, digest, hidden }: NewList,
  codes: readonly StatedCode[],
  work: LongWork,
): Promise<number> {
  const name = slugOf(column).slice(0, 60);
  const slug = `${name === '' ? 'column' : name}-codes-${digest}`;
  const folder = await mkdtemp(join(tmpdir(), 'almanac-codes-'));
  const { dataset, begun } = await inTransaction(records, async (transaction) => {
    const made = { namespaceId, slug, label: `${column} (codes)`.slice(0, 255), provisional: true, hidden };
    const created = await createDataset(transaction, made);
    return { dataset: created, begun: await insertImport(transaction, created.id, undefined) };
  });
  try {
    const path = join(folder, 'codes.ndjson');
    const hasParents = codes.some(({ parent }) => parent !== undefined);
    const lines = codes.map(({ code, label, parent }, at) =>
      JSON.stringify({ code, label, ...(hasParents && { parent: parent ?? null }), order: at + 1 }),
    );
    await writeFile(path, lines.join('\n'));
    const texts = ['code', 'label', ...(hasParents ? ['parent'] : [])];
    const columns = texts.map((source) => ({ source, type: 'text' as const }));
    const file = { path, format: 'ndjson', columns } as const;
    const { signal } = work;
    const stored = await rows.ingest(begun.key, file, {}, signal === undefined ? {} : { signal });
    const metadata = versionMetadata(stored, file, { sourceName: column });
    await inTransaction(records, async (transaction) => {
      await finishImport(transaction, begun, stored, { metadata, columns: [] });
      await sidecars.writeVersion(transaction, begun.versionId);
    });
    await sidecars.flush();
    return dataset.id;
  } catch (error) {
    await rows.remove(begun.key);
    await dropAbandoned(records, dataset.id);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
