import { stat } from 'node:fs/promises';
import path from 'node:path';
import { usualGuards } from '#shared/follow.ts';
import { everyRow } from '#shared/row-query.ts';
import type { JobRequest } from '#shared/rpc/jobs.ts';
import type { JobDeps } from '../../../electron/jobs/job-deps.ts';
import { createJobRunner } from '../../../electron/jobs/job-runner.ts';
import type { Records } from '../../../electron/service/catalogue/database/catalogue.ts';

/** Where an operation works. */
export interface Workplace {
  /** Folder with the files to publish, the exports (`out`) and the store (`data`). */
  readonly home: string;
  /** Address of another service, through which every request is a step. */
  readonly remote: string;
  /** Token of a staff member. */
  readonly token: string;
}

/** What can be seen of an operation: nothing, or all of it; anything else is a sentence about what is wrong. */
export type Seen = 'before' | 'after' | string;

/** One operation on a store. Repeating it with the same id is a retry. */
export interface Operation {
  run(deps: JobDeps, place: Workplace, id: string): Promise<unknown>;
  seen(records: Records, place: Workplace): Promise<Seen>;
}

/** Rows of every local file and dataset. */
export const localRows = 3;
export const localCsv = 'code,name\n007,Arc\n010,Bo\n013,Cy\n';
/** Rows of the other service's dataset: two pages. */
export const remoteRows = 6_000;

const never = new AbortController().signal;

function job(request: (place: Workplace) => JobRequest): Operation['run'] {
  return (deps, place, id) =>
    createJobRunner(deps).run(request(place), { id, signal: never, report: () => {}, notice: () => {} });
}

function publishing(dataset: string, mode: 'replace' | 'append') {
  return ({ home }: Workplace): JobRequest => ({
    kind: 'publish',
    connection: 'local',
    path: path.join(home, 'rows.csv'),
    options: {},
    namespace: { slug: 'k', create: { label: 'K', published: true, allowedGroups: [] } },
    dataset: { slug: dataset, create: { label: dataset, description: '' } },
    mode,
    rejects: null,
  });
}

function exporting(format: 'csv' | 'parquet' | 'xlsx') {
  return ({ home }: Workplace): JobRequest => ({
    kind: 'export',
    reference: { connection: 'local', namespace: 'k', dataset: 'first' },
    query: { ...everyRow, filters: [], ordering: [] },
    selection: null,
    format,
    target: path.join(home, 'out', `rows.${format}`),
    descriptor: true,
  });
}

/** Rows of a dataset's versions, oldest first; null if there is no such dataset. */
async function versionRows(
  records: Records,
  namespace: string | null,
  slug: string,
): Promise<(number | null)[] | null> {
  let query = records
    .selectFrom('datasets')
    .innerJoin('namespaces', 'namespaces.id', 'datasets.namespace_id')
    .leftJoin('versions', 'versions.dataset_id', 'datasets.id')
    .select(['versions.rows', 'versions.slug'])
    .where('datasets.slug', '=', slug)
    .orderBy('versions.slug');
  if (namespace !== null) query = query.where('namespaces.slug', '=', namespace);
  const found = await query.execute();
  return found.length === 0 ? null : found.map(({ rows }) => rows);
}

function versionsSeen(
  namespace: string | null,
  slug: string,
  before: readonly number[] | null,
  after: readonly number[] | null,
) {
  return async (records: Records): Promise<Seen> => {
    const found = JSON.stringify(await versionRows(records, namespace, slug));
    if (found === JSON.stringify(before)) return 'before';
    return found === JSON.stringify(after) ? 'after' : `The versions of ${slug} have these rows: ${found}.`;
  };
}

function fileSeen(name: string) {
  return async (_: Records, { home }: Workplace): Promise<Seen> => {
    const found = await stat(path.join(home, 'out', name)).catch(() => null);
    if (found === null) return 'before';
    return found.size > 0 ? 'after' : `The file ${name} is empty.`;
  };
}

async function send(
  deps: JobDeps,
  { token }: Workplace,
  method: string,
  rest: string,
  body: FormData | null,
): Promise<string> {
  const address = await deps.withService('local', async (service) => service.address);
  const answer = await fetch(`${address}api/v1/${rest}`, {
    method,
    headers: { Authorization: `Token ${token}` },
    ...(body === null ? {} : { body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new RefusedError(answer.status, text);
  return text;
}

/** The service's refusal, with its words. */
export class RefusedError extends Error {
  readonly status: number;
  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.name = 'RefusedError';
    this.status = status;
  }
}

/** Publishes as other programs do: a form with the file, then the report until the version is ready. */
async function upload(deps: JobDeps, place: Workplace): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([localCsv]), 'rows.csv');
  const { slug } = JSON.parse(await send(deps, place, 'POST', 'namespaces/k/datasets/same/versions/', form)) as {
    slug: string;
  };
  for (;;) {
    const report = await send(deps, place, 'GET', `namespaces/k/datasets/same/version/${slug}/report/`, null);
    const { state } = JSON.parse(report) as { state: string };
    if (state === 'ready') return;
    if (state !== 'importing') throw new RefusedError(200, report);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const one = [localRows];

/** Every operation, by name. The store that they start with is made by `makeStore`. */
export const operations: Readonly<Record<string, Operation>> = {
  publish: { run: job(publishing('new', 'replace')), seen: versionsSeen('k', 'new', null, one) },
  append: {
    run: job(publishing('grows', 'append')),
    seen: versionsSeen('k', 'grows', one, [localRows, 2 * localRows]),
  },
  replace: { run: job(publishing('same', 'replace')), seen: versionsSeen('k', 'same', one, [localRows, localRows]) },
  upload: { run: upload, seen: versionsSeen('k', 'same', one, [localRows, localRows]) },
  delete: {
    run: (deps, place) => send(deps, place, 'DELETE', 'namespaces/k/datasets/same/', null),
    seen: versionsSeen('k', 'same', one, null),
  },
  'export csv': { run: job(exporting('csv')), seen: fileSeen('rows.csv') },
  'export parquet': { run: job(exporting('parquet')), seen: fileSeen('rows.parquet') },
  'export xlsx': { run: job(exporting('xlsx')), seen: fileSeen('rows.xlsx') },
  pin: {
    run: job(({ remote }) => ({
      kind: 'pin',
      reference: { connection: remote, namespace: 'o', dataset: 'pinned' },
      version: null,
    })),
    seen: versionsSeen(null, 'pinned', null, [remoteRows]),
  },
  follow: {
    run: job(({ remote }) => ({
      kind: 'follow',
      choice: {
        kind: 'file',
        address: `${remote}api/v1/namespaces/o/datasets/pinned/download/?_format=csv`,
        entry: '',
        parameters: {},
      },
      namespace: { slug: 'k', create: { label: 'K', published: true, allowedGroups: [] } },
      dataset: { slug: 'followed', create: { label: 'Followed', description: '' } },
      every: '1d',
      allowPrivate: true,
      retention: { kind: 'all' },
      guards: usualGuards,
    })),
    seen: versionsSeen('k', 'followed', null, [remoteRows]),
  },
  verify: {
    run: job(() => ({
      kind: 'verify',
      subject: {
        kind: 'version',
        reference: { connection: 'local', namespace: 'k', dataset: 'first' },
        version: null,
      },
    })),
    seen: versionsSeen('k', 'first', null, one),
  },
  migrate: { run: (deps) => deps.ownService(), seen: versionsSeen('k', 'first', null, one) },
};
