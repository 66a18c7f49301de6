import { say } from '#shared/sentences/say.ts';
import { ServiceError } from '../errors.ts';
import { type Exact, isRecord, member, parseExactly } from '../exact-json.ts';
import { retryAfterSeconds } from './retry.ts';
import { shown, withoutSecret } from './trust.ts';

/** An answer that is not a good one. */
export interface BadAnswer {
  readonly address: URL;
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
  /** The token that was sent with the request, if any. */
  readonly token: string | null;
  /** Whether something was to be changed by the request. */
  readonly writing?: boolean;
}

function isControl(code: number): boolean {
  return (
    code < 32 || (code >= 127 && code < 160) || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
  );
}

/** A foreign text as one short line: no control characters, no text direction tricks. */
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

/** What the service itself says of an error; empty when it says nothing readable. */
function detailOf(text: string, token: string | null): string {
  try {
    const value = parseExactly(text);
    const words = wordsOf(member(value, 'detail') ?? value).slice(0, 5);
    return oneLine(withoutSecret(words.join(' '), token));
  } catch {
    return '';
  }
}

function said(detail: string): string {
  return detail === '' ? '' : ` ${say('it-says', { said: detail })}`;
}

function throttled(answer: BadAnswer, host: string, where: string): ServiceError {
  const seconds = retryAfterSeconds(answer.retryAfter, Date.now());
  const tooMany = answer.status === 429;
  return new ServiceError({
    code: 'throttled',
    message:
      seconds === null
        ? say(tooMany ? 'fewer-requests' : 'busy', { host })
        : say(tooMany ? 'fewer-requests-seconds' : 'busy-seconds', { host, seconds }),
    where,
    retry: true,
    status: answer.status,
    ...(seconds === null ? {} : { retryAfter: seconds }),
  });
}

/** What a status other than a good one means, for a person. Told by the status alone: the words may be translated. */
export function explainStatus(answer: BadAnswer): ServiceError {
  const { status, token, writing = false } = answer;
  const host = answer.address.host;
  const where = withoutSecret(shown(answer.address), token);
  const detail = detailOf(answer.text, token);
  const problem = (code: ServiceError['code'], message: string, retry: boolean) =>
    new ServiceError({ code, message: withoutSecret(message, token), where, retry, status });
  if (status === 401 || (status === 403 && token === null)) {
    return token === null
      ? problem('sign-in-needed', say(writing ? 'sign-in-to-change' : 'sign-in-to-see', { host }), false)
      : problem('token-refused', say('sign-in-ended', { host }), false);
  }
  if (status === 403) {
    const refused = say(writing ? 'may-not-change' : 'may-not-see', { host });
    return problem('forbidden', `${refused}${said(detail)}`, false);
  }
  if (status === 404 || status === 410) return problem('not-found', say('nothing-here', { host }), false);
  if (status === 412 && writing) return problem('changed-meanwhile', say('changed-meanwhile', { host }), false);
  if (status === 407) return problem('proxy', say('proxy-sign-in'), false);
  if (status === 429 || (status === 503 && answer.retryAfter !== undefined)) return throttled(answer, host, where);
  if (status >= 500) return problem('server-error', `${say('service-problem', { host, status })}${said(detail)}`, true);
  if (status === 408) return problem('timeout', say('gave-up-waiting', { host }), true);
  const code = writing ? 'not-accepted' : 'bad-query';
  return problem(code, `${say('request-refused', { host, status })}${said(detail)}`, false);
}
