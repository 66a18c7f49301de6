import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { everyRow } from '#shared/row-query.ts';
import type { PinRequest, PinResult } from '#shared/rpc/jobs.ts';
import { type DatasetEntry, findDataset } from '../../service/catalogue/datasets.ts';
import { findNamespace } from '../../service/catalogue/namespaces.ts';
import { findStoredVersion, listVersions } from '../../service/catalogue/versions.ts';
import type { ServiceDeps } from '../../service/deps.ts';
import { publishVersion, type VersionOrigin } from '../../service/publish.ts';
import { publishNew } from '../../service/publish-new.ts';
import { originIn } from '../descriptor/version-metadata.ts';
import { ownCsv } from '../export/made-file.ts';
import { type PagedFile, writePagedFile } from '../export/paged-file.ts';
import type { JobDeps, JobService } from '../job-deps.ts';
import { JobError } from '../queue/job-failure.ts';
import type { JobWork } from '../queue/job-work.ts';
import { versionsThere } from './versions-there.ts';

/** Where the rows of a pin are gathered; the same for every run of one job. */
function pinFolder(deps: JobDeps, id: string): string {
  return path.join(deps.scratch, 'pins', id);
}

/** Copies a version of another service to the local one, with word of where it came from. */
export async function runPin(deps: JobDeps, request: PinRequest, work: JobWork): Promise<PinResult> {
  if (request.reference.connection === deps.localConnection) {
    throw new JobError('already-local', 'This dataset is on this computer already.');
  }
  return deps.withService(deps.localConnection, async ({ deps: local }) => {
    if (local === null) {
      throw new JobError('in-use', 'The local service runs in another process: pin from there, or end it first.');
    }
    return deps.withService(request.reference.connection, (service) => pin(deps, local, service, request, work));
  });
}

async function pin(
  deps: JobDeps,
  local: ServiceDeps,
  service: JobService,
  request: PinRequest,
  work: JobWork,
): Promise<PinResult> {
  const folder = pinFolder(deps, work.id);
  const { namespace, dataset: slug } = request.reference;
  const { dataset: record, namespaceLabel } = await service.source.readDataset(
    { namespace, dataset: slug },
    work.signal,
  );
  const versions = await versionsThere(service.source, record.url, work.signal);
  const wanted = request.version ?? versions[0]?.slug ?? null;
  const place = await localPlace(local, service, namespace, slug, record.url);
  const known = place.dataset === null ? null : await copyOf(local, place.dataset, wanted);
  if (known !== null) return result(deps, namespace, place.slug, known.slug, known.rows, true);
  await mkdir(folder, { recursive: true });
  const paged = await writePagedFile({ service, request: wholeOf(request), format: 'csv', folder, work });
  const origin: VersionOrigin = {
    address: record.url,
    version: paged.version,
    checksum: versions.find((one) => one.slug === paged.version)?.checksum ?? '',
    pinned: new Date().toISOString(),
  };
  const made = { namespaceSlug: namespace, namespaceLabel, place, paged, origin };
  const published = await store(local, made, work);
  await rm(folder, { recursive: true, force: true });
  return result(deps, namespace, place.slug, published.slug, published.rows, false);
}

/** The export that a pin begins with: all rows of the version. */
function wholeOf({ reference, version }: PinRequest) {
  const query = { filters: [], ordering: [], search: '', fields: null, version };
  const rest = { format: 'csv' as const, selection: null, target: '', descriptor: false };
  return { kind: 'export' as const, reference, query: { ...everyRow, ...query }, ...rest };
}

function result(deps: JobDeps, namespace: string, dataset: string, version: string, rows: number, present: boolean) {
  const reference = { connection: deps.localConnection, namespace, dataset };
  return { kind: 'pin' as const, reference, version, rows, present };
}

interface LocalPlace {
  readonly slug: string;
  /** The copy that was made before; null for none. */
  readonly dataset: DatasetEntry | null;
}

/** The dataset that already holds copies of this one, or a slug that is free. */
async function localPlace(
  { catalogue }: ServiceDeps,
  service: JobService,
  namespace: string,
  slug: string,
  address: string,
): Promise<LocalPlace> {
  const { records } = catalogue;
  const home = await findNamespace(records, namespace);
  if (home === null) return { slug, dataset: null };
  const host = new URL(service.address).host.replace(/[^A-Za-z0-9]+/g, '-');
  for (let number = 0; ; number += 1) {
    const candidate = [slug, ...(number === 0 ? [] : [host]), ...(number < 2 ? [] : [String(number)])].join('-');
    const dataset = await findDataset(records, home.id, candidate);
    if (dataset === null) return { slug: candidate, dataset: null };
    const [newest] = await listVersions(records, [dataset.id]);
    if (newest !== undefined && originIn(newest.metadata)?.address === address) return { slug: candidate, dataset };
  }
}

/** The version that is a copy of a version there. */
async function copyOf({ catalogue }: ServiceDeps, dataset: DatasetEntry, version: string | null) {
  if (version === null) return null;
  const versions = await listVersions(catalogue.records, [dataset.id]);
  const copy = versions.find(({ ready, metadata }) => ready && originIn(metadata)?.version === version);
  return copy === undefined ? null : findStoredVersion(catalogue.records, dataset.id, copy.slug);
}

interface Gathered {
  readonly namespaceSlug: string;
  readonly namespaceLabel: string;
  readonly place: LocalPlace;
  readonly paged: PagedFile;
  readonly origin: VersionOrigin;
}

async function store(local: ServiceDeps, gathered: Gathered, work: JobWork) {
  const { namespaceSlug, namespaceLabel, place, paged, origin } = gathered;
  const source = ownCsv(paged.file, paged.columns);
  const columns = paged.columns.map(({ name, label, description }) => ({ name, label, description }));
  const options = { signal: work.signal, onProgress: work.report, columns, origin, sourceName: origin.address };
  if (place.dataset !== null) return publishVersion(local, place.dataset.id, source, options);
  const namespace = { slug: namespaceSlug, label: namespaceLabel, published: true };
  const { label, description } = paged.dataset;
  return publishNew(local, { namespace, dataset: { slug: place.slug, label, description } }, source, options);
}

/** Removes what a run of a pin has gathered. */
export async function discardPin(deps: JobDeps, id: string): Promise<void> {
  await rm(pinFolder(deps, id), { recursive: true, force: true });
}
