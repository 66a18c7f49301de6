import path from 'node:path';
import { given } from '#shared/given.ts';
import type { SqlAccess } from '#shared/query-vocabulary.ts';
import { Listeners } from '../lib/listeners.ts';
import { isLoopback, namesOfHost } from '../lib/network-names.ts';
import type { WindowOptions } from './api/app/open-tab.ts';
import { type BodyTimeouts, defaultTimeouts } from './api/bodies/body-deadline.ts';
import { clearDownloads } from './api/downloads/exported-file.ts';
import { clearUploads } from './api/uploads/receive.ts';
import { startBackground } from './background.ts';
import type { Catalogue } from './catalogue/database/catalogue.ts';
import { catalogueFile } from './catalogue/database/catalogue-file.ts';
import { MissingCatalogueError } from './catalogue/database/missing-catalogue.ts';
import { type ImageStore, openImages } from './catalogue/images/image-store.ts';
import { dropInterruptedImports } from './catalogue/imports/unfinished-imports.ts';
import { imageFileNames } from './catalogue/records/namespaces.ts';
import { locateIn } from './catalogue/records/readable-dataset.ts';
import { countUsage } from './catalogue/records/usage.ts';
import { versionKeys } from './catalogue/records/versions.ts';
import { storeIdOf } from './catalogue/sidecars/describe.ts';
import { readSidecars, versionKeysOnDisk } from './catalogue/sidecars/sidecar-files.ts';
import { sidecarsOf } from './catalogue/sidecars/sidecars.ts';
import type { ObjectOptions } from './cluster/objects/object-files.ts';
import type { LogSink, ServiceDeps, ServiceLog } from './deps.ts';
import { type CatalogueServer, openCatalogue } from './opening/catalogue-location.ts';
import { openRows } from './opening/open-row-store.ts';
import { collectGarbage } from './operations/collect-garbage.ts';
import { keepTrash } from './operations/empty-trash.ts';
import { cancelRemovedImports } from './operations/publish/cancel-removed-imports.ts';
import { importProgress } from './operations/publish/import-progress.ts';
import { type ImportLimits, ImportTurns } from './operations/publish/import-turns.ts';
import { type ScrubOptions, scrub } from './operations/scrub.ts';
import type { RowStore } from './rows/row-store.ts';
import { clearOldLeftovers, leftoversFolder } from './set-aside.ts';

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
  /** Verify stored files in the background; off by default. */
  readonly scrub?: ScrubOptions | null;
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
  /** The window that is served to browsers; none by default. */
  readonly window?: WindowOptions | null;
  /** Called once if a command has locked the folder and the service waits for it. */
  readonly onWaiting?: () => void;
}

/** Where a service listens by default. */
export const loopback = '127.0.0.1';

/** A step that closes what was opened. */
export type UndoStep = () => Promise<void> | void;

/** Opens the service's parts; `undo` collects the steps that close them. */
export async function openParts(
  options: ServiceOptions,
  undo: UndoStep[],
): Promise<{ readonly deps: ServiceDeps; readonly listeners: Listeners }> {
  const { dataFolder, cacheBytes, objects } = options;
  const log = serviceLog(options.log ?? (() => {}));
  const catalogue = await openCatalogue(dataFolder, options.catalogue);
  undo.push(() => catalogue.close());
  const rowsOptions = {
    prepareAlways: options.prepareRows ?? true,
    ...given({ cacheBytes, objects }),
    leases: catalogue.leases,
    log: (message: string, error?: unknown) => log.warn({ err: error }, message),
  };
  const rows = await openRows(dataFolder, rowsOptions);
  undo.push(() => rows.close());
  await refuseAnotherStore(catalogue, dataFolder);
  await removeLeftovers(catalogue, rows, log);
  await clearUploads(dataFolder);
  await clearDownloads(dataFolder);
  const images = await imagesOf(dataFolder, objects, undo);
  const usage = countUsage(catalogue.records);
  undo.push(() => usage.close());
  const background = startBackground();
  undo.push(() => background.close());
  const listeners = new Listeners();
  const sidecars = sidecarsOf(catalogue, dataFolder, (error) =>
    log.warn({ err: error }, 'The records from which a lost catalogue is rebuilt could not be written.'),
  );
  undo.push(sidecars.flush);
  background.start(() => sidecars.sweep().then(sidecars.flush));
  // Sidecar records of changes by this process itself, such as samples and accounts, are written soon after; requests
  // wait for them.
  undo.push(listeners.add(() => void sidecars.flush()));
  undo.push(catalogue.onChange(listeners.announce));
  const progress = importProgress(catalogue.progress);
  undo.push(progress.close);
  const imports = new ImportTurns(options.importLimits);
  const cancelRemoved = cancelRemovedImports(catalogue, imports, log);
  undo.push(catalogue.onChange(() => background.start(cancelRemoved)));
  const deps: ServiceDeps = {
    catalogue,
    locator: locateIn(catalogue),
    rows,
    images,
    sidecars,
    log,
    dataFolder,
    publicNames: [...(options.publicNames ?? []), ...namesOfHost(options.host ?? loopback)],
    usage,
    background,
    progress,
    imports,
    sql: options.sql ?? (isReachedByOthers(options) ? 'accounts' : 'all'),
    timeouts: { ...defaultTimeouts, ...options.timeouts },
    announce: listeners.announce,
  };
  background.start((signal) => sweep(deps, signal));
  background.start((signal) => keepTrash(deps, signal));
  const { scrub: scrubbing } = options;
  if (scrubbing) background.start((signal) => scrub(deps, scrubbing, signal));
  if (rows.isShared) background.start((signal) => collectGarbage(deps, signal));
  return { deps, listeners };
}

/** Whether the service has other than loopback addresses. */
function isReachedByOthers({ host = loopback, publicNames = [] }: ServiceOptions): boolean {
  return publicNames.length > 0 || !isLoopback(new URL(`http://${host.includes(':') ? `[${host}]` : host}/`));
}

/** The images of the data folder, or those that nodes share in object storage. */
async function imagesOf(dataFolder: string, objects: ObjectOptions | undefined, undo: UndoStep[]): Promise<ImageStore> {
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
async function removeLeftovers(catalogue: Catalogue, rows: RowStore, log: ServiceLog): Promise<void> {
  const { records, nodes } = catalogue;
  const clear = async () => void (await dropInterruptedImports(records));
  const report = (error: unknown) =>
    log.warn({ err: error }, 'The heartbeat of this node could not be recorded in the catalogue.');
  await (nodes === null ? clear() : nodes.join(clear, report));
  const aside = await rows.keepOnly(await versionKeys(records));
  if (aside.length === 0) return;
  const kept = `They are kept in ${leftoversFolder}/ for a week`;
  const what =
    'Files of versions that are not in the catalogue, such as those left by a killed process or an older catalogue, were moved aside.';
  log.warn({ versions: aside }, `${what} ${kept}; "almanac repair" restores those that are intact.`);
}

/** A log of JSON objects, one per line, as in the HTTP part; errors include their stack. */
function serviceLog(sink: LogSink): ServiceLog {
  const write = (level: number) => (details: object, message: string) => {
    const plain = (_: string, value: unknown) =>
      value instanceof Error ? { type: value.name, message: value.message, stack: value.stack } : value;
    sink(`${JSON.stringify({ level, time: Date.now(), ...details, msg: message }, plain)}\n`);
  };
  return { info: write(30), warn: write(40), error: write(50) };
}
