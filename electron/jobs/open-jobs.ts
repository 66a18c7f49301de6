import path from 'node:path';
import type { BackendFunctions } from '#shared/rpc/backend.ts';
import { checkCalls } from '#shared/rpc/check-calls.ts';
import type { BackendEvent } from '#shared/rpc/events.ts';
import { jobCalls } from '#shared/rpc/job-calls.ts';
import { BackendFailure } from '#shared/rpc/port-protocol.ts';
import type { Connections } from '../connector/connections/connections.ts';
import { localConnection } from '../connector/connections/entries.ts';
import { lastBackup } from '../service/backup/last-backup.ts';
import { readersOfNamespace } from '../service/catalogue/readers.ts';
import type { RunningService } from '../service/server.ts';
import { openPageThread } from './export/page/page-thread.ts';
import { openUnfinished } from './export/unfinished.ts';
import type { JobDeps } from './job-deps.ts';
import { createJobRunner } from './job-runner.ts';
import { listChecks } from './list-checks.ts';
import { listPinned, type Origins } from './pin/list-pinned.ts';
import { versionsThere } from './pin/versions-there.ts';
import { previewRecord, readFileSource } from './publish/file-source.ts';
import { openSurveys } from './publish/surveys.ts';
import { explainJobError } from './queue/job-failure.ts';
import { openJobQueue } from './queue/job-queue.ts';
import { openJobStore } from './queue/job-store.ts';
import { saveBadValues } from './save-bad-values.ts';
import { openScratch } from './scratch.ts';
import { openVersionChecks } from './version-checks.ts';

export interface JobsParts {
  readonly connections: Connections;
  /** The local service once it has started; rejects when it could not. */
  readonly service: Promise<RunningService>;
  /** The local service's folder: jobs are kept in a folder of it. */
  readonly dataFolder: string;
  /** Folder of settings and connections. */
  readonly configFolder?: string;
  /** Folder of what may be deleted at any time. */
  readonly cacheFolder: string;
  readonly announce: (event: BackendEvent) => void;
  /** Called when a restored store waits for the next start. */
  readonly onRestored?: () => void;
  /** Writes to the log what ended a job and nobody foresaw. */
  readonly report?: (where: string, error: unknown) => void;
}

/** The functions behind the window's calls about files and long work. */
export type JobFunctions = Pick<BackendFunctions<AbortSignal>, keyof typeof jobCalls | keyof typeof checkCalls>;

/** The jobs of a backend while it runs. */
export interface Jobs {
  readonly functions: JobFunctions;
  /** Stops what runs; what can go on does so at the next start. */
  close(): Promise<void>;
}

/** Jobs that run at once: one may wait for a service while the other keeps the engine busy. */
const concurrency = 2;

/** Folder of the jobs' records within the local service's folder. */
const jobsFolder = 'jobs';

/** Folder of what came of checks, within the local service's folder. */
export const checksFolder = 'checks';

function depsOf({
  connections,
  service,
  dataFolder,
  configFolder,
  cacheFolder,
  announce,
  onRestored,
}: JobsParts): JobDeps {
  return {
    localConnection,
    withService: (id, act) =>
      connections.use(id, async (source) => {
        const deps = id === localConnection ? (await service).deps : null;
        return act({ address: source.layout.base.href, source, deps });
      }),
    async ownParts() {
      const { deps, url } = await service;
      return { deps, address: url };
    },
    readersHere: async (namespace) => readersOfNamespace((await service).deps.catalogue.records, namespace),
    rows: async () => (await service).deps.rows,
    pageThread: openPageThread(),
    unfinished: openUnfinished(path.join(dataFolder, jobsFolder, 'unfinished')),
    checks: openVersionChecks(path.join(dataFolder, checksFolder), () => announce({ kind: 'checks-changed' })),
    scratch: path.join(cacheFolder, 'jobs'),
    ...(configFolder === undefined ? {} : { configFolder }),
    ...(onRestored === undefined ? {} : { onRestored }),
  };
}

/** Which connection an address belongs to, and what its service has newest. */
function originsOf({ connections }: JobsParts): Origins {
  return {
    connectionOf: (address) =>
      connections.list().find((one) => one.kind === 'remote' && one.address !== null && address.startsWith(one.address))
        ?.id ?? null,
    newestVersion: (connection, address, signal) =>
      connections.use(connection, async (source) => (await versionsThere(source, address, signal))[0]?.slug ?? null),
  };
}

/** Opens the queue of a data folder, goes on with what can go on, and gives the functions behind the window's calls. */
export async function openJobs(parts: JobsParts): Promise<Jobs> {
  const deps = depsOf(parts);
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
  const origins = originsOf(parts);
  const nothing = {};
  return {
    functions: {
      startJob: ({ request }) => queue.start(request),
      listJobs: async () => queue.list(),
      cancelJob: ({ job }) => queue.cancel(job),
      pauseJob: ({ job }) => queue.pause(job),
      resumeJob: ({ job }) => queue.resume(job),
      retryJob: ({ job }) => queue.retry(job),
      async clearJobs({ job }) {
        await queue.clear(job);
        return nothing;
      },
      listBadValues: async ({ job }) => [...queue.badValues(job)],
      async saveBadValues({ job, target }) {
        await saveBadValues(queue.badValues(job), target);
        return nothing;
      },
      previewFile: async ({ path: file, options }, signal) =>
        previewRecord(await readFileSource(await deps.rows(), file, options, deps.scratch, 'show', signal)),
      surveyFile: async ({ path: file, options }) => surveys.ask(file, options),
      readLastBackup: async () => lastBackup((await parts.service).deps.catalogue.records),
      readBackup: async ({ source }) => (await import('./run-backup.ts')).readBackup(deps, source),
      listChecks: (reference) => listChecks(deps, reference),
      listPinned: async (_, signal) => listPinned((await parts.service).deps, localConnection, origins, signal),
    },
    async close() {
      surveys.close();
      await queue.close();
      await deps.pageThread.close();
    },
  };
}

/** The functions of jobs that are still being opened; what goes wrong is told as the window is told it. */
export function functionsOfJobs(jobs: Promise<Jobs>): JobFunctions {
  // Told to whoever calls; nobody may do so.
  jobs.catch(() => undefined);
  const call = (name: keyof JobFunctions) => async (parameters: unknown, signal: AbortSignal) => {
    try {
      const { functions } = await jobs;
      return await (functions[name] as (given: unknown, signal: AbortSignal) => Promise<unknown>)(parameters, signal);
    } catch (error) {
      const { failure } = explainJobError(error);
      // What nobody foresaw belongs into the log.
      throw failure.code === 'internal' ? error : new BackendFailure(failure);
    }
  };
  const names = Object.keys({ ...jobCalls, ...checkCalls }) as (keyof JobFunctions)[];
  // Each name gets the function of that very name.
  return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as JobFunctions;
}
