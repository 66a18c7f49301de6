import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { DatasetName } from '#shared/dataset-name.ts';
import type { LongWork } from '../lib/long-work.ts';
import { listensEverywhere } from '../lib/network-names.ts';
import { isOperatorToken, issueOperatorToken, issueTemporaryToken } from './accounts/administer.ts';
import { type ClientConnections, trackConnections } from './api/plugins/connections.ts';
import { finishSwitch } from './catalogue/backup/switch-store.ts';
import { DataFolderInUseError, lockDataFolder } from './catalogue/database/data-folder-lock.ts';
import { asStoreProblemError } from './catalogue/database/store-problem.ts';
import { sidecarsOf } from './catalogue/sidecars/sidecars.ts';
import type { ServiceDeps } from './deps.ts';
import { loopback, openParts, type ServiceOptions, type UndoStep } from './open-parts.ts';
import { openCatalogue } from './opening/catalogue-location.ts';
import { withoutRecipes } from './operations/follow/local-sources.ts';
import { catalogueOver, type LocalCatalogue } from './operations/local-accounts.ts';
import { sourceFilesIn } from './operations/source-files.ts';
import { loadSamples } from './samples/load-samples.ts';
import { type Admission, joinStore, type OwnerKind, ownerKind, shareStore } from './store-sharing.ts';

/** The service of a data folder that this process owns: its operations, and how it answers over HTTP. */
export interface Service extends ReturnType<typeof operationsOf> {
  /** Its parts, for the tests of the service itself. */
  readonly deps: ServiceDeps;
  /** Its address, with a trailing slash; empty until it listens. */
  readonly url: string;
  /** Starts to answer over HTTP, until the service is closed. */
  listen(): Promise<void>;
  /** Settles when the samples are loaded, or immediately if there are none; never rejects. */
  readonly whenSamplesLoaded: Promise<void>;
  /** Subscribes to changes of namespaces, datasets and versions; returns the function that unsubscribes. */
  onCatalogueChanged(listener: () => void): () => void;
  /** A new token of the desktop's own account; the previous one stops working. */
  issueOperatorToken(): Promise<string>;
  /** Whether a stored token still belongs to the desktop's own account. */
  isOperatorToken(token: string): Promise<boolean>;
  /** Reports to load balancers that no more requests should be sent; those that come are still answered. */
  drain(): void;
  /** Finishes current requests, then releases the data folder. A command serves others until they have finished. */
  close(): Promise<void>;
}

/** The service of a data folder for one piece of work, whichever process owns the folder. */
export interface JoinedService {
  /** The service if this process owns the folder; null if another process does. */
  readonly local: Service | null;
  /** The catalogue of the data folder, whichever process serves it. */
  readonly catalogue: LocalCatalogue;
  /** Aborted when the process that owns the folder ends: unfinished work must be repeated. */
  readonly lost: AbortSignal;
  /**
   * The address of the service, with a token of the desktop's own account: a user who can read the data folder has full
   * rights on it. A service of this process starts to answer over HTTP when this is first called.
   */
  address(): Promise<{ readonly url: string; readonly token: string }>;
  /** Revokes the token. Ends the service if it was opened for this work, as soon as no other command uses it. */
  close(): Promise<void>;
}

/** Opens the service and listens; waits for a command. @throws {DataFolderInUseError | StoreProblemError} */
export async function startService(options: ServiceOptions): Promise<Service> {
  const service = await openWhenFree(options);
  try {
    await service.listen();
    return service;
  } catch (error) {
    await service.close();
    throw error;
  }
}

const defaultWaitMs = 30_000;
const lockPollMs = 50;

/** Milliseconds after which an owner that has not recorded itself is not a command that is just starting. */
const noteTimeoutMs = 2_000;

async function openWhenFree(options: ServiceOptions): Promise<Service> {
  const { dataFolder, waitForCommandsMs = defaultWaitMs, onWaiting = () => {} } = options;
  const started = performance.now();
  let lastNote = started;
  let isReported = false;
  for (;;) {
    try {
      return await openService(options, 'service');
    } catch (error) {
      if (!(error instanceof DataFolderInUseError)) throw error;
      const kind = await ownerKind(dataFolder);
      const now = performance.now();
      if (kind !== null) lastNote = now;
      if (kind === 'service' || now - lastNote > noteTimeoutMs || now - started > waitForCommandsMs) throw error;
      if (kind === 'command' && !isReported) onWaiting();
      isReported ||= kind === 'command';
    }
    await sleep(lockPollMs);
  }
}

