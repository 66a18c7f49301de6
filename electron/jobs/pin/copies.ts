import { isOfKind } from '#shared/english/explained-error.ts';
import { originIn, rowsIn } from '#shared/version-metadata.ts';
import { textField } from '../../connector/catalogue/fields.ts';
import { member } from '../../lib/exact-json.ts';
import type { JobDeps, JobService } from '../job-deps.ts';

/** A version of a local dataset that may be a copy. */
interface LocalVersion {
  readonly slug: string;
  readonly metadata: string;
}

/** Where the copies of a dataset are, or will be. */
export interface CopyDestination {
  readonly namespace: string;
  readonly slug: string;
  /** The existing ready versions, newest first; null if the dataset does not exist yet. */
  readonly versions: readonly LocalVersion[] | null;
}

/** The dataset to copy. */
export interface CopyOrigin {
  readonly namespace: string;
  readonly slug: string;
  readonly host: string;
  /** Address of the dataset there. */
  readonly address: string;
}

/** The current ready versions of a local dataset; null if there is none. */
async function localVersions(local: JobService, namespace: string, slug: string, signal: AbortSignal) {
  try {
    const address = new URL(local.source.layout.dataset(namespace, slug));
    const versions = member(await local.source.readRecord(address, signal), 'versions');
    const known = Array.isArray(versions) ? versions : [];
    return known
      .filter((version) => member(version, 'ready') === true)
      .map((version) => ({ slug: textField(version, 'slug'), metadata: textField(version, 'metadata') }));
  } catch (error) {
    if (isOfKind(error, 'not-found')) return null;
    throw error;
  }
}

/**
 * The dataset that already contains copies of this one for these readers, or a free slug, in a namespace for exactly
 * these readers. An existing namespace is never opened or closed for a copy: if it has other readers, the copy goes
 * into one beside it.
 * @param readers `owner`: only the desktop's own account may read the copy
 */
export async function findCopyDestination(
  { readersHere }: Pick<JobDeps, 'readersHere'>,
  local: JobService,
  origin: CopyOrigin,
  readers: 'owner' | 'everyone',
  signal: AbortSignal,
): Promise<CopyDestination> {
  let free: CopyDestination | null = null;
  let isNameTaken = false;
  for (const namespace of namesForCopy(origin.namespace, origin.host)) {
    const found = await readersHere(namespace);
    if (found === 'absent') return free ?? { namespace, slug: firstFree(origin, isNameTaken), versions: null };
    if (found === readers) {
      const place = await placeWithin(local, namespace, origin, isNameTaken, signal);
      if (place.versions !== null) return place;
      free ??= place;
    } else if (namespace === origin.namespace) {
      isNameTaken = (await localVersions(local, namespace, origin.slug, signal)) !== null;
    }
  }
  throw new Error('Names never end.');
}

/** A copy does not get the name of another dataset in its original namespace: users would confuse them. */
function firstFree({ slug, host }: CopyOrigin, isNameTaken: boolean): string {
  const names = namesForCopy(slug, host);
  if (isNameTaken) names.next();
  return String(names.next().value);
}

async function placeWithin(
  local: JobService,
  namespace: string,
  origin: CopyOrigin,
  isNameTaken: boolean,
  signal: AbortSignal,
): Promise<CopyDestination> {
  for (const slug of namesForCopy(origin.slug, origin.host)) {
    const versions = await localVersions(local, namespace, slug, signal);
    if (versions === null && isNameTaken && slug === origin.slug) continue;
    if (versions === null) return { namespace, slug, versions };
    const [newest] = versions;
    if (newest !== undefined && originIn(newest.metadata)?.address === origin.address) {
      return { namespace, slug, versions };
    }
  }
  throw new Error('Names never end.');
}

/** The local version that is a copy of a remote one, with its row count; null if there is none. */
export function copyOf({ versions }: CopyDestination, version: string | null) {
  if (version === null || versions === null) return null;
  const copy = versions.find(({ metadata }) => originIn(metadata)?.version === version);
  return copy === undefined ? null : { slug: copy.slug, rows: rowsIn(copy.metadata) };
}

/**
 * Names for a copy in order of preference: the same name, the name with the host, then numbered ones. The sequence is
 * infinite.
 */
function* namesForCopy(name: string, host: string): Generator<string> {
  const suffix = host.replace(/[^A-Za-z0-9]+/g, '-');
  yield name;
  yield `${name}-${suffix}`;
  for (let number = 2; ; number += 1) yield `${name}-${suffix}-${number}`;
}
