import path from 'node:path';
import type { BackendOptions, FromBackend, Notice, ToBackend } from '#shared/rpc/backend-process.ts';
import { scratchConnection } from '#shared/rpc/calls/viewed-files.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { functionsOfJobs, openJobs } from '../jobs/open-jobs.ts';
import type { Places } from '../lib/app-paths.ts';
import { useSystemProxies } from '../lib/http/system-proxy.ts';
import { neverAborted } from '../lib/never-aborted.ts';
import { finishRestore } from '../service/closed-store.ts';
import { askForProxies } from './ask-for-proxies.ts';
import { openBackend } from './handlers/catalogue-and-rows.ts';
import { insightFunctionsOver } from './handlers/profiles.ts';
import { queryFunctionsOver } from './handlers/queries.ts';
import { accountFunctions, rescueFunctionsOver, settingsFunctionsOver } from './handlers/settings.ts';
import { sourceSecrets } from './handlers/source-secrets.ts';
import { sqlFunctionsOver, sqlResultsOver } from './handlers/sql.ts';
import { statisticsFunctionsOver } from './handlers/statistics.ts';
import { openViewedFiles } from './handlers/viewed-files.ts';
import { createJobNews } from './job-events.ts';
import { openKeychain } from './keychain.ts';
import { operatorToken, startOwnService, storedOperatorToken } from './own-service.ts';
import { type CallPort, type ServedPort, serveBackendCalls } from './rpc-server.ts';
import { samplesFolder } from './samples-folder.ts';
import { openSamples } from './statistics/samples.ts';

/** Each stored file is compared with its checksum once in this period. */
const scrubEveryMs = 30 * 24 * 3600 * 1000;

/** The part of Electron's `process.parentPort` that is used here; the backend itself does not import Electron. */
interface ParentPort {
  on(type: 'message', listener: (event: { data: ToBackend; ports: CallPort[] }) => void): void;
  postMessage(message: FromBackend): void;
}

const parent = Reflect.get(process, 'parentPort') as ParentPort;
const places = JSON.parse(process.argv[2] ?? '') as Places;
const options = JSON.parse(process.argv[3] ?? '') as BackendOptions;
const windows = new Set<ServedPort>();
let { onBattery, automaticChecks } = options;

function announce(event: BackendEvent): void {
  for (const window of windows) window.announce(event);
}

function notify(notice: Notice): void {
  parent.postMessage({ kind: 'notice', notice });
}

const proxies = askForProxies((id, address) => parent.postMessage({ kind: 'find-proxy', id, address }));
useSystemProxies(proxies.find);

const vault = openKeychain();
const storedToken = storedOperatorToken(places.data, vault);
/** A restored store takes its place, with its settings and connections, before any of it is read. */
const restoreFinished = finishRestore(places.data);
const service = restoreFinished.then(() =>
  startOwnService(
    {
      dataFolder: places.data,
      samples: samplesFolder(),
      log: logSerious,
      host: options.service.network ? '0.0.0.0' : '127.0.0.1',
      port: options.service.port,
      scrub: { everyMs: scrubEveryMs, mayRead: () => !onBattery },
    },
    notify,
    options.repair,
  ),
);
const viewedFiles = openViewedFiles({ folder: path.join(places.cache, 'viewed'), announce });
const backend = restoreFinished
  .catch(() => undefined)
  .then(() =>
    openBackend({
      // The desktop's own account sees unpublished data, and its requests do not count as views.
      local: service.then(async (running) => ({
        address: running.url,
        token: await operatorToken(running, vault, storedToken),
      })),
      scratch: viewedFiles.service,
      configFolder: places.config,
      cacheFolder: places.cache,
      cacheBytes: options.cacheBytes,
      vault,
      announce,
    }),
  );

/** A restored store replaces this one at the next start. */
let isRestored = false;

