import { explain, type FailureKind, failure, failureKinds, readExplanation } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import { isPhase, type Phase } from '#shared/phases.ts';

type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isKind(kind: unknown): kind is FailureKind {
  return failureKinds.some((known) => known === kind);
}

/** Older releases stored an empty text for a missing reason. */
export function readReason(stored: unknown): unknown {
  return stored === null || stored === '' ? null : readExplanation(stored);
}

function readList(stored: unknown): unknown {
  return Array.isArray(stored) ? stored.map(readExplanation) : stored;
}

/** Older releases stored a failure as a code for programs and an English text. */
function readFailure(stored: unknown): unknown {
  if (!isMembers(stored)) return stored;
  const { code, kind = code, message, where, retry, retryAfter } = stored;
  const reason = message === undefined ? readExplanation(stored) : explain('recorded', { text: String(message) });
  return {
    ...failure(isKind(kind) ? kind : 'unexpected', reason),
    where,
    retry,
    ...given({ retryAfter }),
  };
}

function readResult(stored: unknown): unknown {
  if (!isMembers(stored)) return stored;
  const { conversions, reason } = stored;
  return {
    ...stored,
    ...(conversions === undefined ? {} : { conversions: readList(conversions) }),
    ...(reason === undefined ? {} : { reason: readReason(reason) }),
  };
}

function readBadValue(stored: unknown): unknown {
  if (!isMembers(stored)) return stored;
  const { message, reason = message, ...place } = stored;
  return { ...place, reason: readExplanation(reason) };
}

const olderPhases = new Map<unknown, Phase>([
  ['looking at the file', 'inspecting-file'],
  ['asking the service', 'asking-service'],
  ['waiting for the service', 'waiting-for-service'],
  ['waiting for another version', 'waiting-for-version'],
  ['waiting for the service to take it in', 'importing'],
  ['reading the file', 'reading-file'],
  ['reading the sheet', 'reading-sheet'],
  ['writing the sheets', 'writing-sheets'],
  ['writing rejected records', 'writing-rejects'],
]);

/** Older releases stored phases as English texts. Progress in an unknown phase is omitted. */
function readProgress(stored: unknown): unknown {
  if (!isMembers(stored)) return stored;
  const phase = olderPhases.get(stored.phase) ?? stored.phase;
  return isPhase(phase) ? { ...stored, phase } : null;
}

/** A stored job with its explanations and progress in the form of this release, whichever release stored it. */
export function withReadExplanations(stored: unknown): unknown {
  if (!isMembers(stored) || !isMembers(stored.job)) return stored;
  const { job, badValues } = stored;
  return {
    ...stored,
    job: {
      ...job,
      failure: readFailure(job.failure),
      notices: readList(job.notices),
      progress: readProgress(job.progress),
      result: readResult(job.result),
    },
    badValues: Array.isArray(badValues) ? badValues.map(readBadValue) : badValues,
  };
}
