import { existsSync } from 'node:fs';
import path from 'node:path';
import { englishText } from '#shared/english/english-text.ts';
import type { VerifyRequest } from '#shared/rpc/jobs.ts';
import { readDatasetAddress } from './running/addresses/dataset-address.ts';
import type { CommandAction } from './running/help/define-command.ts';
import type { AccessOptions } from './running/options.ts';
import { printResult } from './running/output/print-result.ts';
import { jobExitCodes } from './running/run.ts';

interface VerifyOptions extends AccessOptions {
  readonly version?: string;
  readonly recompute?: boolean;
}

/** `almanac verify`: compares bytes with their recorded checksum. */
export const verifyAction: CommandAction = { run: verify };

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
  const { withJobSession } = await import('./running/job-session.ts');
  const { runJob } = await import('./running/run-job.ts');
  await withJobSession(words, async (session) => {
    const request: VerifyRequest = { kind: 'verify', subject: subjectOf(what, words) };
    const result = await runJob(session, request, words.json);
    if (result === null) return;
    const { verdict, expected, found } = result;
    const reason = result.reason === null ? '' : englishText(result.reason);
    process.exitCode = exitCodeOf[verdict];
    printResult(
      words.json,
      { ok: verdict === 'verified', verdict, reason, expected, found },
      `${what}: ${verdict === 'not-checked' ? 'not verified' : verdict}${reason === '' ? '' : `. ${reason}`}`,
    );
  });
}
