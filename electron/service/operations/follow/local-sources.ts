import type { Provenance } from '#shared/api/records/provenance.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import type { FollowedSource, Retention, SourceChange, SourceCheck } from '#shared/follow.ts';
import type { PublishRequest } from '#shared/rpc/jobs.ts';
import { afterInterval } from '#shared/time/every.ts';
import { inTransaction, type Records } from '../../catalogue/database/catalogue.ts';
import { dropAbandoned } from '../../catalogue/imports/unfinished-imports.ts';
import { createDataset } from '../../catalogue/records/datasets.ts';
import { dropAbandonedNamespaces } from '../../catalogue/records/namespaces.ts';
import { changeProvenance, findStoredVersion, listVersions, provenanceOf } from '../../catalogue/records/versions.ts';
import { countUnread, listChanges, markRead } from '../../catalogue/sources/changes.ts';
import { type CheckRecord, readChecks, recordCheck } from '../../catalogue/sources/checks.ts';
import { listUnannounced, markAnnounced } from '../../catalogue/sources/news.ts';
import {
  changeSource,
  type DueSource,
  deleteSource,
  dueSources,
  findHeld,
  findSource,
  listSources,
  type NewSource,
  nextDue,
  putSource,
  requestCheck,
  type SourceUpdate,
  type StoredSource,
  statusOf,
} from '../../catalogue/sources/sources.ts';
import { lookUpDataset, NotFoundError } from '../find-dataset.ts';
import { newNamespace, provideNamespace } from '../publish/publish-file.ts';
import { recipeAddress } from '../recipes/recipe.ts';
import { dueRecipes } from '../recipes/recipe-graph.ts';
import { estimateRetention } from './apply-retention.ts';

/** A followed dataset, without the state that only the checker knows. */
export type FollowedRecord = Omit<FollowedSource, 'checking' | 'budgets'>;

/** Where a new followed dataset is created, with its namespace if there is none. */
type NewSourceTarget = Pick<PublishRequest, 'namespace' | 'dataset'>;

export type LocalSources = ReturnType<typeof sourcesOver>;

/** Removes rows that are no longer in the catalogue, by their keys. */
export type RemoveRows = (keys: readonly string[]) => Promise<void>;

/** What the operations on followed datasets work with. */
interface SourceParts {
  readonly records: Records;
  /** Awaited after every change that others can see. */
  readonly onChanged: () => Promise<void>;
  readonly removeRows: RemoveRows;
}

/**
 * The sources of datasets, in a catalogue that any process may serve. Methods for one dataset return null if it is not
 * followed.
 * @param onChanged awaited after every change that others can see
 */
export function sourcesOver(records: Records, onChanged: () => Promise<void>, removeRows: RemoveRows) {
  const parts = { records, onChanged, removeRows };
  return { ...settingsOver(parts), ...beginningsOver(parts), ...historyOver(parts), ...scheduleOver(parts) };
}

const idOf = async (records: Records, name: DatasetName) => (await lookUpDataset(records, name))?.id ?? null;

/** Makes methods for one dataset. The first argument is their result if there is no such dataset. */
function onDatasets(records: Records) {
  return <Args extends unknown[], Result, None>(none: None, act: (id: number, ...args: Args) => Promise<Result>) =>
    async (name: DatasetName, ...args: Args): Promise<Result | None> => {
      const id = await idOf(records, name);
      return id === null ? none : await act(id, ...args);
    };
}

async function shown(records: Records, entry: StoredSource): Promise<FollowedRecord> {
  const versions = (await listVersions(records, [entry.datasetId])).filter(({ ready }) => ready);
  const { rejected: _r, requested: _q, lastFull: _f, isHeld, datasetId, state: _s, paused: _p, ...rest } = entry;
  return {
    ...rest,
    key: entry.key === null ? null : [...entry.key],
    state: statusOf(entry),
    versions: versions.length,
    bytes: versions.reduce((sum, { bytes }) => sum + bytes, 0),
    held: isHeld ? await findHeld(records, datasetId) : null,
    unread: await countUnread(records, datasetId),
  };
}

/** Followed datasets as users see them, and their settings. */
function settingsOver({ records, onChanged, removeRows }: SourceParts) {
  const on = onDatasets(records);
  const find = async (id: number): Promise<FollowedRecord | null> => {
    const entry = await findSource(records, id);
    return entry === null ? null : await shown(records, entry);
  };
  return {
    async list(): Promise<readonly FollowedRecord[]> {
      const all: FollowedRecord[] = [];
      for (const entry of await listSources(records)) all.push(await shown(records, entry));
      return all;
    },
    find: on(null, find),
    change: on(null, async (id, change: SourceUpdate) => {
      const entry = await findSource(records, id);
      if (entry === null) return null;
      await changeSource(records, id, { ...change, ...rescheduled(entry, change) });
      await onChanged();
      return await find(id);
    }),
    /** Requests a check of this source now. @returns false if it is not followed */
    requestCheck: on(false, async (id) => {
      const isFollowed = await requestCheck(records, id);
      if (isFollowed) await onChanged();
      return isFollowed;
    }),
    /** Stops following: the dataset stays, but a held version is removed. @returns false if it was not followed */
    remove: on(false, async (id) => {
      const { found, held } = await deleteSource(records, id);
      if (held !== null) await removeRows([held]);
      if (found) await onChanged();
      return found;
    }),
    estimateRetention: on(null, (id, retention: Retention) => estimateRetention(records, id, retention, Date.now())),
  };
}

