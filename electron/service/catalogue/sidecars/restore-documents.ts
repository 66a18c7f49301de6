import type { Transaction } from 'kysely';
import { findRow, inTransaction, type Records } from '../database/catalogue.ts';
import { rowOf } from '../database/row-form.ts';
import type { Tables } from '../database/tables.ts';
import { storeIdOf } from './describe.ts';
import type { DatasetDocument, NamespaceDocument, VersionDocument } from './documents.ts';
import type { SidecarDocuments } from './sidecar-files.ts';

/** The records added to a catalogue. */
export interface Restored {
  namespaces: number;
  datasets: number;
  versions: number;
  users: number;
  groups: number;
  /** Slugs of what only staff and owner may read now, because the former readers are uncertain. */
  madePrivate: string[];
}

type Into = Transaction<Tables>;
type NamedUser = { readonly id: number; readonly username: string };

/**
 * Adds missing records from documents to a catalogue; existing records are not changed. Ids stay the same if
 * they are available. A namespace with uncertain readers becomes private.
 */
export async function restoreDocuments(records: Records, documents: SidecarDocuments): Promise<Restored> {
  const restored: Restored = { namespaces: 0, datasets: 0, versions: 0, users: 0, groups: 0, madePrivate: [] };
  await inTransaction(records, async (into) => {
    const own = await storeIdOf(into);
    const state: State = { into, own, documents, restored, namespaces: new Map(), datasets: new Map(), codes: [] };
    // The accounts of another store do not belong to this one.
    if (documents.accounts?.store === own) await restoreAccounts(state);
    for (const one of documents.namespaces) if (one.store === own) await ensureNamespace(state, one, true);
    for (const one of documents.datasets) if (one.store === own) await ensureDataset(state, one, null);
    for (const version of documents.versions) await restoreVersion(state, version);
    await restoreCodes(state);
  });
  return restored;
}

interface State {
  readonly into: Into;
  /** The id of the store that is restored. */
  readonly own: string;
  readonly documents: SidecarDocuments;
  readonly restored: Restored;
  /** Ids in the catalogue, by store and id in the documents. */
  readonly namespaces: Map<string, number>;
  readonly datasets: Map<string, number>;
  /** Columns of restored datasets with code lists, which are restored in any order. */
  readonly codes: { readonly datasetId: number; readonly name: string; readonly list: string }[];
}

const nameOf = ({ store, id }: { readonly store: string; readonly id: number }) => `${store} ${id}`;

async function restoreAccounts(state: State): Promise<void> {
  const { into, restored, documents } = state;
  for (const { id, name } of documents.accounts?.groups ?? [])
    if (await ensureGroup(into, id, name)) restored.groups += 1;
  for (const user of documents.accounts?.users ?? []) {
    const taken = await into
      .selectFrom('users')
      .select('id')
      .where((is) => is.or([is('id', '=', user.id), is('username', '=', user.username)]))
      .executeTakeFirst();
    if (taken !== undefined) continue;
    const operator = user.isOperator ? await findRow(into, 'users', { is_operator: 1 }) : undefined;
    if (operator !== undefined) continue;
    // Without a password no login succeeds until it is given a new one.
    const { groups: memberOf, ...account } = user;
    await into
      .insertInto('users')
      .values(rowOf({ ...account, passwordHash: '', lastLogin: null }))
      .execute();
    restored.users += 1;
    const groups = await into
      .selectFrom('groups')
      .select('id')
      .where('id', 'in', [0, ...memberOf])
      .execute();
    for (const { id } of groups) {
      await into.insertInto('memberships').values({ user_id: user.id, group_id: id }).execute();
    }
  }
}

/** @returns whether it was created */
async function ensureGroup(into: Into, id: number, name: string): Promise<boolean> {
  const taken = await into
    .selectFrom('groups')
    .select('id')
    .where((is) => is.or([is('id', '=', id), is('name', '=', name)]))
    .executeTakeFirst();
  if (taken === undefined) await into.insertInto('groups').values({ id, name }).execute();
  return taken === undefined;
}

/** The id of an owner, whose account is created if only the name is known; null if it is another's by now. */
async function ensureOwner(state: State, owner: NamedUser | null, store: string): Promise<number | null> {
  if (owner === null || store !== state.own) return null;
  const { into, restored } = state;
  const known = await findRow(into, 'users', { id: owner.id });
  // A document of the accounts may know a later name; without one, another name is another person.
  if (known !== undefined) {
    return known.username === owner.username || state.documents.accounts !== null ? known.id : null;
  }
  const named = await findRow(into, 'users', { username: owner.username });
  if (named !== undefined || state.documents.accounts !== null) return null;
  const made = { password_hash: '', email: '', is_staff: 0, is_active: 1, is_operator: 0, last_login: null } as const;
  const joined = new Date().toISOString();
  await into
    .insertInto('users')
    .values({ ...owner, ...made, date_joined: joined })
    .execute();
  restored.users += 1;
  return owner.id;
}

