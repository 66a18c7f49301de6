import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { SqlAccess } from '#shared/api/sql.ts';
import { isLoopback, listensEverywhere, namesOfHost } from '../lib/network-names.ts';
import { isOperatorToken, issueOperatorToken, issueTemporaryToken } from './accounts/operator.ts';
import { type BodyTimeouts, defaultTimeouts } from './api/bodies/body-deadline.ts';
import { clearDownloads } from './api/downloads/exported-file.ts';
import { type ClientConnections, trackConnections } from './api/plugins/connections.ts';
import { clearUploads } from './api/uploads/receive.ts';
import { startBackground } from './background.ts';
import { finishSwitch } from './catalogue/backup/switch-store.ts';
import type { Catalogue } from './catalogue/database/catalogue.ts';
import { catalogueFile } from './catalogue/database/catalogue-file.ts';
import { DataFolderInUseError, lockDataFolder } from './catalogue/database/data-folder-lock.ts';
import { MissingCatalogueError } from './catalogue/database/missing-catalogue.ts';
import { asStoreProblemError } from './catalogue/database/store-problem.ts';
import { type ImageStore, openImages } from './catalogue/images/image-store.ts';
import { dropInterruptedImports } from './catalogue/imports/unfinished-imports.ts';
import { imageFileNames } from './catalogue/records/namespaces.ts';
import { countUsage } from './catalogue/records/usage.ts';
import { versionKeys } from './catalogue/records/versions.ts';
import { storeIdOf } from './catalogue/sidecars/describe.ts';
import { readSidecars, versionKeysOnDisk } from './catalogue/sidecars/sidecar-files.ts';
import { sidecarsOf } from './catalogue/sidecars/sidecars.ts';
import type { ObjectOptions } from './cluster/objects/object-files.ts';
import type { LogSink, ServiceDeps, ServiceLog } from './deps.ts';
import { listenersOf } from './listeners.ts';
import { defaultContact } from './meta.ts';
import type { CatalogueServer } from './opening/catalogue-location.ts';
import { openCatalogue } from './opening/open-catalogue.ts';
import { openRows } from './opening/open-rows.ts';
import { collectGarbage } from './operations/collect-garbage.ts';
import { keepTrash } from './operations/empty-trash.ts';
import { cancelRemovedImports } from './operations/publish/cancel-removed-imports.ts';
import { importProgress } from './operations/publish/import-progress.ts';
import { type ImportLimits, importTurns } from './operations/publish/import-turns.ts';
import { type ScrubOptions, scrub } from './operations/scrub.ts';
import type { RowStore } from './rows/row-store.ts';
import { loadSamples } from './samples/load-samples.ts';
import { serviceLog } from './service-log.ts';
import { clearOldLeftovers, leftoversFolder } from './set-aside.ts';
import { type Admission, type OwnerKind, ownerKind, shareStore } from './store-sharing.ts';

const loopback = '127.0.0.1';

