import { ServiceError } from '../../connector/errors.ts';
import { type Exact, member } from '../../connector/exact-json.ts';
import { originIn, rowsIn } from '../descriptor/version-metadata.ts';
import type { JobService } from '../job-deps.ts';

/** A version of a local dataset that may be a copy. */
interface LocalVersion {
  readonly slug: string;
  readonly metadata: string;
}

/** Where the copies of a dataset are, or will be. */
export interface PlaceOfCopies {
  readonly slug: string;
  /** The ready versions that are there already, newest first; null when the dataset is not there yet. */
  readonly versions: readonly LocalVersion[] | null;
}

function textOf(value: Exact | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The ready versions of a dataset here, as they are at this moment; null when there is no such dataset. */
async function versionsHere(local: JobService, namespace: string, slug: string, signal: AbortSignal) {
  try {
    const address = new URL(local.source.layout.dataset(namespace, slug));
    const versions = member(await local.source.readRecord(address, signal), 'versions');
    const known = Array.isArray(versions) ? versions : [];
    return known
      .filter((version) => member(version, 'ready') === true)
      .map((version) => ({ slug: textOf(member(version, 'slug')), metadata: textOf(member(version, 'metadata')) }));
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not-found') return null;
    throw error;
  }
}

/**
 * The dataset that already holds copies of this one, or a slug that is free.
 * @param origin host of the other service, and address of the dataset there.
 */
export async function placeOfCopies(
  local: JobService,
  { namespace, slug }: { readonly namespace: string; readonly slug: string },
  origin: { readonly host: string; readonly address: string },
  signal: AbortSignal,
): Promise<PlaceOfCopies> {
  const host = origin.host.replace(/[^A-Za-z0-9]+/g, '-');
  for (let number = 0; ; number += 1) {
    const candidate = [slug, ...(number === 0 ? [] : [host]), ...(number < 2 ? [] : [String(number)])].join('-');
    const versions = await versionsHere(local, namespace, candidate, signal);
    if (versions === null) return { slug: candidate, versions };
    const [newest] = versions;
    if (newest !== undefined && originIn(newest.metadata)?.address === origin.address) {
      return { slug: candidate, versions };
    }
  }
}

/** The version here that is a copy of a version there, with its rows; null when there is none. */
export function copyOf({ versions }: PlaceOfCopies, version: string | null) {
  if (version === null || versions === null) return null;
  const copy = versions.find(({ metadata }) => originIn(metadata)?.version === version);
  return copy === undefined ? null : { slug: copy.slug, rows: rowsIn(copy.metadata) };
}
