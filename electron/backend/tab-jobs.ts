import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { LRUCache } from 'lru-cache';
import { Value } from 'typebox/value';
import { explain, failure } from '#shared/failures.ts';
import type { BackendFunctions } from '#shared/rpc/backend.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';
import type { PublishRequest } from '#shared/rpc/jobs.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { FileOptions } from '#shared/rpc/source-file.ts';
import type { Connections } from '../connector/connections/connections.ts';
import { archiveFiles } from '../jobs/publish/data-files.ts';
import { previewFile, previewOf } from '../jobs/publish/planned-file.ts';
import { type PublishJobDeps, reviewPublish, runPublish } from '../jobs/publish/run-publish.ts';
import { openSurveys } from '../jobs/publish/surveys.ts';
import type { JobRunner } from '../jobs/queue/job-failure.ts';
import { type JobQueue, openJobQueue } from '../jobs/queue/job-queue.ts';
import { hasEnded, type JobStore } from '../jobs/queue/job-store.ts';
import { compareRemotely } from '../jobs/run-diff.ts';
import type { Service, TabVisit } from '../service/service.ts';
import { withoutFolders } from './guarded-calls.ts';

/** Jobs of one account that run at the same time. */
const concurrency = 1;

/** Older ones leave the list of an account when another one is started. */
const maxEndedJobs = 50;

/** The jobs of a service that ends are unknown to the next one. */
const inMemory: JobStore = {
  load: async () => [],
  save: async () => {},
  remove: async () => {},
  settled: async () => {},
};

/** A tab that can start jobs. */
export interface WorkingTab {
  readonly visit: Pick<TabVisit, 'owner' | 'fileAt' | 'newFile'>;
  /** Folders of the service's computer that no answer names. */
  readonly folders: readonly string[];
  readonly connections: Pick<Connections, 'use'>;
  readonly announce: (event: BackendEvent) => void;
  /** How previewed files are read, by the ids that stand for these plans in the page. */
  readonly plans: LRUCache<string, NonNullable<FileOptions['plan']>>;
  /** Ends what jobs of the tab need, once it is closed and none of them is left. */
  readonly end: () => void;
}

export interface TabJobsParts {
  readonly service: () => Pick<Service, 'files'>;
  /** Folder for intermediate files, which are removed. */
  readonly scratch: string;
  /** Logs an unexpected error that ended a job. */
  readonly report: (where: string, error: unknown) => void;
}

/** The jobs of an account. They continue when its tabs are closed; those of a reader without account do not. */
interface AccountJobs {
  readonly queue: Promise<JobQueue>;
  /** Those that are open or have running jobs, in the order in which they were opened. */
  readonly tabs: Set<WorkingTab>;
}

type TabJobFunctions = ReturnType<typeof jobFunctions> & ReturnType<typeof fileFunctions>['functions'];

/** The jobs of all tabs of a process. */
export interface TabJobs {
  /** Answers the calls of a tab about files and jobs. Call `close` when the tab is closed. */
  join(tab: WorkingTab): { readonly functions: TabJobFunctions; readonly close: () => void };
  /** Stops all jobs. */
  close(): Promise<void>;
}

export function openTabJobs(parts: TabJobsParts): TabJobs {
  const accounts = new Map<string | symbol, AccountJobs>();

  function jobsOf(account: string | symbol): AccountJobs {
    const known = accounts.get(account);
    if (known !== undefined) return known;
    const tabs = new Set<WorkingTab>();
    const announce = () => {
      for (const tab of tabs) tab.announce({ kind: 'jobs-changed' });
    };
    const runner = runnerOver(() => [...tabs].at(-1), parts);
    const queue = openJobQueue({ store: inMemory, runner, concurrency, announce, report: parts.report });
    const jobs = { queue, tabs };
    accounts.set(account, jobs);
    return jobs;
  }

  return {
    join(tab) {
      const account = tab.visit.owner ?? Symbol('no account');
      const { queue, tabs } = jobsOf(account);
      tabs.add(tab);
      const files = fileFunctions(tab, parts);
      const close = async () => {
        files.close();
        if (typeof account === 'symbol') await (await queue).close().finally(() => accounts.delete(account));
        else await (await queue).idle();
        tabs.delete(tab);
        tab.end();
      };
      return {
        functions: { ...jobFunctions(queue, tab), ...files.functions },
        close: () => void close().catch((error: unknown) => parts.report('close', error)),
      };
    },
    async close() {
      for (const { queue } of accounts.values()) await (await queue).close();
    },
  };
}