/** Time limit for the owner of a folder to open the store, and for a new owner to answer. */
const joinTimeoutMs = 60_000;

/** Time between two attempts, random so that many commands do not retry in lockstep. */
const joinPollMs = () => 30 + 70 * Math.random();

/**
 * Joins the running service of a data folder (the window, `almanac serve`, another command), or opens one for this
 * work, which answers over HTTP only on demand.
 * @throws {DataFolderInUseError} if another process owns the folder and does not answer
 * @throws {StoreProblemError}
 */
export async function joinService(dataFolder: string): Promise<JoinedService> {
  for (const end = performance.now() + joinTimeoutMs; ; await sleep(joinPollMs())) {
    try {
      return ownService(await openService({ dataFolder, prepareRows: false }, 'command'));
    } catch (error) {
      if (!(error instanceof DataFolderInUseError)) throw error;
      const joined = await serviceOfAnother(dataFolder, joinTimeoutMs);
      if (joined !== null) return joined;
      if (performance.now() > end) throw error;
    }
  }
}

function ownService(service: Service): JoinedService {
  let admission: Promise<Admission> | null = null;
  return {
    local: service,
    catalogue: service,
    lost: new AbortController().signal,
    address() {
      admission ??= admit(service);
      return admission;
    },
    async close() {
      await (await admission?.catch(() => null))?.release();
      await service.close();
    },
  };
}

/**
 * Works through the process that owns a data folder; waits while it opens the store.
 * @returns null if no process responds: it has just ended, or is still starting
 */
async function serviceOfAnother(dataFolder: string, timeoutMs: number): Promise<JoinedService | null> {
  const membership = await joinStore(dataFolder, timeoutMs);
  if (membership === null) return null;
  const { url, token, lost, leave } = membership;
  try {
    const catalogue = await openCatalogue(dataFolder);
    const { records } = catalogue;
    let leaving: Promise<void> | null = null;
    return {
      local: null,
      catalogue: catalogueOver(
        records,
        () => sidecarsOf(catalogue, dataFolder).flush(),
        // The rows belong to the other process, whose next start removes rows without a record.
        async () => {},
      ),
      lost,
      address: async () => ({ url, token }),
      close() {
        leaving ??= leave().then(() => catalogue.close());
        return leaving;
      },
    };
  } catch (error) {
    await leave();
    throw error;
  }
}

/** How long a service that was asked to stop keeps serving commands that use it, in milliseconds. */
const lastCommandsMs = 5_000;

/**
 * Locks a data folder and opens its service, which does not listen yet. From then on, other processes of the same user
 * can work through it.
 * @param kind reported to other processes as the owner of the folder
 * @throws {DataFolderInUseError | StoreProblemError}
 */
export async function openService(options: ServiceOptions, kind: OwnerKind): Promise<Service> {
  const { dataFolder } = options;
  const undo: UndoStep[] = [];
  const lock = await lockDataFolder(dataFolder);
  undo.push(lock.release);
  await finishSwitch(dataFolder).catch(async (error: unknown) => {
    await undoAll(undo);
    throw error;
  });
  let opening: Promise<Service> | null = null;
  const named = (error: unknown) => Promise.reject(asStoreProblemError(error, dataFolder));
  const timeoutMs = kind === 'command' ? Number.POSITIVE_INFINITY : lastCommandsMs;
  try {
    const shared = await shareStore(dataFolder, kind, async () => {
      if (opening === null) throw new Error('The store could not be opened.');
      return await opening.then(admit).catch(named);
    }).catch(named);
    undo.push(() => shared.close(0));
    const close = async () => {
      await shared.close(timeoutMs);
      await undoAll(undo);
    };
    opening = openStore(options, undo, close).catch(named);
    return await opening;
  } catch (error) {
    await undoAll(undo);
    throw error;
  }
}

