import type { Command } from 'commander';
import type { PinRequest } from '#shared/rpc/jobs.ts';
import { placesFor } from '../lib/app-paths.ts';
import { signInOptions } from './datasets/service-options.ts';
import { readDatasetAddress } from './running/addresses/dataset-address.ts';
import type { ServiceChoice } from './running/job-session.ts';
import { printResult } from './running/output/print-result.ts';
import { rowCount } from './running/row-count.ts';
import { addWaitOptions } from './running/waiting.ts';

interface PinOptions extends ServiceChoice {
  readonly version?: string;
  readonly service?: string;
  readonly public?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

/** `almanac pin`: copies a version of another service to the local one. */
export function addPinCommand(program: Command): void {
  const command = program
    .command('pin')
    .description('Copy a version from another service to the local one, and record its origin.')
    .argument('<address>', 'address of a dataset or of one of its versions')
    .option('--version <slug>', 'version to copy (default: the newest)')
    .option('--service <address>', 'service of NAMESPACE/DATASET')
    .addOption(signInOptions.keychain())
    .addOption(signInOptions.environment())
    .option('--public', 'let anyone who can reach the local service read the copy (default: only you)')
    .option('--data <folder>', 'data folder of the local store (default: the application’s)')
    .option('--json', 'print the result as JSON');
  addWaitOptions(command).action(pin);
}

async function pin(address: string, words: PinOptions): Promise<void> {
  const { connection, namespace, dataset, version } = readDatasetAddress(address, words.service);
  const reference = { connection, namespace, dataset };
  const request: PinRequest = {
    kind: 'pin',
    reference,
    version: words.version ?? version,
    public: words.public === true,
  };
  const json = words.json === true;
  const { withJobSession } = await import('./running/job-session.ts');
  const { runJob } = await import('./running/run-job.ts');
  await withJobSession(placesFor(words.data), words, async (session) => {
    const outcome = await runJob(session, request, json);
    if (outcome.kind !== 'done') return;
    const { reference: copy, version: slug, rows, present } = outcome.result;
    const name = `${copy.namespace}/${copy.dataset}`;
    const isPublic = outcome.result.public === true;
    const record = { ok: true, dataset: name, version: slug, rows, present, public: isPublic };
    const readers = isPublic
      ? 'Anyone who can reach the local service can read the copy.'
      : 'Only you can read the copy; use --public to share it.';
    const line = `${present ? 'Already here' : 'Copied'}: version ${slug} of ${name}, ${rowCount(rows)}. ${readers}`;
    printResult(json, record, line);
  });
}
