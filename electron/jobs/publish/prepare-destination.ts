import { isOfKind } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import type { NamespaceReaders, PublishRequest } from '#shared/rpc/jobs.ts';
import { ServiceError } from '../../connector/errors.ts';
import { jsonBody } from '../../connector/http/json-body.ts';
import { offers } from '../../connector/service-api.ts';
import { type Exact, member } from '../../lib/exact-json.ts';
import type { JobService } from '../job-deps.ts';
import { JobError, type JobWork } from '../queue/job-failure.ts';

interface DestinationParts {
  readonly service: JobService;
  readonly request: PublishRequest;
  readonly work: JobWork;
}

/** Undoes one step of the preparation. */
export type Undo = () => Promise<void>;

export interface PreparedDestination {
  /** Address of the dataset. */
  readonly dataset: string;
  /** Address and fields for creating the dataset in the request that sends the file; null if it exists. */
  readonly create: { readonly address: URL; readonly fields: Readonly<Record<string, string>> } | null;
  /** Call this when the version is ready: sets the readers of the namespace. */
  open(): Promise<void>;
}

const nothing = async () => {};

/**
 * Creates namespace and dataset if they are missing. Users who may not read the version never can read it: an existing
 * namespace is closed to them before anything is sent. If the service creates a dataset together with its first
 * version, that is left to it, so that no dataset is ever empty; otherwise a new namespace stays unpublished meanwhile.
 * @param made collects what undoes each step, in case publishing fails
 */
export async function prepareDestination(parts: DestinationParts, made: Undo[]): Promise<PreparedDestination> {
  const { service, request } = parts;
  const { layout } = service.source;
  const namespace = layout.namespace(request.namespace.slug);
  const dataset = layout.dataset(request.namespace.slug, request.dataset.slug);
  const record = await readRecordOf(parts, namespace);
  const open =
    record === null
      ? await makeNamespace(parts, namespace, made)
      : await prepareReaders(parts, namespace, readersOf(record), made);
  if ((await readRecordOf(parts, dataset)) !== null) return { dataset, create: null, open };
  const { slug, create } = request.dataset;
  if (create === undefined) throw new JobError('not-found', explain('no-dataset', { dataset: slug }), dataset);
  const address = new URL(`${namespace}datasets/`);
  if (await offers(service.source, 'dataset-with-file')) {
    return { dataset, create: { address, fields: { slug, ...create } }, open };
  }
  if (await make(parts, address, { slug, ...create }, dataset)) made.push(() => removeEmpty(parts, dataset));
  return { dataset, create: null, open };
}

async function makeNamespace(parts: DestinationParts, namespace: string, made: Undo[]) {
  const { service, request } = parts;
  const { slug, create } = request.namespace;
  if (create === undefined) throw new JobError('not-found', explain('no-namespace', { namespace: slug }), namespace);
  const { label, allowedGroups, published } = create;
  // No dataset is visible in it before there are rows: setting the readers needs no second step, which might fail.
  const atOnce = await offers(service.source, 'dataset-with-file');
  const record = { slug, label, published: atOnce && published, allowed_groups: allowedGroups };
  const list = new URL(service.source.layout.endpoint('namespaces').href);
  // If this process ends before the dataset exists, no empty namespace stays, nor is one ever visible.
  if (atOnce) list.searchParams.set('provisional', 'true');
  if (!(await make(parts, list, record, namespace))) return nothing;
  made.push(() => removeEmpty(parts, namespace));
  return published && !atOnce ? () => write(parts, 'PATCH', new URL(namespace), { published }) : nothing;
}

async function prepareReaders(parts: DestinationParts, namespace: string, before: NamespaceReaders, made: Undo[]) {
  const { readers } = parts.request.namespace;
  if (readers === undefined) return nothing;
  const set = ({ published, allowedGroups }: NamespaceReaders, signal = true) =>
    write(parts, 'PATCH', new URL(namespace), { published, allowed_groups: allowedGroups }, signal);
  if (!shutsOut(before, readers)) return () => set(readers);
  await set(readers);
  made.push(() => set(before, false));
  return nothing;
}

/** Whether a user who may read now would lose that right. */
export function shutsOut(before: NamespaceReaders, after: NamespaceReaders): boolean {
  if (!before.published) return false;
  if (!after.published) return true;
  if (after.allowedGroups.length === 0) return false;
  const { allowedGroups: groups } = before;
  return groups.length === 0 || groups.some((group) => !after.allowedGroups.includes(group));
}

function readersOf(record: Exact): NamespaceReaders {
  const groups = member(record, 'allowed_groups');
  const allowedGroups = Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : [];
  return { published: member(record, 'published') === true, allowedGroups };
}

/** A record; null if there is none. */
export async function readRecordOf(
  { service, work }: Pick<DestinationParts, 'service' | 'work'>,
  address: string,
): Promise<Exact | null> {
  try {
    return await service.source.readRecord(new URL(address), work.signal);
  } catch (error) {
    if (isOfKind(error, 'not-found')) return null;
    throw error;
  }
}

/** Sends a record. @param stoppable false for cleaning up after the work was stopped */
async function write(
  { service, work }: DestinationParts,
  method: 'POST' | 'PATCH',
  address: URL,
  record: object,
  stoppable = true,
): Promise<void> {
  await service.source.send({ method, address, body: jsonBody(record) }, ...(stoppable ? [work.signal] : []));
}

/** Creates a record; false if another process has created it meanwhile. */
async function make(parts: DestinationParts, list: URL, record: object, address: string): Promise<boolean> {
  try {
    await write(parts, 'POST', list, record);
    return true;
  } catch (error) {
    const there =
      error instanceof ServiceError && error.status === 400 && (await readRecordOf(parts, address)) !== null;
    if (there) return false;
    throw error;
  }
}

/**
 * Removes a namespace or dataset that was created for a failed attempt, unless another process has put something into
 * it meanwhile. A service that does not check that itself is asked first.
 */
export async function removeEmpty({ service }: Pick<DestinationParts, 'service'>, record: string): Promise<void> {
  const address = new URL(record);
  if (await offers(service.source, 'dataset-with-file')) address.searchParams.set('empty', 'true');
  else {
    const there = await service.source.readRecord(address);
    const [datasets, versions] = [member(there, 'datasets'), member(there, 'versions')];
    const isReady = (version: Exact) => member(version, 'ready') === true;
    if (Array.isArray(datasets) && datasets.length > 0) return;
    if (Array.isArray(versions) && versions.some(isReady)) return;
  }
  await service.source.send({ method: 'DELETE', address });
}
