import { connectionToLocal } from './running/addresses/dataset-address.ts';
import { builtSamples } from './running/built-samples.ts';
import type { CommandAction } from './running/help/define-command.ts';
import type { AccessOptions } from './running/options.ts';
import { printResult } from './running/output/print-result.ts';
import { rowCount } from './running/row-count.ts';

/** `almanac reference`: tables that most statistics are joined with. */
export const referenceAction: CommandAction = { run: addReference };

async function addReference(options: AccessOptions): Promise<void> {
  const { service = connectionToLocal, json } = options;
  const folder = builtSamples();
  const { withJobSession } = await import('./running/job-session.ts');
  const { runJob } = await import('./running/run-job.ts');
  const { referenceRequests } = await import('../backend/reference.ts');
  await withJobSession(options, async (session) => {
    const all = await session.deps.withService(service, ({ source }) => referenceRequests(folder, service, source));
    const missing = all.filter(({ isPresent }) => !isPresent);
    if (missing.length === 0) printResult(json, { ok: true, added: 0 }, 'All reference data are there.');
    for (const { request } of missing) {
      const dataset = `${request.namespace.slug}/${request.dataset.slug}`;
      const added = await runJob(session, request, json, { dataset });
      if (added === null) return;
      const { rows, version } = added;
      printResult(json, { ok: true, dataset, version, rows }, `Added ${dataset}: ${rowCount(rows)}.`);
    }
  });
}
