import path from 'node:path';
import { Value } from 'typebox/value';
import { slug as slugSchema } from '#shared/api/fields.ts';
import { explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import type { PublishRequest, PublishResult, Replacement } from '#shared/rpc/jobs.ts';
import type { FilePublishing, NotFoundError, Service } from '../../service/service.ts';
import type { ReadingOptions } from '../../service/user-files.ts';
import { explainNotFound } from '../explain-not-found.ts';
import type { JobDeps } from '../job-deps.ts';
import { JobError, type JobWork } from '../queue/job-failure.ts';
import { columnNotes, planFileOf } from './planned-file.ts';
import { publishByHttp, replacementThere } from './publish-by-http.ts';

/** What publishing needs of the jobs. `localConnection` is null if every service is reached over HTTP. */
export type PublishJobDeps = Pick<
  JobDeps,
  'ownService' | 'files' | 'withService' | 'scratch' | 'endsWithJob' | 'retryLimits'
> & {
  readonly localConnection: string | null;
};

/** Publishes a file as a version of a dataset: complete and ready when it resolves, otherwise nothing. */
export async function runPublish(deps: PublishJobDeps, request: PublishRequest, work: JobWork): Promise<PublishResult> {
  refuseBadSlugs(request);
  work.report({ phase: 'inspecting-file', rows: 0, bytes: 0, fraction: null });
  const own = request.connection === deps.localConnection ? await deps.ownService() : null;
  const files = own?.files ?? (await deps.files());
  const file = await planFileOf(files, request.path, request.options, deps.scratch, work.signal);
  if (own !== null) return publishLocally(own, request, file, deps.endsWithJob ? null : own.url, work);
  const { retryLimits } = deps;
  return deps.withService(request.connection, (service) =>
    publishByHttp({
      service,
      files,
      request,
      file,
      columns: columnNotes(file),
      attempt: work.id,
      work,
      retryLimits,
    }),
  );
}

/**
 * What publishing a file would change in its dataset; null if nothing is replaced. Another service's rows are counted,
 * not compared.
 */
export async function reviewPublish(
  deps: PublishJobDeps,
  { connection, path: where, options, namespace, dataset, mode }: PublishRequest,
  work: Pick<JobWork, 'signal'>,
): Promise<Replacement | null> {
  if (mode === 'append') return null;
  const own = connection === deps.localConnection ? await deps.ownService() : null;
  const files = own?.files ?? (await deps.files());
  const file = await planFileOf(files, where, options, deps.scratch, work.signal);
  const name = { namespace: namespace.slug, dataset: dataset.slug };
  if (own !== null) return await own.reviewReplacement(name, file, work);
  return await deps.withService(connection, (service) =>
    files.withChecked(file, {}, work, (checked) => replacementThere(service, name, checked, work.signal)),
  );
}

function refuseBadSlugs({ namespace, dataset }: PublishRequest): void {
  for (const { slug } of [namespace, dataset]) {
    if (Value.Check(slugSchema, slug)) continue;
    throw new JobError('bad-name', explain('no-part-of-an-address', { name: slug }), slug);
  }
}

async function publishLocally(
  local: Service,
  request: PublishRequest,
  file: ReadingOptions,
  address: string | null,
  work: JobWork,
): Promise<PublishResult> {
  const published = await explainNotFound(
    local.publish(publishingOf(request, file, work), { signal: work.signal, onProgress: work.report }),
    (missing) => notFound(request, missing),
  );
  const { version, rows, checksum, conversions, rejected } = published;
  return {
    kind: 'publish',
    reference: { connection: request.connection, namespace: request.namespace.slug, dataset: request.dataset.slug },
    address: addressOf(request, address),
    version,
    rows,
    checksum,
    conversions,
    rejected,
    rejects: rejected > 0 ? request.rejects : null,
  };
}

/** Identifies the dataset for the user: if no service answers over HTTP, its name in the local service. */
function addressOf({ namespace, dataset }: PublishRequest, service: string | null): string {
  if (service === null) return `${namespace.slug}/${dataset.slug}`;
  return `${service}api/v1/namespaces/${namespace.slug}/datasets/${dataset.slug}/`;
}

function publishingOf(request: PublishRequest, file: ReadingOptions, work: JobWork): FilePublishing {
  const { namespace, dataset, provenance, mode, licence, note, rejects, refuseLoss } = request;
  return {
    namespace,
    dataset,
    mode,
    file,
    columns: columnNotes(file),
    sourceName: path.basename(request.path),
    attempt: work.id,
    ...given({ provenance, licence, note, refuseLoss }),
    ...(rejects === null ? {} : { rejects: path.resolve(rejects) }),
  };
}

function notFound({ namespace: { slug }, dataset }: PublishRequest, { what, requested }: NotFoundError): JobError {
  if (what === 'namespace') return new JobError('not-found', explain('no-namespace', { namespace: slug }), slug);
  if (what === 'group') return new JobError('not-found', explain('group-gone'), requested);
  return new JobError('not-found', explain('dataset-not-in', { dataset: dataset.slug, namespace: slug }), slug);
}
