import path from 'node:path';
import type { BackendOptions, FromBackend, Notice, ToBackend } from '#shared/rpc/backend-process.ts';
import type { BackendEvent } from '#shared/rpc/events.ts';
import { accountFunctions } from './account-functions.ts';
import { openBackend } from './backend-functions.ts';
import { closeCopies } from './close-copies.ts';
import { insightFunctionsOver } from './insight-functions.ts';
import { createJobNews } from './job-news.ts';
import { functionsOfJobs, openJobs } from './jobs/open-jobs.ts';
import { openKeychain } from './keychain.ts';
import { keptOperatorToken, operatorToken } from './operator-token.ts';
import { startOwnService } from './own-service.ts';
import type { Places } from './places.ts';
import { queryFunctionsOver } from './query-functions.ts';
import { samplesFolder } from './samples-folder.ts';
import { type CallPort, type ServedPort, serveBackendCalls } from './serve-backend-calls.ts';
import { settleSwitch } from './service/backup/switch-store.ts';
import { settingsFunctionsOver } from './settings-functions.ts';
import { openViewedFiles } from './viewed-files.ts';

/** Each stored file is compared with its checksum once in this time. */
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
let onBattery = options.onBattery;

function announce(event: BackendEvent): void {
  for (const window of windows) window.announce(event);
}

function notify(notice: Notice): void {
  parent.postMessage({ kind: 'notice', notice });
}

const vault = openKeychain();
const keptToken = keptOperatorToken(places.data, vault);
/** A restored store takes its place, with its settings and connections, before anything of it is read. */
const settled = settleSwitch(places.data);
const service = settled.then(() =>
  startOwnService(
    {
      dataFolder: places.data,
      samples: samplesFolder(),
      log: logSerious,
      host: options.service.network ? '0.0.0.0' : '127.0.0.1',
      port: options.service.port,
      scrub: { everyMs: scrubEveryMs, mayRead: () => !onBattery },
      beforeListening: (deps) =>
        closeCopies(deps, (message, copies) =>
          notify({ kind: 'copies-closed', message, where: copies.join(', '), kept: null }),
        ),
    },
    notify,
    options.repair,
  ),
);
const viewedFiles = openViewedFiles({ folder: path.join(places.cache, 'viewed'), announce });
const backend = settled
  .catch(() => undefined)
  .then(() =>
    openBackend({
      // This computer's own account sees what is not published yet, and its looking counts as no view.
      local: service.then(async (running) => ({
        address: running.url,
        token: await operatorToken(running, vault, keptToken),
      })),
      scratch: viewedFiles.service,
      configFolder: places.config,
      cacheFolder: places.cache,
      cacheBytes: options.cacheBytes,
      vault,
      announce,
    }),
  );

/** A restored store waits for the next start to take the place of this one. */
let isRestored = false;

/** Opened once the data folder is this process's own: its jobs are nobody else's then. */
const jobs = Promise.all([backend, service]).then(([{ connections }]) =>
  openJobs({
    connections,
    service,
    dataFolder: places.data,
    configFolder: places.config,
    cacheFolder: places.cache,
    report,
    onRestored: () => {
      isRestored = true;
    },
    announce: (event) => {
      announce(event);
      if (event.kind !== 'jobs-changed') return;
      void tellOfJobs();
      if (isRestored) void restartAfterRestore();
    },
  }),
);
const jobFunctions = functionsOfJobs(jobs);
const tellOfJobs = createJobNews(
  async () => (await jobs).functions.listJobs({}, new AbortController().signal),
  (job) => parent.postMessage({ kind: 'job-ended', job }),
);
const accounts = accountFunctions(service, options.service.network);
const served = backend.then(({ functions, connections }) => ({
  functions,
  insightFunctions: insightFunctionsOver(connections, announce),
  queryFunctions: queryFunctionsOver(connections, announce),
  settingsFunctions: settingsFunctionsOver(connections, places.config),
}));

parent.on('message', ({ data, ports: [port] }) => {
  if (data.kind === 'ping') parent.postMessage({ kind: 'pong' });
  else if (data.kind === 'stop') void stop();
  else if (data.kind === 'cache') void keepTo(data.bytes);
  else if (data.kind === 'power') onBattery = data.onBattery;
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

/** Once the job has ended and is written down, so that it does not begin again. */
async function restartAfterRestore(): Promise<void> {
  const list = await (await jobs).functions.listJobs({}, new AbortController().signal);
  if (!isRestored || list.some(({ state, request }) => request.kind === 'restore' && state === 'running')) return;
  isRestored = false;
  parent.postMessage({ kind: 'restored' });
}

async function serve(port: CallPort): Promise<void> {
  const { functions, insightFunctions, queryFunctions, settingsFunctions } = await served;
  const window = serveBackendCalls(
    port,
    {
      ...functions,
      ...jobFunctions,
      ...insightFunctions,
      ...queryFunctions,
      ...settingsFunctions,
      ...accounts,
      ...viewedFiles.functions,
    },
    report,
  );
  windows.add(window);
  port.on('close', () => windows.delete(window));
}

/** A backend that could not be opened keeps nothing. */
async function keepTo(cacheBytes: number): Promise<void> {
  await backend.then(
    ({ limitCache }) => limitCache(cacheBytes),
    () => {},
  );
}

async function stop(): Promise<void> {
  await jobs.then(
    (running) => running.close(),
    () => {},
  );
  await backend.then(
    (running) => running.close(),
    () => {},
  );
  await viewedFiles.close();
  await service.then(
    (running) => running.close(),
    () => {},
  );
  // So that whoever starts next reads the settings that belong to a restored store.
  await settleSwitch(places.data).catch((error: unknown) => report('restore', error));
  process.exit(0);
}

function report(where: string, error: unknown): void {
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${where}: ${said}\n`);
}

/** Lines of the service's log (JSON, pino's levels) that a person at the terminal should see: warnings and worse. */
function logSerious(line: string): void {
  if (/"level":[4-6]0/.test(line)) process.stderr.write(line.endsWith('\n') ? line : `${line}\n`);
}
