import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { explain } from '#shared/failures.ts';
import { everyRow } from '#shared/row-query.ts';
import type { PinRequest, PinResult, PublishRequest } from '#shared/rpc/jobs.ts';
import type { VersionOrigin } from '#shared/version-metadata.ts';
import { ReadersChangedError, type Service } from '../../service/service.ts';
import { type PagedFile, writePagedFile } from '../export/paged-file.ts';
import { ownCsv } from '../export/write-export-file.ts';
import type { JobDeps, JobService } from '../job-deps.ts';
import { publishByHttp } from '../publish/publish-by-http.ts';
import { JobError, type JobWork } from '../queue/job-failure.ts';
import { type CopyDestination, copyOf, findCopyDestination } from './copies.ts';
import { remoteVersions } from './remote-versions.ts';

/** Copies a version of another service to the local one, recording its origin. */
export async function runPin(deps: JobDeps, request: PinRequest, work: JobWork): Promise<PinResult> {
  if (request.reference.connection === deps.localConnection) {
    throw new JobError('already-local', explain('already-local'));
  }
  return deps.withService(deps.localConnection, (local) =>
    deps.withService(request.reference.connection, (service) => pin(deps, local, service, request, work)),
  );
}

async function pin(
  deps: JobDeps,
  local: JobService,
  service: JobService,
  request: PinRequest,
  work: JobWork,
): Promise<PinResult> {
  // The rows are collected in a folder beside this path.
  const gathered = path.join(deps.scratch, 'pins', work.id);
  const { namespace, dataset: slug } = request.reference;
  const { dataset: record, namespaceLabel } = await service.source.readDataset(
    { namespace, dataset: slug },
    work.signal,
  );
  const versions = await remoteVersions(service.source, record.url, work.signal);
  const version = request.version ?? versions[0]?.slug ?? null;
  const isPublic = request.public === true;
  const from = { namespace, slug, host: new URL(service.address).host, address: record.url };
  const findPlace = () => findCopyDestination(deps, local, from, isPublic ? 'everyone' : 'owner', work.signal);
  const place = await findPlace();
  const known = copyOf(place, version);
  if (known !== null) return { ...result(deps, place, known, isPublic), present: true };
  // If another process copies the same version, its copy is found when it is done.
  await mkdir(path.dirname(gathered), { recursive: true, mode: 0o700 });
  let opened = await deps.unfinished.open(work.id, gathered, true);
  while (opened === null) {
    work.signal.throwIfAborted();
    opened = await deps.unfinished.open(work.id, gathered, true);
  }
  // Only this user can write in the folder around it.
  await opened.close();
  const placeNow = await findPlace();
  const there = copyOf(placeNow, version);
  if (there !== null) {
    await deps.unfinished.discard(work.id);
    return { ...result(deps, placeNow, there, isPublic), present: true };
  }
  const paged = await writePagedFile({
    service,
    request: wholeOf(request),
    format: 'csv',
    folder: opened.location,
    work,
    retryLimits: deps.retryLimits,
  });
  const origin: VersionOrigin = {
    address: record.url,
    version: paged.version,
    checksum: versions.find((one) => one.slug === paged.version)?.checksum ?? '',
    pinned: new Date().toISOString(),
    public: isPublic,
  };
  const made = await storeCopy(deps, local, { namespaceLabel, paged, origin, isPublic }, findPlace, work);
  await deps.unfinished.discard(work.id);
  return made;
}

async function storeCopy(
  deps: JobDeps,
  local: JobService,
  rows: Omit<Gathered, 'place'>,
  findPlace: () => Promise<CopyDestination>,
  work: JobWork,
): Promise<PinResult> {
  for (;;) {
    // Reading took some time: the readers of the namespace may have changed.
    const made: Gathered = { ...rows, place: await findPlace() };
    try {
      const published =
        local.local === null ? await send(deps, local, made, work) : await store(local.local, made, work);
      return result(deps, made.place, published, rows.isPublic);
    } catch (error) {
      if (!(error instanceof ReadersChangedError)) throw error;
    }
  }
}

/** The export that a copy starts with: all rows of the version. */
function wholeOf({ reference, version }: PinRequest) {
  const query = { filters: [], ordering: [], search: '', fields: null, version };
  const rest = { format: 'csv' as const, selection: null, target: '', descriptor: false };
  return { kind: 'export' as const, reference, query: { ...everyRow, ...query }, ...rest };
}

function result(
  deps: JobDeps,
  { namespace, slug }: CopyDestination,
  { slug: version, rows }: { readonly slug: string; readonly rows: number },
  isPublic: boolean,
) {
  const reference = { connection: deps.localConnection, namespace, dataset: slug };
  return { kind: 'pin' as const, reference, version, rows, present: false, public: isPublic };
}

interface Gathered {
  readonly namespaceLabel: string;
  readonly place: CopyDestination;
  readonly paged: PagedFile;
  readonly origin: VersionOrigin;
  readonly isPublic: boolean;
}

/** How to import the collected rows. */
function sourceOf({ paged }: Gathered) {
  const columns = paged.columns.map(({ name, label, description }) => ({ name, label, description }));
  return { file: ownCsv(paged.file, paged.columns), columns };
}

async function store(local: Service, gathered: Gathered, work: JobWork) {
  const { namespaceLabel, place, paged, origin, isPublic } = gathered;
  const { label, description } = paged.dataset;
  const published = await local.publish(
    {
      ...sourceOf(gathered),
      namespace: { slug: place.namespace, create: { label: namespaceLabel, published: isPublic, allowedGroups: [] } },
      dataset: { slug: place.slug, create: { label, description } },
      mode: 'replace',
      sourceName: origin.address,
      origin,
      expectedReaders: isPublic ? 'everyone' : 'owner',
    },
    { signal: work.signal, onProgress: work.report },
  );
  return { slug: published.version, rows: published.rows };
}

/** Another process owns the local service: send it the collected rows. */
async function send(deps: JobDeps, service: JobService, gathered: Gathered, work: JobWork) {
  const { namespaceLabel, place, paged, origin, isPublic } = gathered;
  const { file, columns } = sourceOf(gathered);
  const { label, description } = paged.dataset;
  const request: PublishRequest = {
    kind: 'publish',
    connection: deps.localConnection,
    path: paged.file,
    options: {},
    namespace: {
      slug: place.namespace,
      create: { label: namespaceLabel, published: isPublic, allowedGroups: [] },
      // If it was opened meanwhile, it is closed before the rows are sent.
      ...(isPublic ? {} : { readers: { published: false, allowedGroups: [] } }),
    },
    dataset: { slug: place.slug, create: { label, description } },
    mode: 'replace',
    rejects: null,
  };
  const files = await deps.files();
  // A repeated job finds its copy by itself; one with the same id may be for another version.
  const attempt = randomUUID();
  const sent = await publishByHttp({ service, files, request, file, columns, origin, attempt, work });
  return { slug: sent.version, rows: sent.rows };
}