/** Lets another process of the same user work through this one, or a command through its own service. */
async function admit(service: Service): Promise<Admission> {
  await service.listen();
  const { token, giveBack } = await issueTemporaryToken(service.deps.catalogue.records, new Date());
  return { url: service.url, token, release: giveBack };
}

async function openStore(options: ServiceOptions, undo: UndoStep[], close: () => Promise<void>): Promise<Service> {
  const { deps, listeners } = await openParts(options, undo);
  const { records } = deps.catalogue;
  const readiness = { draining: false };
  let listening: Promise<void> | null = null;
  const listen = async () => {
    service.url = await listenOverHttp({ deps, listeners }, options, readiness, undo);
    const loading = new AbortController();
    const loaded = samplesLoaded(deps, options.samples ?? null, loading.signal);
    service.whenSamplesLoaded = loaded;
    undo.push(() => {
      loading.abort();
      return loaded;
    });
  };
  const service: { -readonly [Name in keyof Service]: Service[Name] } = {
    ...operationsOf(deps),
    deps,
    url: '',
    listen() {
      listening ??= listen();
      return listening;
    },
    whenSamplesLoaded: Promise.resolve(),
    onCatalogueChanged: listeners.add,
    issueOperatorToken: () => issueOperatorToken(records),
    isOperatorToken: (token) => isOperatorToken(records, token),
    drain: () => {
      readiness.draining = true;
    },
    close,
  };
  return service;
}

/** @returns the address of the service, with a trailing slash */
async function listenOverHttp(
  { deps, listeners }: Awaited<ReturnType<typeof openParts>>,
  options: ServiceOptions,
  readiness: { readonly draining: boolean },
  undo: UndoStep[],
): Promise<string> {
  // Loaded on demand: the HTTP part is half of the program.
  const { buildApp } = await import('./api/app.ts');
  const app = await buildApp(deps, { ...options, readiness, onCatalogueChanged: listeners.add });
  const connections = trackConnections(app.server);
  undo.push(() => closeSoon(app, connections, options.closingMs));
  const host = options.host ?? loopback;
  const listening = await app.listen({ host, port: options.port ?? 0 });
  // A service that listens on all addresses is reached locally by the loopback address, which no firewall blocks.
  const { port } = app.server.address() as AddressInfo;
  return listensEverywhere(host) ? `http://${loopback}:${port}/` : `${listening}/`;
}

