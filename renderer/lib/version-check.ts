import type { Job } from '#shared/rpc/jobs.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';

/** The last check of a version's bytes, which may still be under way; null where there was none, or it was cancelled. */
export function checkOfVersion(jobs: readonly Job[], reference: DatasetReference, version: string): Job | null {
  const checks = jobs.filter(({ request, state }) => {
    if (request.kind !== 'verify' || request.subject.kind !== 'version' || state === 'cancelled') return false;
    const { subject } = request;
    return (
      subject.version === version &&
      subject.reference.connection === reference.connection &&
      subject.reference.namespace === reference.namespace &&
      subject.reference.dataset === reference.dataset
    );
  });
  return checks.reduce<Job | null>((last, job) => (last === null || job.created > last.created ? job : last), null);
}
