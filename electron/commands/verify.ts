import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { englishText } from '#shared/english/english-text.ts';
import type { VerifyRequest } from '#shared/rpc/jobs.ts';
import { placesFor } from '../lib/app-paths.ts';
import { signInOptions } from './datasets/service-options.ts';
import { readDatasetAddress } from './running/addresses/dataset-address.ts';
import { jobExitCodes } from './running/job-exit-codes.ts';
import type { ServiceChoice } from './running/job-session.ts';
import { printResult } from './running/output/print-result.ts';
import { addWaitOptions } from './running/waiting.ts';

interface VerifyOptions extends ServiceChoice {
  readonly version?: string;
  readonly service?: string;
  readonly data?: string;
  readonly json?: boolean;
  readonly recompute?: boolean;
}

/** `almanac verify`: compares bytes with their recorded checksum. */
export function addVerifyCommand(program: Command): void {
  const command = program
    .command('verify')
    .description('Verify the checksum of an exported file or of a stored version.')
    .argument('<file|address>', 'a file, NAMESPACE/DATASET, or the address of a dataset or version')
    .option('--version <slug>', 'version to verify (default: the newest)')
    .option('--recompute', 'run the recipe of a derived version again on the versions that it names, and compare')
    .option('--service <address>', 'service of NAMESPACE/DATASET (default: the local one)')
    .addOption(signInOptions.keychain())
    .addOption(signInOptions.environment())
    .option('--data <folder>', 'data folder of the local store (default: the application’s)')
    .option('--json', 'print the result as JSON');
  addWaitOptions(command).action(verify);
}

function subjectOf(what: string, words: VerifyOptions): VerifyRequest['subject'] {
  // An existing file is a file; NAMESPACE/DATASET looks like a path too.
  const address = /^https?:\/\//i.test(what) || words.service !== undefined || words.version !== undefined;
  if (!address && (existsSync(what) || !/^[-\w]+\/[-\w]+\/?$/.test(what)))
    return { kind: 'file', path: path.resolve(what) };
  const { connection, namespace, dataset, version } = readDatasetAddress(what, words.service);
  return { kind: 'version', reference: { connection, namespace, dataset }, version: words.version ?? version };
}

const exitCodeOf = {
  verified: jobExitCodes.done,
  differs: jobExitCodes.differs,
  'not-checked': jobExitCodes.notChecked,
};

async function verify(what: string, words: VerifyOptions): Promise<void> {
  if (words.recompute === true) {
    const { recomputeVersion } = await import('./derive.ts');
    await recomputeVersion(what, words.version ?? null, words);
    return;
  }
  const json = words.json === true;
  const { withJobSession } = await import('./running/job-session.ts');
  const { runJob } = await import('./running/run-job.ts');
  await withJobSession(placesFor(words.data), words, async (session) => {
    const outcome = await runJob(
      session,
      { kind: 'verify', subject: subjectOf(what, words) } satisfies VerifyRequest,
      json,
    );
    if (outcome.kind !== 'done') return;
    const { verdict, expected, found } = outcome.result;
    const reason = outcome.result.reason === null ? '' : englishText(outcome.result.reason);
    process.exitCode = exitCodeOf[verdict];
    printResult(
      json,
      { ok: verdict === 'verified', verdict, reason, expected, found },
      `${what}: ${verdict === 'not-checked' ? 'not verified' : verdict}${reason === '' ? '' : `. ${reason}`}`,
    );
  });
}
