import PQueue from 'p-queue';
import { problemHeader } from '#shared/api/page.ts';
import { isOfKind } from '#shared/english/explained-error.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import { type Exact, LossyJsonError, parseExactly } from '../../../lib/exact-json.ts';
import { Retries } from '../../../lib/http/retry.ts';
import { neverAborted } from '../../../lib/never-aborted.ts';
import { sharedSignal } from '../../../lib/shared-work.ts';
import { abortedError, afterTransientMs, asFinal, isAborted, ServiceError } from '../../errors.ts';
import { exchange, type HomeLine, type Incoming } from '../exchange.ts';
import { followRedirects } from '../redirects.ts';
import { withoutSecret } from '../transport/trust.ts';
import { explainStatus, oneLine } from './explain-status.ts';

export interface AnswerOrigin {
  /** The final address, after redirects. */
  readonly address: URL;
  /** Removes the token from a text of the service before an error quotes it. */
  quotable(text: string): string;
}

export interface JsonAnswer extends AnswerOrigin {
  readonly value: Exact;
  /** Whether the token was sent with the request. */
  readonly signedIn: boolean;
  /** The entity tag; null if the service sends none. */
  readonly etag: string | null;
}

export interface GetOptions {
  readonly signal?: AbortSignal | undefined;
  /** Order among waiting requests, higher first: 0 for what the user is viewing, -1 for prefetches. */
  readonly priority?: number | undefined;
  /** Sends no token, even if it could be sent. */
  readonly anonymous?: boolean | undefined;
  /** No retries, neither here nor by the caller. */
  readonly once?: boolean | undefined;
  /** Sent at once: a question about requests that occupy all turns must not wait for them. */
  readonly atOnce?: boolean | undefined;
  /** The preference (RFC 7240) to send; services that do not know it ignore it. */
  readonly prefer?: string | undefined;
  /** The service reads all rows before it answers, which takes minutes if there are very many. */
  readonly calculated?: boolean | undefined;
}

export interface Getter {
  getJson(address: URL, options?: GetOptions): Promise<JsonAnswer>;
}

/** Reads JSON: queued, with retries, through redirects, and without a token that is refused. */
export function openGetter(line: HomeLine): Getter {
  const { limits } = line;
  const queue = new PQueue({ concurrency: limits.concurrency });

  /** Waits for its turn, and repeats what may succeed the next time. */
  async function get(address: URL, options: GetOptions): Promise<JsonAnswer> {
    const { anonymous = false, priority = 0, once = false, atOnce = false } = options;
    const signal = sharedSignal(options.signal ?? neverAborted);
    const send = async (at: URL, token: string | null) => ({
      incoming: await exchange(getRequest(at, token, options, limits), line, signal),
    });
    const attempt = async () => {
      const { answer, address: from, token } = await followRedirects(line, address, anonymous, send);
      return jsonAnswer(answer.incoming, from, token);
    };
    const retries = new Retries(limits, afterTransientMs);
    for (;;) {
      try {
        return await (atOnce ? attempt() : inTurn(queue, attempt, priority, signal));
      } catch (error) {
        if (once) throw error instanceof ServiceError && !isAborted(error) ? asFinal(error) : error;
        await retries.pause(error, signal).catch((reason: unknown) => {
          throw signal.aborted ? abortedError() : reason;
        });
      }
    }
  }

  /** Some services answer 403 to an invalid token as well; a valid one passes at a public address. */
  async function isTokenRefused({ kind }: ServiceError, { signal }: GetOptions): Promise<boolean> {
    if (kind !== 'forbidden') return kind === 'token-refused';
    try {
      return !(await get(new URL('api/v1/', line.home), { signal })).signedIn;
    } catch (second) {
      return isOfKind(second, 'forbidden', 'token-refused');
    }
  }

  /** Asks again without the token if that is refused, as it is on public addresses too: public data stays readable. */
  async function withoutRefusedToken(address: URL, options: GetOptions): Promise<JsonAnswer> {
    try {
      return await get(address, options);
    } catch (error) {
      const { onTokenRefused } = line;
      if (onTokenRefused === undefined || !(error instanceof ServiceError)) throw error;
      if (!(await isTokenRefused(error, options))) throw error;
      onTokenRefused();
      try {
        return await get(address, { ...options, anonymous: true });
      } catch (second) {
        throw isOfKind(second, 'sign-in-needed', 'not-found') ? sessionRefused(error) : second;
      }
    }
  }

  return { getJson: (address, options = {}) => withoutRefusedToken(address, options) };
}

function getRequest(
  address: URL,
  token: string | null,
  { prefer, calculated = false }: GetOptions,
  { wholeMs }: HomeLine['limits'],
) {
  const headers = {
    accept: 'application/json',
    ...given({ prefer, authorization: token === null ? undefined : `Token ${token}` }),
  };
  return { address, method: 'GET', headers, ...(calculated ? { headersMs: wholeMs } : {}) } as const;
}