/** Options of the service. */
export interface ServiceOptions {
  /** Folder of the catalogue, the rows and the images; created if missing. */
  readonly dataFolder: string;
  /** Server of the catalogue; by default the one that the data folder records, or else a file in it. */
  readonly catalogue?: CatalogueServer | null;
  /** Address to listen on; `127.0.0.1` by default. */
  readonly host?: string;
  /** 0, the default, for any free port. */
  readonly port?: number;
  /** Receives log lines (JSON, one per event). Nothing is ever written to standard output. */
  readonly log?: LogSink;
  /** Host names, besides the loopback ones, by which the service may be addressed. */
  readonly publicNames?: readonly string[];
  /** Folder of the built samples, loaded into an empty data folder; null or omitted for none. */
  readonly samples?: string | null;
  /** Trusted proxies, as addresses or networks, whose `X-Forwarded-*` headers are used; true for any peer. */
  readonly trustProxy?: boolean | readonly string[];
  /** Contact for the service, in its metadata record. */
  readonly contact?: string;
  /** Timeouts for receiving bodies. */
  readonly timeouts?: Partial<BodyTimeouts>;
  /** Maximum disk space for rebuildable files; the default depends on the disk and the data. */
  readonly cacheBytes?: number;
  /** Object storage for the versions, instead of the data folder. */
  readonly objects?: ObjectOptions;
  /** Maximum numbers of concurrent and of queued imports. */
  readonly importLimits?: ImportLimits;
  /** Prepare versions for viewing as soon as they are ready; false for a process that does a single job. */
  readonly prepareRows?: boolean;
  /** Called with the store before the service accepts requests. */
  readonly beforeListening?: (deps: ServiceDeps) => Promise<void>;
  /** Verify stored files in the background; off by default. */
  readonly scrub?: ScrubOptions | null;
  /** The row store to use, closed with the service; by default the one in the data folder. */
  readonly rows?: RowStore;
  /** How long to wait for a command that has locked the folder, in milliseconds; by default half a minute. */
  readonly waitForCommandsMs?: number;
  /** Milliseconds that responses in progress may take when the service is closed; three seconds by default. */
  readonly closingMs?: number;
  /** Serve figures for Prometheus at `/metrics`; off by default. */
  readonly metrics?: boolean;
  /** Log every request; off by default. */
  readonly logRequests?: boolean;
  /** Requests of one caller that are answered in a minute; by default any number. */
  readonly requestsPerMinute?: number | null;
  /** Who may run SQL over HTTP; by default everyone on loopback addresses, otherwise accounts. */
  readonly sql?: SqlAccess;
  /** Called once if a command has locked the folder and the service waits for it. */
  readonly onWaiting?: () => void;
}

/** A running service. */
export interface RunningService {
  /** Its address, with a trailing slash. */
  readonly url: string;
  readonly dataFolder: string;
  /** Its parts, for publishing from the same process. */
  readonly deps: ServiceDeps;
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
  /** Finishes current requests, then releases the data folder. */
  close(): Promise<void>;
}

/** A service that owns its data folder but does not listen yet: work within this process needs no HTTP. */
export interface OpenedService {
  readonly dataFolder: string;
  readonly deps: ServiceDeps;
  /** Starts to listen, until the service is closed. */
  listen(): Promise<RunningService>;
  /** Keeps serving the processes that use it until they have finished, then ends. */
  close(): Promise<void>;
}

/** How long a service that was asked to stop keeps serving commands that use it, in milliseconds. */
const lastCommandsMs = 5_000;

/**
 * Starts the service over a data folder and listens. It waits for a command that has locked the folder.
 * @throws {DataFolderInUseError | StoreProblemError}
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const opened = await openWhenFree(options);
  try {
    return await opened.listen();
  } catch (error) {
    await opened.close();
    throw error;
  }
}

const defaultWaitMs = 30_000;
const lockPollMs = 50;

/** Milliseconds after which an owner that has not recorded itself is not a command that is just starting. */
const noteTimeoutMs = 2_000;

async function openWhenFree(options: ServiceOptions): Promise<OpenedService> {
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

/**
 * Locks a data folder and opens the service's parts. From then on, other processes of the same user can work through
 * it.
 * @param kind reported to other processes as the owner of the folder
 * @throws {DataFolderInUseError | StoreProblemError}
 */
export async function openService(options: ServiceOptions, kind: OwnerKind): Promise<OpenedService> {
  const { dataFolder } = options;
  const undo: Undo[] = [];
  const lock = await lockDataFolder(dataFolder);
  undo.push(lock.release);
  await finishSwitch(dataFolder).catch(async (error: unknown) => {
    await undoAll(undo);
    throw error;
  });
  let opening: Promise<OpenedService> | null = null;
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
    opening = openParts(options, undo)
      .catch(named)
      .then((parts) => {
        let running: Promise<RunningService> | null = null;
        return {
          dataFolder,
          deps: parts.deps,
          listen: () => {
            running ??= listen(options, parts, undo, close);
            return running;
          },
          close,
        };
      });
    return await opening;
  } catch (error) {
    await undoAll(undo);
    throw error;
  }
}

/** Lets another process of the same user work through this one. */
async function admit(service: OpenedService): Promise<Admission> {
  const { url } = await service.listen();
  const { token, giveBack } = await issueTemporaryToken(service.deps.catalogue.records, new Date());
  return { url, token, release: giveBack };
}

