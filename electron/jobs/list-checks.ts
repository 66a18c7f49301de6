import { explain } from '#shared/failures.ts';
import type { VersionCheck } from '#shared/rpc/calls/checks.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import type { Service } from '../service/service.ts';
import type { JobDeps } from './job-deps.ts';

/** The last check of every version of a dataset, whether by a job or by the local service in the background. */
export async function listChecks(
  { checks, localConnection, ownService }: Pick<JobDeps, 'checks' | 'localConnection' | 'ownService'>,
  reference: DatasetReference,
): Promise<VersionCheck[]> {
  const own = reference.connection === localConnection ? await ownService() : null;
  const last = new Map<string, VersionCheck>();
  for (const check of [...(await checks.list(reference)), ...(own === null ? [] : await checksHere(own, reference))]) {
    const other = last.get(check.version);
    if (other === undefined || Date.parse(other.at) <= Date.parse(check.at)) last.set(check.version, check);
  }
  return [...last.values()];
}

async function checksHere(local: Service, { namespace, dataset }: DatasetReference): Promise<VersionCheck[]> {
  const checks = await local.pastChecks({ namespace, dataset });
  const reasons = { verified: null, missing: explain('stored-file-gone'), differs: explain('stored-file-altered') };
  return checks.map(({ version, verdict, checksum, at }) => ({
    version,
    verdict: verdict === 'verified' ? 'verified' : 'differs',
    reason: reasons[verdict],
    expected: checksum,
    at,
  }));
}