/** Undoes the steps in reverse order; a failing one does not prevent the others. */
async function undoAll(undo: UndoStep[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of undo.splice(0).reverse()) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

const defaultClosingMs = 3000;

/** Waits for the responses in progress, but not for a client that has stopped reading. */
async function closeSoon(
  app: FastifyInstance,
  connections: ClientConnections,
  closingMs = defaultClosingMs,
): Promise<void> {
  connections.closeIdle();
  const closeTimer = setTimeout(() => app.server.closeAllConnections(), closingMs);
  await app.close().finally(() => clearTimeout(closeTimer));
}

/** Loads the samples in the background; failures are logged. */
async function samplesLoaded(deps: ServiceDeps, folder: string | null, signal: AbortSignal): Promise<void> {
  if (folder === null) return;
  try {
    await loadSamples(deps, folder, signal);
  } catch (error) {
    deps.log.error({ error }, 'The samples could not be loaded.');
  }
}

/**
 * What jobs, commands and the backend may call in a service of their own process: plain data in and out, one method per
 * operation, each the same one that the HTTP routes use. Each is loaded on first use: a command needs only one of them,
 * and start-up none.
 */
function operationsOf(deps: ServiceDeps) {
  const { dataFolder } = deps;
  const { records } = deps.catalogue;
  const onChanged = async () => {
    await deps.sidecars.flush();
    deps.announce();
  };
  const operation =
    <Args extends unknown[], Result>(
      load: () => Promise<(deps: ServiceDeps, ...args: Args) => Promise<Result>>,
    ): ((...args: Args) => Promise<Result>) =>
    async (...args) =>
      (await load())(deps, ...args);
  const catalogue = catalogueOver(
    records,
    onChanged,
    operation(async () => (await import('./operations/remove-dataset.ts')).removeVersions),
  );
  return {
    ...catalogue,
    sources: deps.sql === 'off' ? withoutRecipes(catalogue.sources) : catalogue.sources,
    dataFolder,
    /** Work on the user's files with the store's own engine. */
    files: sourceFilesIn(deps.rows),
    publish: operation(async () => (await import('./operations/publish/publish-file.ts')).publishFile),
    reviewReplacement: operation(
      async () => (await import('./operations/publish/review-replacement.ts')).reviewReplacement,
    ),
    exportVersion: operation(async () => (await import('./operations/export/export-version.ts')).exportVersion),
    columnNames: operation(async () => (await import('./operations/export/export-version.ts')).columnNamesOf),
    verify: operation(async () => (await import('./operations/scrub.ts')).verifyVersion),
    pastChecks: operation(async () => (await import('./operations/scrub.ts')).pastChecks),
    diff: operation(async () => (await import('./operations/diff.ts')).countDifferences),
    publishCandidate: operation(
      async () => (await import('./operations/follow/publish-candidate.ts')).publishCandidate,
    ),
    runRecipe: operation(async () => (await import('./operations/recipes/run-recipe.ts')).runRecipe),
    /** Removes a dataset for good, with its versions; one that does not exist is no error. */
    async removeDataset(name: DatasetName): Promise<void> {
      const { lookUpDataset } = await import('./operations/find-dataset.ts');
      const dataset = await lookUpDataset(records, name);
      if (dataset === null) return;
      const { removeDataset } = await import('./operations/remove-dataset.ts');
      await removeDataset(deps, dataset, { onlyEmpty: false, permanent: true });
    },
    /** Publishes or discards the held version. @returns false if none is held */
    async decideHeld(name: DatasetName, accept: boolean, now: string): Promise<boolean> {
      const { lookUpDataset } = await import('./operations/find-dataset.ts');
      const dataset = await lookUpDataset(records, name);
      if (dataset === null) return false;
      return (await import('./operations/follow/decide-held.ts')).decideHeld(deps, dataset.id, accept, now);
    },
    /** The last backup; null if the store was never backed up. */
    lastBackup: async () => (await import('./catalogue/backup/store-snapshot.ts')).lastBackup(records),
    /** Copies the store. @param configFolder folder of settings and connections @throws {StoreCopyError} */
    backUp: async (configFolder: string, target: string, work: LongWork) =>
      (await import('./catalogue/backup/backup.ts')).backUp({ dataFolder, configFolder }, deps.catalogue, target, work),
    /** Describes a backup by its manifest. @throws {StoreCopyError} */
    async describeBackup(source: string) {
      const { storeIdOf } = await import('./catalogue/sidecars/describe.ts');
      return (await import('./catalogue/backup/backup-reader.ts')).describeBackup(source, await storeIdOf(records));
    },
    /** Copies a backup beside the store, which it replaces at the next start. @throws {StoreCopyError} */
    stageRestore: async (configFolder: string, source: string, work: LongWork) =>
      (await import('./catalogue/backup/restore.ts')).stageRestore({ dataFolder, configFolder }, source, work),
  };
}

export type { LongWork, Progress } from '../lib/long-work.ts';
export type { BrowserTabs, TabVisit, WindowOptions } from './api/app/open-tab.ts';
export { DataFolderInUseError } from './catalogue/database/data-folder-lock.ts';
export { DamagedCatalogueError } from './catalogue/database/store-problem.ts';
export type { ReadersOfNamespace } from './catalogue/records/users.ts';
export type { UnannouncedNews } from './catalogue/sources/news.ts';
export type { DueSource, NewSource, StoredSource } from './catalogue/sources/sources.ts';
export type { ServiceOptions } from './open-parts.ts';
export { NotFoundError } from './operations/find-dataset.ts';
export type { FollowedRecord, LocalSources } from './operations/follow/local-sources.ts';
export type { Candidate, CandidateOutcome } from './operations/follow/publish-candidate.ts';
export type { LocalAccounts, LocalCatalogue, LocalHosts } from './operations/local-accounts.ts';
export type { FilePublishing } from './operations/publish/publish-file.ts';
export { ReadersChangedError } from './operations/publish/publish-file.ts';
export { LossError } from './operations/publish/review-replacement.ts';
