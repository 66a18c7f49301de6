import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type Explanation, explain } from '#shared/failures.ts';
import type { VerifyRequest, VerifyResult } from '#shared/rpc/jobs.ts';
import { ServiceError } from '../connector/errors.ts';
import type { Source } from '../connector/source.ts';
import type { Service } from '../service/service.ts';
import { checksumOfFile } from '../service/user-files.ts';
import { findDescription } from './descriptor/descriptor-file.ts';
import { explainNotFound } from './explain-not-found.ts';
import type { JobDeps, JobService } from './job-deps.ts';
import { JobError, type JobWork } from './queue/job-failure.ts';

type Subject = VerifyRequest['subject'];
type VersionSubject = Extract<Subject, { kind: 'version' }>;

interface Checked {
  readonly version: string;
  readonly result: VerifyResult;
}

function notChecked(reason: Explanation, expected: string | null = null): VerifyResult {
  return { kind: 'verify', verdict: 'not-checked', reason, expected, found: null };
}

function compared(expected: string, found: string): VerifyResult {
  const same = expected.toLowerCase() === found;
  const reason = same ? null : explain('other-bytes');
  return { kind: 'verify', verdict: same ? 'verified' : 'differs', reason, expected, found };
}

/** Compares bytes with their recorded checksum. */
export async function runVerify(deps: JobDeps, { subject }: VerifyRequest, work: JobWork): Promise<VerifyResult> {
  if (subject.kind === 'file') return verifyFile(path.resolve(subject.path), work);
  const { version, result } = await deps.withService(subject.reference.connection, (service) =>
    service.local === null
      ? verifyRemoteVersion(service, subject, work)
      : verifyLocalVersion(service.local, subject, work),
  );
  const { verdict, reason, expected } = result;
  const at = new Date().toISOString();
  await deps.checks.note(subject.reference, { version, verdict, reason, expected, at });
  return result;
}

async function hashOf(file: string, work: JobWork): Promise<string> {
  const { size } = await stat(file);
  return checksumOfFile(file, work.signal, (bytes) =>
    work.report({ phase: 'checking', rows: 0, bytes, fraction: size === 0 ? 1 : bytes / size }),
  );
}

async function verifyFile(file: string, work: JobWork): Promise<VerifyResult> {
  const description = await findDescription(file);
  const expected = /^sha256:([0-9a-fA-F]{64})$/.exec(description?.hash ?? '')?.[1];
  if (expected === undefined) {
    await stat(file);
    return notChecked(explain('no-descriptor'));
  }
  return compared(expected, await hashOf(file, work));
}

async function verifyLocalVersion(
  local: Service,
  { reference: { namespace, dataset }, version }: VersionSubject,
  work: JobWork,
): Promise<Checked> {
  const long = { signal: work.signal, onProgress: work.report };
  const found = await explainNotFound(
    local.verify({ namespace, dataset }, version, long),
    () => new JobError('not-found', explain('version-gone'), dataset),
  );
  const { verdict, checksum: expected } = found;
  if (verdict === 'verified') return { version: found.version, result: compared(expected, expected) };
  const reason = verdict === 'missing' ? explain('stored-file-gone') : explain('stored-file-altered');
  return { version: found.version, result: { kind: 'verify', verdict: 'differs', reason, expected, found: null } };
}

/**
 * A service that offers its stored file is checked by reading it completely, hashing on the fly without using disk
 * space.
 */
async function verifyRemoteVersion(
  { source }: JobService,
  { reference, version }: VersionSubject,
  work: JobWork,
): Promise<Checked> {
  const { namespace, dataset: slug } = reference;
  const { dataset } = await source.readDataset({ namespace, dataset: slug }, work.signal);
  const record = dataset.versions.find((one) => (version === null ? one.ready : one.slug === version));
  if (record === undefined) throw new JobError('not-found', explain('version-gone'), slug);
  const checked = (result: VerifyResult): Checked => ({ version: record.slug, result });
  if (!/^[0-9a-fA-F]{64}$/.test(record.checksum)) {
    return checked(notChecked(explain('no-checksum-told'), record.checksum));
  }
  const address = new URL(dataset.download);
  address.searchParams.set('_format', 'parquet');
  address.searchParams.set('version', record.slug);
  const read = () =>
    checksumAt(source, address, work.signal, (bytes) =>
      work.report({ phase: 'reading', rows: 0, bytes, fraction: null }),
    );
  // A service that finds its file damaged while sending it closes the connection, and reports the damage on the next
  // request.
  const found = await read()
    .catch((error: unknown) => {
      if (damageReason(error) !== null || !(error instanceof ServiceError && error.retry)) throw error;
      return read();
    })
    .catch((error: unknown) => {
      const reason = damageReason(error);
      if (reason === null) throw error;
      return { reason };
    });
  if (found !== null && typeof found === 'object') {
    const { reason } = found;
    return checked({ kind: 'verify', verdict: 'differs', reason, expected: record.checksum, found: null });
  }
  return checked(
    found === null ? notChecked(explain('stored-file-withheld'), record.checksum) : compared(record.checksum, found),
  );
}

/** SHA-256 of the content at an address of a service, in hexadecimal; null if there is none. */
async function checksumAt(
  { client }: Source,
  address: URL,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<string | null> {
  const hash = createHash('sha256');
  let bytes = 0;
  const onPiece = (piece: Buffer) => {
    hash.update(piece);
    bytes += piece.length;
    onBytes(bytes);
  };
  return (await client.readBytes(address, onPiece, true, signal)) ? hash.digest('hex') : null;
}

/** Why a service does not serve a version whose stored file is not what was published; null for any other failure. */
function damageReason(error: unknown): Explanation | null {
  if (!(error instanceof ServiceError)) return null;
  if (error.problem === 'version-file-missing') return explain('stored-file-gone');
  const isAltered = error.problem === 'version-file-altered' || error.problem === 'version-file-size';
  return isAltered ? explain('stored-file-altered') : null;
}