/** How datasets begin to follow an address. */
function beginningsOver({ records, onChanged }: SourceParts) {
  return {
    /** Makes a dataset follow an address; its provenance is completed. @returns false if there is no such dataset */
    put: onDatasets(records)(false, async (id, source: NewSource, found: Partial<Provenance>): Promise<boolean> => {
      const stated = await provenanceOf(records, id);
      await putSource(records, id, source, new Date().toISOString());
      const isMissing = (name: keyof Provenance) => stated?.[name] === '';
      const missing = (['licence', 'source', 'contact'] as const).filter(isMissing);
      await changeProvenance(records, id, Object.fromEntries(missing.map((name) => [name, found[name] ?? ''])));
      await onChanged();
      return true;
    }),
    /**
     * Creates a dataset that follows an address; it is not listed before its first version is ready. An earlier attempt
     * at the same name is dropped. @throws {SlugTakenError | NotFoundError}
     */
    async create(
      { namespace, dataset }: NewSourceTarget,
      source: NewSource,
      { licence = '', source: origin = '', contact = '' }: Partial<Provenance>,
    ): Promise<void> {
      await inTransaction(records, async (transaction) => {
        const { slug, create } = namespace;
        const home = await provideNamespace(transaction, slug, async () => {
          if (create === undefined) throw new NotFoundError('namespace', slug);
          return await newNamespace(transaction, namespace);
        });
        const { id } = await createDataset(transaction, {
          namespaceId: home.id,
          slug: dataset.slug,
          label: dataset.create?.label ?? dataset.slug,
          description: dataset.create?.description ?? '',
          provisional: true,
        });
        await putSource(transaction, id, source, new Date().toISOString());
        await changeProvenance(transaction, id, { licence, source: origin, contact });
      });
    },
    /** Removes a dataset whose first version failed; one that is listed stays. */
    async dropUnpublished(name: DatasetName): Promise<void> {
      const id = await idOf(records, name);
      if (id !== null) await dropAbandoned(records, id);
      await dropAbandonedNamespaces(records, { slug: name.namespace });
    },
  };
}

/** Checks of the past, and what they found. */
function historyOver({ records, onChanged }: SourceParts) {
  const on = onDatasets(records);
  /** Runs `act` for one dataset, or for all if `name` is null. */
  const onAny = async <Result>(name: DatasetName | null, none: Result, act: (id: number | null) => Promise<Result>) => {
    const id = name === null ? null : await idOf(records, name);
    return name !== null && id === null ? none : await act(id);
  };
  return {
    /** The last check of a dataset that may not be listed yet; undefined if there is no such dataset. */
    lastCheck: on(undefined, async (id): Promise<SourceCheck | null> => (await readChecks(records, id, 1))[0] ?? null),
    checks: on(null, (id, limit: number) => readChecks(records, id, limit)),
    /** Changes of one dataset, or of all if `name` is null, newest first. */
    changes: (name: DatasetName | null, before: number | null, limit: number): Promise<readonly SourceChange[]> =>
      onAny(name, [], (datasetId) => listChanges(records, { datasetId, before, limit })),
    unread: (name: DatasetName | null): Promise<number> => onAny(name, 0, (id) => countUnread(records, id)),
    /** @param upTo id of a change: it and all older ones are marked, or `only` that one */
    markRead: (name: DatasetName | null, upTo: number, only: boolean): Promise<void> =>
      onAny(name, undefined, async (id) => {
        await markRead(records, id, upTo, only);
        await onChanged();
      }),
    /** Changes and held versions that the user has not been notified of, oldest first. */
    unannounced: () => listUnannounced(records),
    markAnnounced: (ids: readonly string[]) => markAnnounced(records, ids),
  };
}

/** What checks need of a source, and when they are due. */
function scheduleOver({ records }: SourceParts) {
  const on = onDatasets(records);
  return {
    /** The source of a dataset, as needed for a check; also for one that is not listed yet. */
    entry: on(null, (id) => findSource(records, id)),
    entryOf: (datasetId: number) => findSource(records, datasetId),
    /** Number of rows of the newest version; 0 without any. */
    rowsOf: on(0, async (id) => (await findStoredVersion(records, id))?.rows ?? 0),
    /** The sources to check at a moment, in ISO 8601. */
    async due(at: string): Promise<readonly DueSource[]> {
      const due = await dueSources(records, at);
      const known = new Set(due.map(({ datasetId }) => datasetId));
      return [...due, ...(await dueRecipes(records, at)).filter(({ datasetId }) => !known.has(datasetId))];
    },
    /** The moment at which the next source is due; null for never. */
    nextDue: () => nextDue(records),
    /** Records a check that found nothing to publish. */
    recordCheck: (datasetId: number, check: CheckRecord) => recordCheck(records, datasetId, check),
  };
}

/** The sources of a service that runs no SQL: its recipes wait until it does. */
export function withoutRecipes(sources: LocalSources): LocalSources {
  return { ...sources, due: async (at) => (await sources.due(at)).filter(({ address }) => address !== recipeAddress) };
}

/** A new schedule counts from the last check; resuming makes up for missed checks. */
export function rescheduled(
  { every, lastCheck }: Pick<StoredSource, 'every' | 'lastCheck'>,
  change: SourceUpdate,
): Pick<SourceUpdate, 'nextCheck'> {
  const isAddressNew = change.choice !== undefined;
  if (change.every === undefined && change.paused !== false && !isAddressNew) return {};
  const from = lastCheck === null || isAddressNew ? null : Date.parse(lastCheck);
  const next = from === null ? Date.now() : afterInterval(change.every ?? every, from);
  return { nextCheck: next === null ? null : new Date(next).toISOString() };
}
