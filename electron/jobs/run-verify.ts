import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { VerifyRequest, VerifyResult } from '#shared/rpc/jobs.ts';
import { say, sentences } from '#shared/sentences/say.ts';
import { ServiceError } from '../connector/errors.ts';
import { findDataset } from '../service/catalogue/datasets.ts';
import { findNamespace } from '../service/catalogue/namespaces.ts';
import { findStoredVersion } from '../service/catalogue/versions.ts';
import type { ServiceDeps } from '../service/deps.ts';
import { checksumOf } from '../service/rows/durable-file.ts';
import { findDescription } from './descriptor/descriptor-file.ts';
import type { JobDeps, JobService } from './job-deps.ts';
import { JobError } from './queue/job-failure.ts';
import type { JobWork } from './queue/job-work.ts';

type Subject = VerifyRequest['subject'];
type VersionSubject = Extract<Subject, { kind: 'version' }>;

/** What came of a check, and the version that it was of. */
interface Checked {
  readonly version: string;
  readonly result: VerifyResult;
}

function notChecked(reason: string, expected: string | null = null): VerifyResult {
  return { kind: 'verify', verdict: 'not-checked', reason, expected, found: null };
}

function compared(expected: string, found: string): VerifyResult {
  const same = expected.toLowerCase() === found;
  const reason = same ? '' : say('other-bytes');
  return { kind: 'verify', verdict: same ? 'verified' : 'differs', reason, expected, found };
}

/** Compares bytes with the checksum that was written down for them. */
export async function runVerify(deps: JobDeps, { subject }: VerifyRequest, work: JobWork): Promise<VerifyResult> {
  if (subject.kind === 'file') return verifyFile(path.resolve(subject.path), work);
  const { version, result } = await deps.withService(subject.reference.connection, (service) =>
    service.deps === null ? verifyThere(service, subject, work) : verifyHere(service.deps, subject, work),
  );
  const { verdict, reason, expected } = result;
  const at = new Date().toISOString();
  await deps.checks.note(subject.reference, { version, verdict, reason, expected, at });
  return result;
}

async function hashOf(file: string, work: JobWork): Promise<string> {
  const { size } = await stat(file);
  return checksumOf(file, work.signal, (bytes) =>
    work.report({ phase: 'checking', rows: 0, bytes, fraction: size === 0 ? 1 : bytes / size }),
  );
}

async function verifyFile(file: string, work: JobWork): Promise<VerifyResult> {
  const description = await findDescription(file);
  const expected = /^sha256:([0-9a-fA-F]{64})$/.exec(description?.hash ?? '')?.[1];
  if (expected === undefined) {
    await stat(file);
    return notChecked(say('no-descriptor'));
  }
  return compared(expected, await hashOf(file, work));
}

async function verifyHere(
  { catalogue, rows }: ServiceDeps,
  { reference, version }: VersionSubject,
  work: JobWork,
): Promise<Checked> {
  const { records } = catalogue;
  const namespace = await findNamespace(records, reference.namespace);
  const dataset = namespace === null ? null : await findDataset(records, namespace.id, reference.dataset);
  const stored = dataset === null ? null : await findStoredVersion(records, dataset.id, version);
  if (stored === null) throw new JobError('not-found', say('version-gone'), reference.dataset);
  const verdict = await rows.verify(stored, { signal: work.signal, onProgress: work.report });
  const expected = stored.checksum;
  if (verdict === 'verified') return { version: stored.slug, result: compared(expected, expected) };
  const reason = verdict === 'missing' ? say('stored-file-gone') : say('stored-file-altered');
  return { version: stored.slug, result: { kind: 'verify', verdict: 'differs', reason, expected, found: null } };
}

/** A service that hands out its stored file is checked by reading it whole; its checksum on the way costs no disk. */
async function verifyThere(
  { source }: JobService,
  { reference, version }: VersionSubject,
  work: JobWork,
): Promise<Checked> {
  const { namespace, dataset: slug } = reference;
  const { dataset } = await source.readDataset({ namespace, dataset: slug }, work.signal);
  const record = dataset.versions.find((one) => (version === null ? one.ready : one.slug === version));
  if (record === undefined) throw new JobError('not-found', say('version-gone'), slug);
  const checked = (result: VerifyResult): Checked => ({ version: record.slug, result });
  if (!/^[0-9a-fA-F]{64}$/.test(record.checksum)) {
    return checked(notChecked(say('no-checksum-told'), record.checksum));
  }
  const address = new URL(dataset.download);
  address.searchParams.set('_format', 'parquet');
  address.searchParams.set('version', record.slug);
  const read = () =>
    source.checksumOf(address, work.signal, (bytes) =>
      work.report({ phase: 'reading', rows: 0, bytes, fraction: null }),
    );
  // A service that finds its file damaged while it sends it ends the connection, and says so when it is asked again.
  const found = await read()
    .catch((error: unknown) => {
      if (damageSaid(error) !== null || !isCutOff(error)) throw error;
      return read();
    })
    .catch((error: unknown) => {
      const reason = damageSaid(error);
      if (reason === null) throw error;
      return { reason };
    });
  if (found !== null && typeof found === 'object') {
    const { reason } = found;
    return checked({ kind: 'verify', verdict: 'differs', reason, expected: record.checksum, found: null });
  }
  return checked(
    found === null ? notChecked(say('stored-file-withheld'), record.checksum) : compared(record.checksum, found),
  );
}

function isCutOff(error: unknown): boolean {
  return error instanceof ServiceError && error.retry;
}

/** Why a service says that it does not serve a version: its stored file is not what was published; null for all else. */
function damageSaid(error: unknown): string | null {
  if (!(error instanceof ServiceError)) return null;
  if (error.message.includes(say('version-file-missing'))) return say('stored-file-gone');
  const [beforeSize = ''] = sentences['version-file-size'].split('{{');
  const isAltered = error.message.includes(say('version-file-altered')) || error.message.includes(beforeSize);
  return isAltered ? say('stored-file-altered') : null;
}
