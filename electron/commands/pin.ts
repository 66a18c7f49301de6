import type { PinRequest } from '#shared/rpc/jobs.ts';
import { readDatasetAddress } from './running/addresses/dataset-address.ts';
import type { CommandAction } from './running/help/define-command.ts';
import type { AccessOptions } from './running/options.ts';
import { printResult } from './running/output/print-result.ts';
import { rowCount } from './running/row-count.ts';

interface PinOptions extends AccessOptions {
  readonly version?: string;
  readonly public?: boolean;
}

/** `almanac pin`: copies a version of another service to the local one. */
export const pinAction: CommandAction = { run: pin };

async function pin(address: string, words: PinOptions): Promise<void> {
  const { connection, namespace, dataset, version } = readDatasetAddress(address, words.service);
  const reference = { connection, namespace, dataset };
  const request: PinRequest = {
    kind: 'pin',
    reference,
    version: words.version ?? version,
    public: words.public === true,
  };
  const { withJobSession } = await import('./running/job-session.ts');
  const { runJob } = await import('./running/run-job.ts');
  await withJobSession(words, async (session) => {
    const pinned = await runJob(session, request, words.json);
    if (pinned === null) return;
    const { reference: copy, version: slug, rows, present, public: isPublic } = pinned;
    const name = `${copy.namespace}/${copy.dataset}`;
    const record = { ok: true, dataset: name, version: slug, rows, present, public: isPublic };
    const readers = isPublic
      ? 'Anyone who can reach the local service can read the copy.'
      : 'Only you can read the copy; use --public to share it.';
    const line = `${present ? 'Already here' : 'Copied'}: version ${slug} of ${name}, ${rowCount(rows)}. ${readers}`;
    printResult(words.json, record, line);
  });
}
