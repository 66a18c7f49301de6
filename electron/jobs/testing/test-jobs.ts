import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { everyRow } from '#shared/row-query.ts';
import type { ExportRequest, Job, JobRequest, PublishRequest } from '#shared/rpc/jobs.ts';
import { openConnectionStore } from '../../connector/connections/connection-store.ts';
import { Connections } from '../../connector/connections/connections.ts';
import type { TokenVault } from '../../connector/connections/token-vault.ts';
import type { Limits } from '../../connector/http/limits.ts';
import { openPageCache } from '../../connector/paging/page-cache.ts';
import { type Service, startService } from '../../service/service.ts';
import { type JobFunctions, type Jobs, openJobs } from '../open-jobs.ts';

/** The window's backend without the window: a service, connections and jobs in a folder of its own. */
export interface TestJobs {
  readonly folder: string;
  readonly service: Service;
  readonly connections: Connections;
  readonly functions: JobFunctions;
  /** Starts a job and waits until it has ended. */
  run(request: JobRequest): Promise<Job>;
  /** As {@link run}, but throws if the job does not succeed. */
  succeed(request: JobRequest): Promise<Job>;
  /** Waits until a job is in one of these states. */
  until(id: string, ...states: Job['state'][]): Promise<Job>;
  /** Stops everything and starts again on the same folder, as after a restart. */
  restart(): Promise<TestJobs>;
  close(): Promise<void>;
}

const signal = new AbortController().signal;

/** Stores tokens in memory. */
function memoryVault(): TokenVault {
  const tokens = new Map<string, Awaited<ReturnType<TokenVault['read']>>>();
  return {
    describe: async () => ({ kind: 'system' }),
    read: async (account) => tokens.get(account) ?? null,
    remove: async (account) => void tokens.delete(account),
    store: async (account, token, where) => void tokens.set(account, { ...token, kept: where }),
  };
}

export async function openTestJobs(
  folder?: string,
  limits: Partial<Limits> = {},
  vault = memoryVault(),
): Promise<TestJobs> {
  const home = folder ?? (await mkdtemp(path.join(tmpdir(), 'almanac-jobs-')));
  const place = (name: string) => path.join(home, name);
  await mkdir(place('out'), { recursive: true });
  const service = await startService({ dataFolder: place('data') });
  const cache = await openPageCache(null);
  const local = service.issueOperatorToken().then((token) => ({ address: service.url, token }));
  const connections = new Connections({
    store: await openConnectionStore(place('config')),
    vault,
    cache,
    local,
    limits,
    onChanged: () => {},
    onDatasetChanged: () => {},
    onCatalogueChanged: () => {},
    onReached: () => {},
  });
  const jobs: Jobs = await openJobs({
    connections,
    service: Promise.resolve(service),
    dataFolder: place('data'),
    cacheFolder: place('cache'),
    follows: true,
    announce: () => {},
  });
  const { functions } = jobs;

  async function jobOf(id: string): Promise<Job> {
    const job = (await functions.listJobs({}, signal)).find((one) => one.id === id);
    if (job === undefined) throw new Error(`There is no job ${id}.`);
    return job;
  }
  async function until(id: string, ...states: Job['state'][]): Promise<Job> {
    await vi.waitUntil(async () => states.includes((await jobOf(id)).state), { timeout: 600_000, interval: 10 });
    return jobOf(id);
  }
  async function run(request: JobRequest): Promise<Job> {
    const { id } = await functions.startJob({ request }, signal);
    return until(id, 'done', 'failed', 'cancelled');
  }
  async function stop(): Promise<void> {
    await jobs.close();
    await connections.close();
    await cache.close();
    await service.close();
  }
  return {
    folder: home,
    service,
    connections,
    functions,
    run,
    async succeed(request) {
      const job = await run(request);
      if (job.state !== 'done')
        throw new Error(`${request.kind}: ${job.state}: ${job.failure === null ? '' : englishText(job.failure)}`);
      return job;
    },
    until,
    async restart() {
      await stop();
      return openTestJobs(home, limits, vault);
    },
    async close() {
      await stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Publishes a file as a new dataset of the local service. */
export function publishing(file: string, dataset: string, options: PublishRequest['options'] = {}): PublishRequest {
  return {
    kind: 'publish',
    connection: 'local',
    path: file,
    options,
    namespace: { slug: 'tests', create: { label: 'Tests', published: true, allowedGroups: [] } },
    dataset: { slug: dataset, create: { label: dataset, description: '' } },
    mode: 'replace',
    rejects: null,
  };
}

/** Exports everything of a dataset of the local service. */
export function exporting(dataset: string, target: string, format: ExportRequest['format']): ExportRequest {
  return {
    kind: 'export',
    reference: { connection: 'local', namespace: 'tests', dataset },
    query: { ...everyRow, filters: [], ordering: [] },
    selection: null,
    format,
    target,
    descriptor: true,
  };
}
