import type { VersionCheck } from '#shared/rpc/check-calls.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { say } from '#shared/sentences/say.ts';
import { findDataset } from '../service/catalogue/datasets.ts';
import { findNamespace } from '../service/catalogue/namespaces.ts';
import { readyFiles } from '../service/catalogue/versions.ts';
import type { ServiceDeps } from '../service/deps.ts';
import type { JobDeps } from './job-deps.ts';

/** The last check of every version of a dataset: by a job, or by the service of this computer in the background. */
export async function listChecks(
  { checks, localConnection, ownParts }: Pick<JobDeps, 'checks' | 'localConnection' | 'ownParts'>,
  reference: DatasetReference,
): Promise<VersionCheck[]> {
  const own = reference.connection === localConnection ? await ownParts() : null;
  const last = new Map<string, VersionCheck>();
  for (const check of [
    ...(await checks.list(reference)),
    ...(own === null ? [] : await checksHere(own.deps, reference)),
  ]) {
    const other = last.get(check.version);
    if (other === undefined || Date.parse(other.at) <= Date.parse(check.at)) last.set(check.version, check);
  }
  return [...last.values()];
}

async function checksHere({ catalogue, rows }: ServiceDeps, reference: DatasetReference): Promise<VersionCheck[]> {
  const { records } = catalogue;
  const namespace = await findNamespace(records, reference.namespace);
  const dataset = namespace === null ? null : await findDataset(records, namespace.id, reference.dataset);
  if (dataset === null) return [];
  const files = await readyFiles(records, dataset.id);
  const found = await Promise.all(
    files.map(async (file): Promise<VersionCheck[]> => {
      const check = await rows.lastCheck(file);
      if (check === null || check.asWritten) return [];
      const { verdict, at } = check;
      const reasons = { verified: '', missing: say('stored-file-gone'), differs: say('stored-file-altered') };
      return [
        {
          version: file.slug,
          verdict: verdict === 'verified' ? 'verified' : 'differs',
          reason: reasons[verdict],
          expected: file.checksum,
          at,
        },
      ];
    }),
  );
  return found.flat();
}
