import type { DatasetName } from '#shared/dataset-name.ts';
import type { LongWork } from '../../lib/long-work.ts';
import { readyFiles } from '../catalogue/records/versions.ts';
import type { ServiceDeps } from '../deps.ts';
import type { CheckVerdict } from '../files/stored-version.ts';
import { lookUpDataset, requireDataset, requireVersion } from './find-dataset.ts';

type VerifyDeps = Pick<ServiceDeps, 'catalogue' | 'rows'>;

/** The outcome of comparing a stored file with its checksum. */
export interface VersionVerdict {
  readonly version: string;
  readonly verdict: CheckVerdict;
  /** Expected SHA-256 of the file in hexadecimal. */
  readonly checksum: string;
}

/**
 * Reads the stored file of a version and compares its checksum.
 * @param slug null for the newest
 * @throws {NotFoundError}
 */
export async function verifyVersion(
  { catalogue, rows }: VerifyDeps,
  name: DatasetName,
  slug: string | null,
  work: LongWork,
): Promise<VersionVerdict> {
  const { records } = catalogue;
  const stored = await requireVersion(records, await requireDataset(records, name), slug);
  return { version: stored.slug, verdict: await rows.verify(stored, work), checksum: stored.checksum };
}

/** The last check of a stored file. */
export interface PastCheck extends VersionVerdict {
  /** Time of the check, ISO 8601. */
  readonly at: string;
}

/** The last check of every ready version of a dataset that has been checked; empty if there is no such dataset. */
export async function pastChecks({ catalogue, rows }: VerifyDeps, name: DatasetName): Promise<PastCheck[]> {
  const { records } = catalogue;
  const dataset = await lookUpDataset(records, name);
  if (dataset === null) return [];
  const files = await readyFiles(records, dataset.id);
  const found = await Promise.all(
    files.map(async (file): Promise<PastCheck[]> => {
      const check = await rows.lastCheck(file);
      if (check === null || check.asWritten) return [];
      return [{ version: file.slug, verdict: check.verdict, checksum: file.checksum, at: check.at }];
    }),
  );
  return found.flat();
}
