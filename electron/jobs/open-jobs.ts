import path from 'node:path';
import { explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import type { BackendFunctions } from '#shared/rpc/backend.ts';
import { checkCalls, type VersionCheck } from '#shared/rpc/calls/checks.ts';
import { followCalls } from '#shared/rpc/calls/follow.ts';
import { jobCalls } from '#shared/rpc/calls/jobs.ts';
import type { PinnedDataset } from '#shared/rpc/jobs.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import type { Connections } from '../connector/connections/connections.ts';
import { localConnection } from '../connector/connections/entries.ts';
import { type FollowFunctions, followFunctionsOver, type SecretStore } from '../follow/follow-functions.ts';
import type { FollowerParts } from '../follow/follower.ts';
import { type Following, openFollowing } from '../follow/open-following.ts';
import type { Service } from '../service/service.ts';
import { openWorkFolders } from './export/work-folders.ts';
import type { JobDeps } from './job-deps.ts';
import { createJobRunner } from './job-runner.ts';
import { remoteVersions } from './pin/remote-versions.ts';
import { archiveFiles, expandFolders } from './publish/data-files.ts';
import { previewFile, previewOf } from './publish/planned-file.ts';
import { openSurveys, type Surveys } from './publish/surveys.ts';
import { type JobQueue, openJobQueue } from './queue/job-queue.ts';
import { openJobStore } from './queue/job-store.ts';
import { openScratch } from './scratch.ts';
import { openVersionChecks } from './version-checks.ts';

export interface JobsParts {
  readonly connections: Connections;
  /** The local service once it has started; rejects if it could not. */
  readonly service: Promise<Service>;
  /** The local service's folder, which contains the one for jobs. */
  readonly dataFolder: string;
  readonly configFolder?: string;
  /** Folder for data that may be deleted at any time. */
  readonly cacheFolder: string;
  readonly announce: (event: BackendEvent) => void;
  /** Secrets for the web; none if missing. */
  readonly secrets?: SecretStore;
  /** Called with news of followed data. @see FollowerParts.onNews */
  readonly onSourceNews?: FollowerParts['onNews'];
  /** Whether scheduled checks may run now; requested ones always may. */
  readonly mayCheck?: () => boolean;
  /** Whether followed data are checked on schedule; otherwise only when the user asks. */
  readonly follows?: boolean;
  /** Called when a restored store is ready for the next start. */
  readonly onRestored?: () => void;
  /** Logs an unexpected error that ended a job. */
  readonly report?: (where: string, error: unknown) => void;
}

/** The functions behind the window's calls about files and long work. */
export type JobFunctions = Pick<BackendFunctions<AbortSignal>, keyof typeof jobCalls | keyof typeof checkCalls> &
  FollowFunctions;

export interface Jobs {
  readonly functions: JobFunctions;
  /** Stops running jobs; resumable ones resume at the next start. */
  close(): Promise<void>;
}

/** Maximum number of running jobs: one may wait for a service while the other keeps the engine busy. */
const concurrency = 2;

/** Folder of the jobs' records within the local service's folder. */
const jobsFolder = 'jobs';

/** Folder for the outcome of checks, within the local service's folder. */
export const checksFolder = 'checks';

const noSecrets: SecretStore = { read: async () => null, keep: async () => {} };

function depsOf(
  { connections, service, dataFolder, configFolder, cacheFolder, announce, onRestored }: JobsParts,
  following: Following,
): JobDeps {
  return {
    localConnection,
    withService: (id, act) =>
      connections.use(id, async (source) => {
        const local = id === localConnection ? await service : null;
        return act({ address: source.layout.base.href, source, local });
      }),
    ownService: () => service,
    readersHere: async (namespace) => (await service).readersOf(namespace),
    files: async () => (await service).files,
    unfinished: openWorkFolders(path.join(dataFolder, jobsFolder, 'unfinished')),
    checks: openVersionChecks(path.join(dataFolder, checksFolder), () => announce({ kind: 'checks-changed' })),
    async follow() {
      // Through the follower, which announces changes regardless of who requested the check.
      const { access, follower } = following;
      return {
        catalogue: await service,
        access,
        check: follower.check.bind(follower),
        connection: localConnection,
      };
    },
    scratch: path.join(cacheFolder, 'jobs'),
    ...given({ configFolder, onRestored }),
  };
}

/** Finds the connection for an address, and the newest version at its service. */
function originsOf({ connections }: JobsParts): Origins {
  return {
    connectionOf: (address) =>
      connections.list().find((one) => one.capabilities.pin && one.address !== null && address.startsWith(one.address))
        ?.id ?? null,
    newestVersion: (connection, address, signal) =>
      connections.use(connection, async (source) => (await remoteVersions(source, address, signal))[0]?.slug ?? null),
  };
}

/** Opens the queue of a data folder, resumes what can be resumed, and returns the functions behind the window's calls. */
export async function openJobs(parts: JobsParts): Promise<Jobs> {
  const { service, cacheFolder, announce, secrets = noSecrets, onSourceNews, mayCheck } = parts;
  const report = parts.report ?? (() => {});
  const running = await service;
  const changed = () => announce({ kind: 'follow-changed' });
  const following = await openFollowing({
    local: running,
    scratch: path.join(cacheFolder, 'jobs'),
    findSecret: secrets.read,
    onChecked: changed,
    ...given({ onNews: onSourceNews, mayRun: mayCheck }),
    report,
  });
  const stopListening = running.onCatalogueChanged(() => following.follower.wake());
  const deps = depsOf(parts, following);
  await openScratch(deps.scratch);
  await deps.unfinished.sweep();
  const queue = await openJobQueue({
    store: await openJobStore(path.join(parts.dataFolder, jobsFolder)),
    runner: createJobRunner(deps),
    concurrency,
    announce: () => parts.announce({ kind: 'jobs-changed' }),
    report: parts.report,
  });
  const surveys = openSurveys(deps, (file) => parts.announce({ kind: 'survey-changed', path: file }));
  const follow = followFunctionsOver({
    check: following.check,
    follower: following.follower,
    local: running,
    secrets,
    onChanged: changed,
  });
  if (parts.follows === true) following.follower.start();
  return {
    functions: { ...follow, ...functionsOver(parts, deps, queue, surveys) },
    async close() {
      surveys.close();
      stopListening();
      await following.close();
      await queue.close();
    },
  };
}

function functionsOver(
  parts: JobsParts,
  deps: JobDeps,
  queue: JobQueue,
  surveys: Surveys,
): Omit<JobFunctions, keyof FollowFunctions> {
  const origins = originsOf(parts);
  return {
    startJob: ({ request }) => queue.start(request),
    listJobs: async () => queue.list(),
    cancelJob: ({ job }) => queue.cancel(job),
    pauseJob: ({ job }) => queue.pause(job),
    resumeJob: ({ job }) => queue.resume(job),
    retryJob: ({ job }) => queue.retry(job),
    clearJobs: ({ job }) => queue.clear(job),
    listBadValues: async ({ job }) => queue.badValues(job),
    listDataFiles: ({ paths }) => expandFolders(paths),
    listArchiveFiles: ({ path: file }) => archiveFiles(file),
    previewFile: async ({ path: file, options }, signal) =>
      previewOf(await previewFile(await deps.files(), { path: file, options }, deps.scratch, 'show', signal)),
    surveyFile: ({ path: file, options }) => surveys.ask(file, options),
    reviewPublish: async ({ request }, signal) =>
      (await import('./publish/run-publish.ts')).reviewPublish(deps, request, { signal }),
    readLastBackup: async () => (await parts.service).lastBackup(),
    readBackup: async ({ source }) => (await import('./run-backup.ts')).readBackup(deps, source),
    listChecks: (reference) => listChecks(deps, reference),
    listPinned: async (_, signal) => listPinned(await parts.service, localConnection, origins, signal),
  };
}

/** The functions of jobs that are still being opened; failures reach the window as usual. */
export function functionsOfJobs(jobs: Promise<Jobs>): JobFunctions {
  // Reported to the next caller, if there is one.
  jobs.catch(() => undefined);
  const call = (name: keyof JobFunctions) => async (parameters: unknown, signal: AbortSignal) => {
    const { functions } = await jobs;
    return (functions[name] as (given: unknown, signal: AbortSignal) => Promise<unknown>)(parameters, signal);
  };
  const names = Object.keys({ ...jobCalls, ...checkCalls, ...followCalls }) as (keyof JobFunctions)[];
  // Each name gets the function of that name.
  return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as JobFunctions;
}

/** The last check of every version of a dataset, whether by a job or by the local service in the background. */
async function listChecks(
  { checks, localConnection, ownService }: Pick<JobDeps, 'checks' | 'localConnection' | 'ownService'>,
  reference: DatasetReference,
): Promise<VersionCheck[]> {
  const own = reference.connection === localConnection ? await ownService() : null;
  const last = new Map<string, VersionCheck>();
  for (const check of [...(await checks.list(reference)), ...(own === null ? [] : await checksHere(own, reference))]) {
    const other = last.get(check.version);
    if (other === undefined || Date.parse(other.at) <= Date.parse(check.at)) last.set(check.version, check);
  }
  return [...last.values()];
}

async function checksHere(local: Service, { namespace, dataset }: DatasetReference): Promise<VersionCheck[]> {
  const checks = await local.pastChecks({ namespace, dataset });
  const reasons = { verified: null, missing: explain('stored-file-gone'), differs: explain('stored-file-altered') };
  return checks.map(({ version, verdict, checksum, at }) => ({
    version,
    verdict: verdict === 'verified' ? 'verified' : 'differs',
    reason: reasons[verdict],
    expected: checksum,
    at,
  }));
}

/** Access to the services that copies came from. */
interface Origins {
  /** Id of the connection that an address belongs to; null if it was removed. */
  connectionOf(address: string): string | null;
  /** Slug of the newest version of a dataset there; null if unknown. */
  newestVersion(connection: string, address: string, signal: AbortSignal): Promise<string | null>;
}

/** The newest local copy of each dataset of other services, and whether there is a newer version. */
async function listPinned(
  local: Pick<Service, 'listCopies'>,
  localConnection: string,
  origins: Origins,
  signal: AbortSignal,
): Promise<PinnedDataset[]> {
  const pinned = (await local.listCopies()).map(async (copy): Promise<PinnedDataset> => {
    const { address, version, checksum, pinned: at } = copy.origin;
    const connection = origins.connectionOf(address);
    const there =
      connection === null ? null : await origins.newestVersion(connection, address, signal).catch(() => null);
    return {
      reference: { connection: localConnection, namespace: copy.namespace, dataset: copy.dataset },
      version: copy.version,
      origin: { connection, address, version, checksum },
      pinned: at,
      public: copy.isPublic,
      newer: there !== null && there !== version ? there : null,
    };
  });
  return Promise.all(pinned);
}