/** Runs the jobs of an account with the rights of one of its tabs. */
function runnerOver(find: () => WorkingTab | undefined, parts: TabJobsParts): JobRunner {
  return {
    resumable: () => false,
    async run(request, work) {
      const tab = find();
      if (tab === undefined) throw notHere(request.kind);
      if (request.kind === 'publish') return await runPublish(depsOf(tab, parts), request, work);
      if (request.kind !== 'diff') throw notHere(request.kind);
      return await tab.connections.use(request.reference.connection, (source) =>
        compareRemotely(source, request, work),
      );
    },
    discard: async () => {},
  };
}

/** A tab publishes through the API of its service, which checks what its account may do. */
function depsOf({ connections }: WorkingTab, { service, scratch }: TabJobsParts) {
  return {
    localConnection: null,
    ownService: async () => null,
    files: async () => {
      await mkdir(scratch, { recursive: true, mode: 0o700 });
      return service().files;
    },
    withService: (id, act) =>
      connections.use(id, (source) => act({ address: source.layout.base.href, source, local: null })),
    scratch,
  } satisfies PublishJobDeps;
}

/** A page names a file by the path under which the service has received it. */
function sentFile({ visit }: WorkingTab, given: string): string {
  const file = visit.fileAt(given);
  if (file !== null) return file;
  throw new BackendFailure(failure('file-missing', explain('file-not-there'), { where: given }));
}

/** Only what a page may say about a file: neither other files, nor how exactly it is read. */
function sentOptions(tab: WorkingTab, options: FileOptions): FileOptions {
  const { plan, combine, ...said } = Value.Clean(FileOptions, structuredClone(options)) as FileOptions;
  const known = typeof plan === 'string' ? tab.plans.get(plan) : undefined;
  return {
    ...said,
    ...(known !== undefined && { plan: known }),
    ...(combine !== undefined && { combine: { ...combine, files: combine.files.map((file) => sentFile(tab, file)) } }),
  };
}

/** A request of a page, which names the file for rejected rows as it is to be downloaded. */
function sentRequest(tab: WorkingTab, request: PublishRequest): PublishRequest {
  const { path: given, options } = request;
  return { ...request, path: sentFile(tab, given), options: sentOptions(tab, options), rejects: null };
}

async function withRejects(tab: WorkingTab, { rejects }: PublishRequest): Promise<Pick<PublishRequest, 'rejects'>> {
  return { rejects: rejects === null ? null : (await tab.visit.newFile(rejects)).path };
}

function notHere(call: string): BackendFailure {
  return new BackendFailure(failure('not-here', explain('call-unknown', { call })));
}

/** The calls about the jobs of a tab's account. */
function jobFunctions(queue: Promise<JobQueue>, tab: WorkingTab) {
  return {
    startJob: async ({ request }) => {
      const jobs = await queue;
      for (const { id } of jobs.list().filter(hasEnded).slice(maxEndedJobs)) await jobs.clear(id);
      if (request.kind === 'publish')
        return await jobs.start({ ...sentRequest(tab, request), ...(await withRejects(tab, request)) });
      if (request.kind === 'diff') return await jobs.start(request);
      throw notHere(request.kind);
    },
    listJobs: async () => (await queue).list(),
    cancelJob: async ({ job }) => (await queue).cancel(job),
    pauseJob: async ({ job }) => (await queue).pause(job),
    resumeJob: async ({ job }) => (await queue).resume(job),
    retryJob: async ({ job }) => (await queue).retry(job),
    clearJobs: async ({ job }) => (await queue).clear(job),
    listBadValues: async ({ job }) => [...(await queue).badValues(job)],
  } satisfies Partial<BackendFunctions<AbortSignal>>;
}

/** The calls about files that the account of a tab has sent. */
function fileFunctions(tab: WorkingTab, parts: TabJobsParts) {
  const deps = depsOf(tab, parts);
  const surveys = openSurveys(deps, (file) =>
    tab.announce({ kind: 'survey-changed', path: withoutFolders(tab.folders, file) }),
  );
  const functions = {
    listDataFiles: async ({ paths }) => paths.map((given) => sentFile(tab, given)),
    listArchiveFiles: async ({ path: given }) => archiveFiles(sentFile(tab, given)),
    previewFile: async ({ path: given, options }, signal) => {
      const file = { path: sentFile(tab, given), options: sentOptions(tab, options) };
      const { plan, ...preview } = previewOf(await previewFile(await deps.files(), file, deps.scratch, 'show', signal));
      const id = randomBytes(8).toString('hex');
      if (plan !== undefined && plan !== null) tab.plans.set(id, plan);
      return { ...preview, plan: id };
    },
    surveyFile: ({ path: given, options }) => surveys.ask(sentFile(tab, given), sentOptions(tab, options)),
    reviewPublish: ({ request }, signal) => reviewPublish(deps, sentRequest(tab, request), { signal }),
  } satisfies Partial<BackendFunctions<AbortSignal>>;
  return { functions, close: surveys.close };
}
