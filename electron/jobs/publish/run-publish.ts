import path from 'node:path';
import { Value } from 'typebox/value';
import { slug as slugSchema } from '#shared/api/fields.ts';
import type { PublishRequest, PublishResult } from '#shared/rpc/jobs.ts';
import { say } from '#shared/sentences/say.ts';
import { listGroups } from '../../service/catalogue/groups.ts';
import { changeNamespace, findNamespace, type NamespaceEntry } from '../../service/catalogue/namespaces.ts';
import type { Records } from '../../service/catalogue/open-catalogue.ts';
import type { ServiceDeps } from '../../service/deps.ts';
import type { PublishOptions } from '../../service/publish.ts';
import { publishTo } from '../../service/publish-new.ts';
import type { JobDeps, OwnParts } from '../job-deps.ts';
import { JobError } from '../queue/job-failure.ts';
import type { JobWork } from '../queue/job-work.ts';
import { type FileSource, readFileSource } from './file-source.ts';
import { publishByHttp } from './publish-by-http.ts';

/** Makes a version of a dataset out of a file: whole and ready when it resolves, and otherwise nothing. */
export async function runPublish(deps: JobDeps, request: PublishRequest, work: JobWork): Promise<PublishResult> {
  refuseBadSlugs(request);
  work.report({ phase: 'looking at the file', rows: 0, bytes: 0, fraction: null });
  const own = request.connection === deps.localConnection ? await deps.ownParts() : null;
  const rows = own?.deps.rows ?? (await deps.rows());
  const file = await readFileSource(rows, request.path, request.options, deps.scratch, 'take-in', work.signal);
  if (own !== null) return publishHere(own, request, file, work);
  const { patience } = deps;
  return deps.withService(request.connection, (service) =>
    publishByHttp({ service, rows, request, file, attempt: work.id, work, patience }),
  );
}

function refuseBadSlugs({ namespace, dataset }: PublishRequest): void {
  for (const { slug } of [namespace, dataset]) {
    if (Value.Check(slugSchema, slug)) continue;
    throw new JobError('bad-name', say('no-part-of-an-address', { name: slug }), slug);
  }
}

async function publishHere(
  { deps, address }: OwnParts,
  request: PublishRequest,
  file: FileSource,
  work: JobWork,
): Promise<PublishResult> {
  const { records } = deps.catalogue;
  const namespace = await findNamespace(records, request.namespace.slug);
  const alongside = namespace === null ? null : await readersChange(deps, request, namespace.id);
  const options = { ...publishOptions(request, file, work), ...(alongside !== null && { alongside }) };
  const published = await publishTo(
    deps,
    { namespace: request.namespace.slug, dataset: request.dataset.slug },
    () => newPlace(deps, request, namespace),
    file.source,
    { ...options, mode: request.mode },
  );
  const { slug, rows, checksum, conversions, rejected } = published;
  return {
    kind: 'publish',
    reference: { connection: request.connection, namespace: request.namespace.slug, dataset: request.dataset.slug },
    address: addressOf(request, address),
    version: slug,
    rows,
    checksum,
    conversions: [...conversions],
    rejected,
    rejects: rejected > 0 ? request.rejects : null,
  };
}

/** By which the dataset is found again: where nobody answers by HTTP, its name in this computer's service. */
function addressOf({ namespace, dataset }: PublishRequest, service: string | null): string {
  if (service === null) return `${namespace.slug}/${dataset.slug}`;
  return `${service}api/v1/namespaces/${namespace.slug}/datasets/${dataset.slug}/`;
}

function publishOptions(request: PublishRequest, file: FileSource, work: JobWork): PublishOptions {
  return {
    signal: work.signal,
    onProgress: work.report,
    request: work.id,
    columns: file.notes,
    sourceName: path.basename(request.path),
    ...(request.licence === undefined ? {} : { licence: request.licence }),
    ...(request.rejects === null ? {} : { rejects: path.resolve(request.rejects) }),
  };
}

async function newPlace(deps: ServiceDeps, request: PublishRequest, namespace: NamespaceEntry | null) {
  const { slug, create } = request.namespace;
  if (namespace === null && create === undefined) {
    throw new JobError('not-found', say('no-namespace', { namespace: slug }), slug);
  }
  if (request.dataset.create === undefined) {
    throw new JobError('not-found', say('dataset-not-in', { dataset: request.dataset.slug, namespace: slug }), slug);
  }
  const groups = await groupIds(deps, create?.allowedGroups ?? []);
  return {
    namespace: { slug, label: create?.label ?? slug, published: create?.published ?? true, allowedGroups: groups },
    dataset: { slug: request.dataset.slug, ...request.dataset.create },
  };
}

/** Says who may read a namespace that is there; null where that stays as it is. */
async function readersChange(deps: ServiceDeps, { namespace: { readers } }: PublishRequest, id: number) {
  if (readers === undefined) return null;
  const { published } = readers;
  const allowedGroups = await groupIds(deps, readers.allowedGroups);
  return async (records: Records) => void (await changeNamespace(records, id, { published, allowedGroups }));
}

/** Ids of groups by their addresses. */
async function groupIds(deps: ServiceDeps, addresses: readonly string[]): Promise<number[]> {
  if (addresses.length === 0) return [];
  const known = new Set((await listGroups(deps.catalogue.records)).map(({ id }) => id));
  return addresses.map((address) => {
    const id = Number(/\/groups\/(\d{1,15})\/?$/.exec(address)?.[1] ?? Number.NaN);
    if (!known.has(id)) throw new JobError('not-found', say('group-gone'), address);
    return id;
  });
}
