import { type Explanation, explain, inTurn, mapTexts } from '#shared/failures.ts';
import { type Exact, isRecord, member, parseExactly } from '../../../lib/exact-json.ts';
import { retryAfterSeconds } from '../../../lib/http/retry.ts';
import { ServiceError } from '../../errors.ts';
import { shown, withoutSecret } from '../transport/trust.ts';

export interface BadAnswer {
  readonly address: URL;
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The service's code beside its message. */
  readonly problem: string | undefined;
  readonly text: string;
  /** The token that was sent with the request, if any. */
  readonly token: string | null;
  /** Whether the request was a write. */
  readonly writing?: boolean;
}

function isControl(code: number): boolean {
  return (
    code < 32 || (code >= 127 && code < 160) || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
  );
}

/** Third-party text as one short line, without control characters or changes of text direction. */
export function oneLine(text: string): string {
  const clean = Array.from(text, (character) => (isControl(character.codePointAt(0) ?? 0) ? ' ' : character)).join('');
  const short = clean.replace(/\s+/g, ' ').trim();
  return short.length > 300 ? `${short.slice(0, 299)}…` : short;
}

function wordsOf(value: Exact | undefined): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(wordsOf);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    wordsOf(inner).map((words) => (field === 'non_field_errors' || field === 'detail' ? words : `${field}: ${words}`)),
  );
}

/** The service's own message for an error; empty if it has no readable one. */
function detailOf(text: string, token: string | null): string {
  try {
    const value = parseExactly(text);
    const words = wordsOf(member(value, 'detail') ?? value).slice(0, 5);
    return oneLine(withoutSecret(words.join(' '), token));
  } catch {
    return '';
  }
}

/** An explanation with the service's own message. */
function withWords(reason: Explanation, detail: string): Explanation {
  return detail === '' ? reason : inTurn(reason, explain('it-says', { said: detail }));
}

function throttled(answer: BadAnswer, host: string, where: string): ServiceError {
  const seconds = retryAfterSeconds(answer.retryAfter, Date.now());
  const tooMany = answer.status === 429;
  const isAway = answer.problem === 'service-storage-away';
  const reason = isAway
    ? explain('service-storage-away', { host })
    : seconds === null || seconds === 0
      ? explain(tooMany ? 'fewer-requests' : 'busy', { host })
      : explain(tooMany ? 'fewer-requests-seconds' : 'busy-seconds', { host, seconds });
  return new ServiceError('throttled', reason, where, { retry: true, status: answer.status, retryAfter: seconds });
}

/** Explains an error status to the user, by the status alone: the message may be in any language. */
export function explainStatus(answer: BadAnswer): ServiceError {
  const { status, token, writing = false } = answer;
  const host = answer.address.host;
  const where = withoutSecret(shown(answer.address), token);
  const detail = detailOf(answer.text, token);
  const problem = (kind: ServiceError['kind'], reason: Explanation, retry: boolean) =>
    new ServiceError(
      kind,
      mapTexts(reason, (text) => withoutSecret(text, token)),
      where,
      { retry, status, problem: answer.problem },
    );
  if (status === 401 || (status === 403 && token === null)) {
    return token === null
      ? problem('sign-in-needed', explain(writing ? 'sign-in-to-change' : 'sign-in-to-see', { host }), false)
      : problem('token-refused', explain('sign-in-ended', { host }), false);
  }
  if (status === 403) {
    const refused = explain(writing ? 'may-not-change' : 'may-not-see', { host });
    return problem('forbidden', withWords(refused, detail), false);
  }
  if (status === 404 || status === 410) return problem('not-found', explain('nothing-here', { host }), false);
  if (status === 412 && writing) return problem('changed-meanwhile', explain('changed-meanwhile', { host }), false);
  if (status === 407) return problem('proxy', explain('proxy-sign-in'), false);
  if (status === 429 || (status === 503 && answer.retryAfter !== undefined)) return throttled(answer, host, where);
  if (status === 507 && answer.problem === 'disk-space-needed')
    return problem('disk-full', withWords(explain('service-disk-full', { host }), detail), true);
  if (status === 507 && answer.problem === 'service-disk-full')
    return problem('disk-full', explain('service-disk-full', { host }), true);
  if (status >= 500)
    return problem('server-error', withWords(explain('service-problem', { host, status }), detail), true);
  if (status === 408) return problem('timeout', withWords(explain('gave-up-waiting', { host }), detail), true);
  if (status < 400) return problem('malformed', explain('unexpected-status', { host, status }), false);
  if (answer.problem === 'too-many-groups') {
    return problem('bad-query', explain('more-groups-than-calculated', { host }), false);
  }
  const kind = writing ? 'not-accepted' : 'bad-query';
  return problem(kind, withWords(explain('request-refused', { host, status }), detail), false);
}