type Parts = Awaited<ReturnType<typeof openParts>>;

async function listen(
  options: ServiceOptions,
  parts: Parts,
  undo: Undo[],
  close: () => Promise<void>,
): Promise<RunningService> {
  const { deps, listeners, log } = parts;
  await options.beforeListening?.(deps);
  // Loaded on demand: the HTTP part is half of the program.
  const { buildApp } = await import('./api/app.ts');
  const readiness = { draining: false };
  const { trustProxy = false, metrics = false, logRequests = false, requestsPerMinute = null } = options;
  const app = await buildApp(deps, { log, trustProxy, readiness, metrics, logRequests, requestsPerMinute });
  const connections = trackConnections(app.server);
  undo.push(() => closeSoon(app, connections, options.closingMs));
  const host = options.host ?? loopback;
  const listening = await app.listen({ host, port: options.port ?? 0 });
  // A service that listens on all addresses is reached locally by the loopback address, which no firewall blocks.
  const address = listensEverywhere(host)
    ? `http://${loopback}:${(app.server.address() as AddressInfo).port}`
    : listening;
  const loading = new AbortController();
  const whenSamplesLoaded = samplesLoaded(deps, options.samples ?? null, loading.signal);
  undo.push(() => {
    loading.abort();
    return whenSamplesLoaded;
  });
  const { records } = deps.catalogue;
  return {
    url: `${address}/`,
    dataFolder: options.dataFolder,
    deps,
    whenSamplesLoaded,
    onCatalogueChanged: listeners.add,
    issueOperatorToken: () => issueOperatorToken(records),
    isOperatorToken: (token) => isOperatorToken(records, token),
    drain: () => {
      readiness.draining = true;
    },
    close,
  };
}

type Undo = () => Promise<void> | void;