function jsonAnswer(incoming: Incoming, address: URL, token: string | null): JsonAnswer {
  const { status, header, text } = incoming;
  if (status !== 200) {
    throw explainStatus({
      ...incoming,
      address,
      retryAfter: header('retry-after'),
      problem: header(problemHeader),
      token,
    });
  }
  const quotable: Quotable = (quoted) => withoutSecret(quoted, token);
  const value = readJson(text, incoming, address, quotable);
  return { value, address, quotable, signedIn: token !== null, etag: header('etag') ?? null };
}

/**
 * Parses the text of an answer as JSON. JSON between systems is UTF-8 whatever a header says (RFC 8259, 8.1); invalid
 * bytes would reach cells and files as other characters, so they are refused.
 * @throws {ServiceError} `web-page`, `cut-off` or `malformed`
 */
export function readJson(
  text: string,
  incoming: Pick<Incoming, 'header' | 'bytes' | 'isUtf8'>,
  address: URL,
  quotable: Quotable,
): Exact {
  let value: Exact;
  try {
    value = parseExactly(text);
  } catch (cause) {
    throw explainUnparsed(cause, text, incoming, address, quotable);
  }
  if (!incoming.isUtf8) throw explainNotUtf8(incoming, address);
  return value;
}

function sessionRefused({ where, status }: ServiceError): ServiceError {
  return new ServiceError('token-refused', explain('session-refused'), where, { status });
}

async function inTurn<Result>(
  queue: PQueue,
  act: () => Promise<Result>,
  priority: number,
  signal: AbortSignal,
): Promise<Result> {
  if (signal.aborted) throw abortedError();
  try {
    return await queue.add(act, { priority, signal });
  } catch (error) {
    throw signal.aborted ? abortedError() : error;
  }
}

/** Removes secrets from a text before an error quotes it; null if nothing may be quoted. */
type Quotable = ((text: string) => string) | null;

/** Explains why the text of an answer could not be parsed: `web-page`, `cut-off` or `malformed`. */
function explainUnparsed(
  cause: unknown,
  text: string,
  { header }: Pick<Incoming, 'header'>,
  address: URL,
  quotable: Quotable,
): ServiceError {
  const where = placeOf(address);
  if (cause instanceof LossyJsonError) {
    return new ServiceError('malformed', explainLoss(cause, where, quotable), where);
  }
  // The parser's own error quotes the answer, which may contain anything, so it is not passed on.
  const { kind, reason } = explainText(text, header('content-type'), address.host, cause, quotable);
  return new ServiceError(kind, reason, where, { retry: true });
}

/** Explains where an answer is not UTF-8. */
function explainNotUtf8({ bytes }: Pick<Incoming, 'bytes'>, address: URL): ServiceError {
  const where = placeOf(address);
  const reason = explain('not-utf8', { address: where, position: firstUndecodable(bytes) });
  return new ServiceError('malformed', reason, where);
}

/** An address without its query, which may be long. */
function placeOf({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

function explainLoss({ kind, detail }: LossyJsonError, address: string, quotable: Quotable): Explanation {
  if (kind === 'repeated-member') {
    const name = quotable === null ? '…' : oneLine(quotable(detail).slice(0, 60));
    return explain('answer-repeated-member', { address, name });
  }
  if (kind === 'too-deep') return explain('answer-too-deep', { address, limit: Number(detail) });
  return explain(kind === 'half-character' ? 'answer-half-character' : 'answer-number-too-large', { address });
}

/** Position of the first byte that is not UTF-8, from 0. */
function firstUndecodable(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString('utf8'));
  const at = again.findIndex((byte, position) => byte !== bytes[position]);
  return at < 0 ? again.length : at;
}

function explainText(
  text: string,
  type: string | undefined,
  host: string,
  cause: unknown,
  quotable: Quotable,
): { readonly kind: 'web-page' | 'cut-off' | 'malformed'; readonly reason: Explanation } {
  if (/html/i.test(type ?? '') || /^\s*<(!doctype|html)/i.test(text)) {
    return {
      kind: 'web-page',
      reason: explain('web-page', { host }),
    };
  }
  if (text.trim() === '') return { kind: 'malformed', reason: explain('answer-empty', { host }) };
  if (endsEarly(text, cause)) {
    return { kind: 'cut-off', reason: explain('answer-cut-off', { host }) };
  }
  const start = quotable === null ? '' : oneLine(quotable(text).slice(0, 60));
  return {
    kind: 'malformed',
    reason: start === '' ? explain('answer-no-json', { host }) : explain('answer-no-json-but', { host, said: start }),
  };
}

/** Length of a text without trailing JSON white space. */
function contentLength(text: string): number {
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text.charAt(end - 1))) end -= 1;
  return end;
}

/** Whether the text is valid JSON as far as it goes, but truncated. */
function endsEarly(text: string, cause: unknown): boolean {
  if (!(cause instanceof SyntaxError)) return false;
  const position = /position (\d+)/.exec(cause.message)?.[1];
  return (
    /end of JSON|Unterminated/i.test(cause.message) ||
    (position !== undefined && Number(position) >= contentLength(text))
  );
}
