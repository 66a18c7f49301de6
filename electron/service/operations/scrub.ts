import { setTimeout as sleep } from 'node:timers/promises';
import type { DatasetName } from '#shared/dataset-name.ts';
import type { LongWork } from '../../lib/long-work.ts';
import { readyFiles, type VersionFile } from '../catalogue/records/versions.ts';
import type { ServiceDeps } from '../deps.ts';
import type { CheckVerdict } from '../files/stored-version.ts';
import { lookUpDataset, requireDataset, requireVersion } from './find-dataset.ts';

/** Options of verifying stored files in the background. */
export interface ScrubOptions {
  /** Milliseconds after which a version is due again. */
  readonly everyMs: number;
  /** Whether files may be read now, which a computer on battery rather avoids; by default always. */
  readonly mayRead?: () => Promise<boolean> | boolean;
  /** Milliseconds before the first check for due versions, and between checks. */
  readonly firstWaitMs?: number;
  readonly pollMs?: number;
}

/** Milliseconds after the start, which has other work to do. */
const afterStartMs = 60_000;
const [minPollMs, maxPollMs] = [200, 3600_000];

/**
 * Compares the stored files of all versions with their checksums, one by one at low priority, each once per `everyMs`:
 * the time of the last check is stored with the version, so that a restart resumes where the last run ended. A version
 * whose file differs is taken out of service and logged.
 */
export async function scrub(deps: ServiceDeps, options: ScrubOptions, signal: AbortSignal): Promise<void> {
  const { everyMs, mayRead = () => true } = options;
  const pollMs = options.pollMs ?? Math.min(maxPollMs, Math.max(minPollMs, everyMs / 24));
  try {
    await sleep(options.firstWaitMs ?? Math.min(afterStartMs, pollMs), undefined, { signal });
    for (;;) {
      await readDue(deps, everyMs, mayRead, signal).catch((error: unknown) => {
        if (signal.aborted) throw error;
        // Object storage may be away for some time.
        deps.log.error({ error }, 'Stored files could not be compared with their checksums now.');
      });
      await sleep(pollMs, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) deps.log.error({ error }, 'Stored files are no longer compared with their checksums.');
  }
}

async function readDue(
  deps: ServiceDeps,
  everyMs: number,
  mayRead: () => Promise<boolean> | boolean,
  signal: AbortSignal,
): Promise<void> {
  const due: { readonly file: VersionFile; readonly last: number }[] = [];
  for (const file of await readyFiles(deps.catalogue.records)) {
    const check = await deps.rows.lastCheck(file);
    // A time in the future comes from a wrong clock.
    const noted = check === null ? 0 : Date.parse(check.at);
    const last = noted > Date.now() ? 0 : noted;
    if (Date.now() - last >= everyMs) due.push({ file, last });
  }
  for (const { file } of due.sort((one, other) => one.last - other.last)) {
    signal.throwIfAborted();
    if (!(await mayRead())) return;
    await readOne(deps, file, signal);
  }
}

async function readOne(deps: ServiceDeps, file: VersionFile, signal: AbortSignal): Promise<void> {
  const { key, dataset, slug } = file;
  try {
    const verdict = await deps.rows.verify(file, { signal }, true);
    if (verdict === 'verified') return;
    // A version that was removed meanwhile is not damaged.
    if (!(await readyFiles(deps.catalogue.records)).some((one) => one.key === key)) return;
    deps.log.error(
      { dataset, version: slug, verdict },
      'The stored file of a version is not what was published. The version is not served until its file is restored.',
    );
    deps.announce();
  } catch (error) {
    if (signal.aborted) throw error;
    deps.log.error({ error, dataset, version: slug }, 'The stored file of a version could not be read completely.');
  }
}

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
