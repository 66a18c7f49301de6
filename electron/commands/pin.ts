import type { Command } from 'commander';
import type { PinRequest } from '#shared/rpc/jobs.ts';
import { placesFor } from '../places.ts';
import { readDatasetAddress } from './dataset-address.ts';
import { type ServiceChoice, withJobSession } from './job-session.ts';
import { runJob } from './run-job.ts';
import { addWaitOptions } from './waiting.ts';

interface PinWords extends ServiceChoice {
  readonly version?: string;
  readonly service?: string;
  readonly public?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

/** `almanac pin`: a version of another service is copied to the local one. */
export function addPinCommand(program: Command): void {
  program.enablePositionalOptions();
  const command = program
    .command('pin')
    .description('Copy a version of another service to the local one, with word of where it came from.')
    .argument('<address>', 'address of a dataset or of one of its versions')
    .option('--version <slug>', 'version to copy (default: the newest)')
    .option('--service <address>', 'service that NAMESPACE/DATASET belongs to')
    .option('--token-from-keychain', 'sign in with the token that Almanac keeps for this service')
    .option('--token-env <name>', 'sign in with the token in this environment variable')
    .option('--public', 'let everyone who reaches the local service read the copy (default: only you)')
    .option('--data <folder>', 'folder of the local store (default: the application’s own)')
    .option('--json', 'print the result as JSON');
  addWaitOptions(command).action(pin);
}

async function pin(address: string, words: PinWords): Promise<void> {
  const { connection, namespace, dataset, version } = readDatasetAddress(address, words.service);
  const reference = { connection, namespace, dataset };
  const request: PinRequest = {
    kind: 'pin',
    reference,
    version: words.version ?? version,
    public: words.public === true,
  };
  const json = words.json === true;
  await withJobSession(placesFor(words.data), words, async (session) => {
    const outcome = await runJob(session, request, json);
    if (outcome.kind !== 'done') return;
    const { reference: copy, version: slug, rows, present } = outcome.result;
    const name = `${copy.namespace}/${copy.dataset}`;
    const isPublic = outcome.result.public === true;
    const record = { ok: true, dataset: name, version: slug, rows, present, public: isPublic };
    const readers = isPublic
      ? 'Everyone who reaches the local service can read the copy.'
      : 'Only you can read the copy; --public makes one for everyone.';
    const line = `${present ? 'Already here' : 'Copied'}: version ${slug} of ${name}, ${rows} rows. ${readers}`;
    process.stdout.write(`${json ? JSON.stringify(record) : line}\n`);
  });
}