/** Undoes the steps in reverse order; a failing one does not prevent the others. */
async function undoAll(undo: Undo[]): Promise<void> {
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

/**
 * Waits for the responses in progress, but not for a client that has stopped reading and would never let one finish.
 */
async function closeSoon(
  app: FastifyInstance,
  connections: ClientConnections,
  closingMs = defaultClosingMs,
): Promise<void> {
  connections.closeIdle();
  const closeTimer = setTimeout(() => app.server.closeAllConnections(), closingMs);
  await app.close().finally(() => clearTimeout(closeTimer));
}

/** Opens the service's parts; `undo` collects the steps that close them. */
async function openParts(options: ServiceOptions, undo: Undo[]) {
  const { dataFolder, cacheBytes, objects } = options;
  const log = options.log ?? (() => {});
  const wordyLog = serviceLog(log);
  const catalogue = await openCatalogue(dataFolder, options.catalogue);
  undo.push(() => catalogue.close());
  const rowsOptions = {
    prepareAlways: options.prepareRows ?? true,
    cacheBytes,
    objects,
    leases: catalogue.leases,
    log: (message: string, error?: unknown) => wordyLog.warn({ err: error }, message),
  };
  const rows = options.rows ?? (await openRows(dataFolder, rowsOptions));
  undo.push(() => rows.close());
  await refuseAnotherStore(catalogue, dataFolder);
  const aside = await removeLeftovers(catalogue, rows, wordyLog);
  await clearUploads(dataFolder);
  await clearDownloads(dataFolder);
  const images = await imagesOf(dataFolder, objects, undo);
  const usage = countUsage(catalogue.records);
  undo.push(() => usage.close());
  const background = startBackground();
  undo.push(() => background.close());
  const listeners = listenersOf();
  if (aside.length > 0) {
    const kept = `They are kept in ${leftoversFolder}/ for a week`;
    const what =
      'Files of versions that are not in the catalogue, such as those left by a killed process or an older catalogue, were moved aside.';
    wordyLog.warn({ versions: aside }, `${what} ${kept}; "almanac repair" restores those that are intact.`);
  }
  const sidecars = sidecarsOf(catalogue, dataFolder, (error) =>
    wordyLog.warn({ err: error }, 'The records from which a lost catalogue is rebuilt could not be written.'),
  );
  undo.push(sidecars.flush);
  background.start(() => sidecars.sweep().then(sidecars.flush));
  // Sidecar records of changes by this process itself, such as samples and accounts, are written soon after; requests
  // wait for them.
  undo.push(listeners.add(() => void sidecars.flush()));
  undo.push(catalogue.onChange(listeners.announce));
  const progress = importProgress(catalogue.progress);
  undo.push(progress.close);
  const imports = importTurns(options.importLimits);
  const cancelRemoved = cancelRemovedImports(catalogue, imports, wordyLog);
  undo.push(catalogue.onChange(() => background.start(cancelRemoved)));
  const deps: ServiceDeps = {
    catalogue,
    rows,
    images,
    sidecars,
    log: wordyLog,
    dataFolder,
    publicNames: [...(options.publicNames ?? []), ...namesOfHost(options.host ?? loopback)],
    usage,
    background,
    progress,
    imports,
    contact: options.contact ?? defaultContact,
    sql: options.sql ?? (isReachedByOthers(options) ? 'accounts' : 'all'),
    timeouts: { ...defaultTimeouts, ...options.timeouts },
    announce: listeners.announce,
  };
  background.start((signal) => sweep(deps, signal));
  background.start((signal) => keepTrash(deps, signal));
  const { scrub: scrubbing } = options;
  if (scrubbing) background.start((signal) => scrub(deps, scrubbing, signal));
  if (rows.isShared) background.start((signal) => collectGarbage(deps, signal));
  return { deps, listeners, log };
}

/** Whether the service has other than loopback addresses. */
function isReachedByOthers({ host = loopback, publicNames = [] }: ServiceOptions): boolean {
  return publicNames.length > 0 || !isLoopback(new URL(`http://${host.includes(':') ? `[${host}]` : host}/`));
}

/** The images of the data folder, or those that nodes share in object storage. */
async function imagesOf(dataFolder: string, objects: ObjectOptions | undefined, undo: Undo[]): Promise<ImageStore> {
  const local = await openImages(dataFolder);
  if (objects === undefined) return local;
  // Loaded on demand: few stores are shared by several machines.
  const { shareImages } = await import('./cluster/objects/shared-images.ts');
  const shared = shareImages(local, dataFolder, objects);
  undo.push(() => shared.close());
  return shared;
}

/** Moves aside unreferenced images, which remain if the process is killed between writing a file and its record. */
async function sweep({ images, catalogue, dataFolder, log }: ServiceDeps, signal: AbortSignal): Promise<void> {
  try {
    await clearOldLeftovers(dataFolder);
    const files = await images.sweep(() => imageFileNames(catalogue.records), signal);
    if (files.length > 0) log.warn({ files, folder: leftoversFolder }, 'Unreferenced images were moved aside.');
  } catch (error) {
    if (!signal.aborted) log.error({ error }, 'Unreferenced images could not be moved aside.');
  }
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
 * Refuses a catalogue that contains none of the versions beside it if their documents belong to another catalogue,
 * which it has replaced.
 * @throws {MissingCatalogueError}
 */
async function refuseAnotherStore({ records }: Catalogue, dataFolder: string): Promise<void> {
  const known = await versionKeys(records);
  const keys = await versionKeysOnDisk(dataFolder);
  if (keys.length === 0 || keys.some((key) => known.has(key))) return;
  const { versions } = await readSidecars(dataFolder);
  const own = await storeIdOf(records);
  const others = versions.filter(({ store }) => store !== own).length;
  if (others > 0) throw new MissingCatalogueError(path.join(dataFolder, catalogueFile), 'of-another-store', others);
}

/** Cleans up after a crash: removes interrupted versions, and moves unreferenced rows aside. */
async function removeLeftovers(catalogue: Catalogue, rows: RowStore, log: ServiceLog): Promise<readonly string[]> {
  const { records, nodes } = catalogue;
  const clear = async () => void (await dropInterruptedImports(records));
  const report = (error: unknown) =>
    log.warn({ err: error }, 'The heartbeat of this node could not be recorded in the catalogue.');
  await (nodes === null ? clear() : nodes.join(clear, report));
  return await rows.keepOnly(await versionKeys(catalogue.records));
}