/** Only after this process owns the data folder, when no other process runs its jobs. */
const jobs = Promise.all([backend, service]).then(([{ connections }]) =>
  openJobs({
    connections,
    service,
    dataFolder: places.data,
    configFolder: places.config,
    cacheFolder: places.cache,
    follows: true,
    mayCheck: () => automaticChecks === 'always' || (automaticChecks === 'mains' && !onBattery),
    onSourceNews: (news) =>
      parent.postMessage({
        kind: 'source-news',
        news: news.map(({ id, kind, title, summary }) => ({ id, kind, title, summary })),
      }),
    secrets: sourceSecrets(vault),
    report,
    onRestored: () => {
      isRestored = true;
    },
    announce: (event) => {
      announce(event);
      if (event.kind !== 'jobs-changed') return;
      void notifyOfEndedJobs();
      if (isRestored) void restartAfterRestore();
    },
  }),
);
const jobFunctions = functionsOfJobs(jobs);
const notifyOfEndedJobs = createJobNews(async () => (await jobs).functions.listJobs({}, neverAborted), {
  onEnded: (job) => parent.postMessage({ kind: 'job-ended', job }),
  onUnfinished: (unfinished) => parent.postMessage({ kind: 'unfinished-jobs', jobs: unfinished }),
});
const rescue = rescueFunctionsOver({ dataFolder: places.data, configFolder: places.config }, () =>
  parent.postMessage({ kind: 'restored' }),
);
const accounts = accountFunctions(service, options.service.network);
const served = backend.then(({ functions, connections }) => {
  const stored = { operations: viewedFiles.operations, folder: viewedFiles.scratchFolder };
  const useSample = openSamples({ ...stored, use: (act) => connections.use(scratchConnection, act) });
  return {
    ...functions,
    ...jobFunctions,
    ...insightFunctionsOver(connections, announce, useSample),
    ...queryFunctionsOver(connections, announce),
    ...settingsFunctionsOver(connections, places.config),
    ...statisticsFunctionsOver({ connections, local: () => service, useSample, ...stored }),
    ...accounts,
    ...rescue,
    ...viewedFiles.functions,
    ...sqlResultsOver(connections, viewedFiles),
    ...sqlFunctionsOver({
      connections,
      onChanged: (connection) => announce({ kind: 'catalogue-changed', connection }),
    }),
  };
});

parent.on('message', ({ data, ports: [port] }) => {
  if (data.kind === 'ping') parent.postMessage({ kind: 'pong' });
  else if (data.kind === 'stop') void stop();
  else if (data.kind === 'cache') void limitCacheTo(data.bytes);
  else if (data.kind === 'power') onBattery = data.onBattery;
  else if (data.kind === 'automatic-checks') automaticChecks = data.automatic;
  else if (data.kind === 'record-announced') void markAnnounced(data.ids);
  else if (data.kind === 'proxy') proxies.answer(data.id, data.answer);
  else if (port !== undefined) void serve(port);
});

service.then(
  ({ onCatalogueChanged }) =>
    onCatalogueChanged(() => {
      announce({ kind: 'catalogue-changed', connection: 'local' });
      // A stored file may have been found damaged.
      announce({ kind: 'checks-changed' });
    }),
  (error: unknown) => report('start', error),
);

/** Records that the user is about to be notified; what could not be recorded is announced after the next start. */
async function markAnnounced(ids: readonly string[]): Promise<void> {
  try {
    await (await service).sources.markAnnounced(ids);
    parent.postMessage({ kind: 'announced-recorded', ids });
  } catch (error) {
    report('follow', error);
  }
}

/** Waits until the job is recorded as done, so that it does not start again. */
async function restartAfterRestore(): Promise<void> {
  const list = await (await jobs).functions.listJobs({}, neverAborted);
  if (!isRestored || list.some(({ state, request }) => request.kind === 'restore' && state === 'running')) return;
  isRestored = false;
  parent.postMessage({ kind: 'restored' });
}

async function serve(port: CallPort): Promise<void> {
  const window = serveBackendCalls(port, await served, report);
  windows.add(window);
  port.on('close', () => windows.delete(window));
}

/** A backend that could not be opened has no cache. */
async function limitCacheTo(cacheBytes: number): Promise<void> {
  await backend.then(
    ({ limitCache }) => limitCache(cacheBytes),
    () => {},
  );
}

async function closed(opened: Promise<{ close(): Promise<void> }>): Promise<void> {
  const running = await opened.catch(() => null);
  await running?.close();
}

async function stop(): Promise<void> {
  await closed(jobs);
  await closed(backend);
  await viewedFiles.close();
  await closed(service);
  // So that the next process reads the settings of the restored store.
  await finishRestore(places.data).catch((error: unknown) => report('restore', error));
  process.exit(0);
}

function report(where: string, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${where}: ${text}\n`);
}

/** Prints the warnings and errors of the service's log (JSON with pino's levels). */
function logSerious(line: string): void {
  if (/"level":[4-6]0/.test(line)) process.stderr.write(line.endsWith('\n') ? line : `${line}\n`);
}