/**
 * The id of a namespace in the catalogue, created if necessary.
 * @param certain whether the document says who may read it today, and not who could when a version was published
 */
async function ensureNamespace(state: State, document: NamespaceDocument, certain: boolean): Promise<number> {
  const { into, own, restored, namespaces } = state;
  const known = namespaces.get(nameOf(document));
  if (known !== undefined) return known;
  const isOwn = document.store === own;
  const { id } = document;
  const there = await findRow(into, 'namespaces', { id });
  if (isOwn && there !== undefined) {
    namespaces.set(nameOf(document), id);
    await makePrivate(state, document, certain, there.published === 1);
    return id;
  }
  const slug = await freeSlug(document.slug, (one) => findRow(into, 'namespaces', { slug: one }));
  const groups = isOwn ? await restoredGroups(into, document) : [];
  // Without its lost groups a namespace could have none, which would make it public.
  const open = isOwn && certain && slug === document.slug && groups.length === document.allowedGroups.length;
  const { label, description, image, showcaseImage, thumbnailImage, created } = document;
  const published = document.published && open;
  const ownerId = await ensureOwner(state, document.owner, document.store);
  const row = await into
    .insertInto('namespaces')
    .values({
      ...(there === undefined ? { id } : {}),
      ...rowOf({ slug, label, description, image, showcaseImage, thumbnailImage, published, ownerId, created }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [position, group] of groups.entries()) {
    await into.insertInto('namespace_groups').values({ namespace_id: row.id, group_id: group, position }).execute();
  }
  if (document.published && !open) restored.madePrivate.push(slug);
  restored.namespaces += 1;
  namespaces.set(nameOf(document), row.id);
  return row.id;
}

async function restoredGroups(into: Into, { allowedGroups }: NamespaceDocument): Promise<number[]> {
  const groups: number[] = [];
  for (const { id, name } of allowedGroups) {
    await ensureGroup(into, id, name);
    if ((await findRow(into, 'groups', { id })) !== undefined) groups.push(id);
  }
  return groups;
}

/** Makes a namespace private that an outdated catalogue might make public, although it has been made private since. */
async function makePrivate(state: State, document: NamespaceDocument, certain: boolean, published: boolean) {
  if (!certain || !published) return;
  const { into, restored } = state;
  const groups = await into
    .selectFrom('namespace_groups')
    .select('group_id')
    .where('namespace_id', '=', document.id)
    .execute();
  const allowed = new Set(document.allowedGroups.map(({ id }) => id));
  const opened =
    groups.length === 0 ? allowed.size > 0 : allowed.size > 0 && groups.some((one) => !allowed.has(one.group_id));
  if (document.published && !opened) return;
  await into.updateTable('namespaces').set({ published: 0 }).where('id', '=', document.id).execute();
  restored.madePrivate.push(document.slug);
}

/** @param snapshot the namespace as the version recorded it, for a namespace without a document */
async function ensureDataset(
  state: State,
  document: DatasetDocument,
  snapshot: NamespaceDocument | null,
): Promise<number | null> {
  const { into, own, restored, datasets } = state;
  const known = datasets.get(nameOf(document));
  if (known !== undefined) return known;
  const { id, store } = document;
  const there = await findRow(into, 'datasets', { id });
  if (store === own && there !== undefined) {
    datasets.set(nameOf(document), id);
    // An outdated catalogue might show what has been hidden since.
    if (document.hidden === true) await into.updateTable('datasets').set({ hidden: 1 }).where('id', '=', id).execute();
    return id;
  }
  const namespaceId = await namespaceOf(state, document, snapshot);
  if (namespaceId === null) return null;
  // A version recorded whether its dataset was hidden then, and not whether it is today.
  const isUncertain = store === own && snapshot !== null;
  const slug = await freeSlug(document.slug, (one) =>
    findRow(into, 'datasets', { namespace_id: namespaceId, slug: one }),
  );
  const { label, description, image, showcaseImage, thumbnailImage, created, lastVersion } = document;
  const { licence, source, contact, hidden = false } = document;
  const row = await into
    .insertInto('datasets')
    .values({
      ...(there === undefined ? { id } : {}),
      ...rowOf({ namespaceId, slug, label, description, image, showcaseImage, thumbnailImage, created, lastVersion }),
      ...rowOf({ licence, source, contact, rowKey: document.followed?.key ?? null, hidden: hidden || isUncertain }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { codes, ...note } of document.columnNotes) {
    await into
      .insertInto('column_notes')
      .values({ dataset_id: row.id, ...note })
      .execute();
    if (codes !== undefined)
      state.codes.push({ datasetId: row.id, name: note.name, list: nameOf({ store, id: codes }) });
  }
  await restoreQueries(state, document, row.id);
  await restoreSource(into, document, row.id);
  if (isUncertain) restored.madePrivate.push(slug);
  restored.datasets += 1;
  datasets.set(nameOf(document), row.id);
  return row.id;
}

async function namespaceOf(state: State, document: DatasetDocument, snapshot: NamespaceDocument | null) {
  const { own, documents, namespaces } = state;
  const { store, namespaceId } = document;
  const known = namespaces.get(`${store} ${namespaceId}`);
  if (known !== undefined) return known;
  if (store === own) {
    const there = await findRow(state.into, 'namespaces', { id: namespaceId });
    if (there !== undefined) return there.id;
  }
  const record =
    snapshot ??
    documents.versions.findLast((one) => one.store === store && one.namespace.id === namespaceId)?.namespace ??
    null;
  return record === null
    ? await ensureNamespace(state, unnamed(document), false)
    : await ensureNamespace(state, record, false);
}

/** A namespace of which only the id is left. */
function unnamed({ store, namespaceId, created }: DatasetDocument): NamespaceDocument {
  const record = { label: 'Recovered', description: '', image: '', showcaseImage: '', thumbnailImage: '' };
  const access = { published: false, owner: null, allowedGroups: [] };
  return { kind: 'namespace', store, id: namespaceId, slug: `recovered-${namespaceId}`, ...record, ...access, created };
}

async function restoreQueries(state: State, { queries, store }: DatasetDocument, datasetId: number): Promise<void> {
  const { into } = state;
  for (const { id, owner, ...query } of queries) {
    const taken = await findRow(into, 'queries', { id });
    await into
      .insertInto('queries')
      .values({
        ...(taken === undefined ? { id } : {}),
        dataset_id: datasetId,
        owner_id: await ensureOwner(state, owner, store),
        ...query,
      })
      .execute();
  }
}

/** Restores the source that a dataset follows, to be checked immediately, and the recorded changes. */
async function restoreSource(into: Into, { followed, changes }: DatasetDocument, datasetId: number): Promise<void> {
  if (followed !== undefined) {
    const { key: _, ...settings } = followed;
    await into
      .insertInto('sources')
      .values({
        dataset_id: datasetId,
        ...rowOf(settings),
        state: null,
        problem: null,
        last_check: null,
        last_full: null,
        last_change: null,
        next_check: followed.every === 'manual' ? null : new Date().toISOString(),
      })
      .execute();
  }
  for (const { version: versionSlug, previous: previousSlug, ...change } of changes ?? []) {
    await into
      .insertInto('source_changes')
      .values(rowOf({ datasetId, versionSlug, previousSlug, ...change, announced: true }))
      .execute();
  }
}

/** Links columns with their code lists again, those that are there. */
async function restoreCodes({ into, datasets, codes }: State): Promise<void> {
  for (const { datasetId, name, list } of codes) {
    await into
      .updateTable('column_notes')
      .set({ codes: datasets.get(list) ?? null })
      .where('dataset_id', '=', datasetId)
      .where('name', '=', name)
      .execute();
  }
}

async function restoreVersion(state: State, document: VersionDocument): Promise<void> {
  const { into, documents, restored } = state;
  const { key, slug, store, checksum, rows, bytes, rejected, conversions, metadata } = document;
  if ((await findRow(into, 'versions', { key })) !== undefined) return;
  const current = documents.datasets.find((one) => one.store === store && one.id === document.datasetId);
  const newest = documents.versions.findLast((one) => one.store === store && one.datasetId === document.datasetId);
  const dataset = current ?? newest?.dataset ?? document.dataset;
  const datasetId = await ensureDataset(state, dataset, newest?.namespace ?? document.namespace);
  if (datasetId === null) return;
  if ((await findRow(into, 'versions', { dataset_id: datasetId, slug })) !== undefined) return;
  const sameId = await findRow(into, 'versions', { id: document.id });
  const { id } = await into
    .insertInto('versions')
    .values({
      ...(sameId === undefined ? { id: document.id } : {}),
      ...rowOf({ datasetId, slug, key, checksum, rows, bytes, rejected, conversions, metadata }),
      state: 'ready',
      // The accounts of another store do not belong to this one.
      author: store === state.own ? (document.author ?? null) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [position, { name, type, size }] of document.columns.entries()) {
    await into.insertInto('version_columns').values({ version_id: id, position, name, type, size }).execute();
  }
  await into
    .updateTable('datasets')
    .set({ last_version: slug })
    .where('id', '=', datasetId)
    .where('last_version', '<', slug)
    .execute();
  await restoreReport(into, document, datasetId);
  restored.versions += 1;
}

async function restoreReport(into: Into, { slug, report }: VersionDocument, datasetId: number): Promise<void> {
  if (report === null) return;
  await into
    .insertInto('imports')
    .values({ dataset_id: datasetId, version_slug: slug, state: 'ready', ...rowOf(report) })
    .onConflict((conflict) => conflict.columns(['dataset_id', 'version_slug']).doNothing())
    .execute();
}

async function freeSlug(slug: string, find: (slug: string) => Promise<unknown>): Promise<string> {
  for (let number = 0; ; number += 1) {
    const candidate = number === 0 ? slug : `${slug}-recovered${number === 1 ? '' : `-${number}`}`;
    if ((await find(candidate)) === undefined) return candidate;
  }
}
