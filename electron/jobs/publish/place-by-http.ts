import { explain } from '#shared/failures.ts';
import type { NamespaceReaders, PublishRequest } from '#shared/rpc/jobs.ts';
import { ServiceError } from '../../connector/errors.ts';
import { type Exact, member } from '../../connector/rows/exact-json.ts';
import type { JobService } from '../job-deps.ts';
import { JobError } from '../queue/job-failure.ts';
import type { JobWork } from '../queue/job-work.ts';

interface PlaceParts {
  readonly service: JobService;
  readonly request: PublishRequest;
  readonly work: JobWork;
}

/** Undoes one step of preparing a place. */
export type Undo = () => Promise<void>;

/** Where a version is sent. */
export interface PreparedPlace {
  /** Address of the dataset. */
  readonly dataset: string;
  /** Where and of what the dataset is to be made by the request that sends the file; null where it is there. */
  readonly create: { readonly address: URL; readonly fields: Readonly<Record<string, string>> } | null;
  /** To be called when the version is ready: lets those read the namespace who may from then on. */
  open(): Promise<void>;
}

const nothing = async () => {};

/**
 * Makes namespace and dataset where they are not there. Readers who may not read the version never do: one that is
 * there is closed before anything is sent to it. Where the service makes a dataset together with its first version, that
 * is left to it, so that no dataset is ever empty; elsewhere a namespace that is made stays unpublished meanwhile.
 * @param made is given what undoes each step, should the version not come to be.
 */
export async function preparePlace(parts: PlaceParts, made: Undo[]): Promise<PreparedPlace> {
  const { service, request } = parts;
  const { layout } = service.source;
  const namespace = layout.namespace(request.namespace.slug);
  const dataset = layout.dataset(request.namespace.slug, request.dataset.slug);
  const record = await recordOf(parts, namespace);
  const open =
    record === null
      ? await makeNamespace(parts, namespace, made)
      : await prepareReaders(parts, namespace, readersOf(record), made);
  if ((await recordOf(parts, dataset)) !== null) return { dataset, create: null, open };
  const { slug, create } = request.dataset;
  if (create === undefined) throw new JobError('not-found', explain('no-dataset', { dataset: slug }), dataset);
  const address = new URL(`${namespace}datasets/`);
  if (await service.source.makesDatasetsWithFiles()) {
    return { dataset, create: { address, fields: { slug, ...create } }, open };
  }
  if (await make(parts, address, { slug, ...create }, dataset)) made.push(() => removeEmpty(parts, dataset));
  return { dataset, create: null, open };
}

async function makeNamespace(parts: PlaceParts, namespace: string, made: Undo[]) {
  const { service, request } = parts;
  const { slug, create } = request.namespace;
  if (create === undefined) throw new JobError('not-found', explain('no-namespace', { namespace: slug }), namespace);
  const { label, allowedGroups, published } = create;
  // No dataset is visible in it before there are rows: setting the readers needs no second step, which might fail.
  const atOnce = await service.source.makesDatasetsWithFiles();
  const record = { slug, label, published: atOnce && published, allowed_groups: allowedGroups };
  const list = new URL(service.source.layout.endpoint('namespaces').href);
  // Whatever ends this process before the dataset is there: no empty namespace stays, nor is one ever seen.
  if (atOnce) list.searchParams.set('provisional', 'true');
  if (!(await make(parts, list, record, namespace))) return nothing;
  made.push(() => removeEmpty(parts, namespace));
  return published && !atOnce ? () => write(parts, 'PATCH', new URL(namespace), { published }) : nothing;
}

async function prepareReaders(parts: PlaceParts, namespace: string, before: NamespaceReaders, made: Undo[]) {
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

/** A record; null where there is none. */
export async function recordOf(
  { service, work }: Pick<PlaceParts, 'service' | 'work'>,
  address: string,
): Promise<Exact | null> {
  try {
    return await service.source.readRecord(new URL(address), work.signal);
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'not-found') return null;
    throw error;
  }
}

/** @param stoppable false for what is done when the work was stopped already. */
async function write(
  { service, work }: PlaceParts,
  method: 'POST' | 'PATCH',
  address: URL,
  record: object,
  stoppable = true,
): Promise<void> {
  const body = { type: 'application/json', content: JSON.stringify(record) };
  await service.source.send({ method, address, body }, ...(stoppable ? [work.signal] : []));
}

/** Makes a record; false where another process has made it since it was looked for. */
async function make(parts: PlaceParts, list: URL, record: object, address: string): Promise<boolean> {
  try {
    await write(parts, 'POST', list, record);
    return true;
  } catch (error) {
    const there = error instanceof ServiceError && error.status === 400 && (await recordOf(parts, address)) !== null;
    if (there) return false;
    throw error;
  }
}

/**
 * Removes a namespace or a dataset that was made for nothing, unless another process has put something into it
 * meanwhile. A service that does not look for that itself is asked before.
 */
export async function removeEmpty({ service }: Pick<PlaceParts, 'service'>, record: string): Promise<void> {
  const address = new URL(record);
  if (await service.source.makesDatasetsWithFiles()) address.searchParams.set('empty', 'true');
  else {
    const there = await service.source.readRecord(address);
    const [datasets, versions] = [member(there, 'datasets'), member(there, 'versions')];
    const isReady = (version: Exact) => member(version, 'ready') === true;
    if (Array.isArray(datasets) && datasets.length > 0) return;
    if (Array.isArray(versions) && versions.some(isReady)) return;
  }
  await service.source.send({ method: 'DELETE', address });
}
