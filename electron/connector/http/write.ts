import type { Readable } from 'node:stream';
import { problemHeader } from '#shared/api/page.ts';
import { explain } from '#shared/failures.ts';
import type { Exact } from '../../lib/exact-json.ts';
import type { ServiceError } from '../errors.ts';
import { explainStatus } from './answers/explain-status.ts';
import { readJson } from './answers/get-json.ts';
import { exchange, type HomeLine, type Incoming, type OnPiece } from './exchange.ts';
import { checkTarget, followRedirects, isRedirect, redirectProblem } from './redirects.ts';
import { withoutSecret } from './transport/trust.ts';

export interface Message {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly address: URL;
  /** The entity tag that the record must still have; otherwise the service answers `changed-meanwhile`. */
  readonly ifMatch?: string;
  /** A text, or a file's bytes with their number. */
  readonly body?: {
    readonly type: string;
    readonly content: string | { readonly stream: Readable; readonly bytes: number };
  };
}

export interface Reply {
  readonly status: number;
  /** Body of the answer; null if it is empty. */
  readonly value: Exact;
  readonly location: string | null;
  /** The methods in `Allow`; null if the service does not send it. */
  readonly allow: string | null;
  /** The new entity tag; null if the service sends none. */
  readonly etag: string | null;
}

/** Generous, because uploading a large file over a slow connection takes time. */
const timeoutMs = 24 * 60 * 60 * 1000;

function authorization(token: string | null): { readonly authorization?: string } {
  return token === null ? {} : { authorization: `Token ${token}` };
}

function bad(
  incoming: Incoming,
  address: URL,
  token: string | null,
  secrets: readonly string[],
  writing = false,
): ServiceError {
  const text = secrets.reduce(withoutSecret, incoming.text);
  const { status } = incoming;
  const [retryAfter, problem] = [incoming.header('retry-after'), incoming.header(problemHeader)];
  return explainStatus({ address, status, retryAfter, problem, text, token, writing });
}

function isGood(status: number): boolean {
  return status >= 200 && status <= 299;
}

/**
 * Sends a user name and a password to the service's own origin: once, without a token, and to no other origin whatever
 * the answer is.
 */
export async function postCredentials(
  line: HomeLine,
  address: URL,
  body: string,
  secrets: readonly string[],
  signal: AbortSignal,
): Promise<Exact> {
  if (address.origin !== line.home.origin) throw redirectProblem(address, explain('sign-in-to-itself-alone'));
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const incoming = await exchange({ address, method: 'POST', headers, body }, line, signal);
  if (isRedirect(incoming.status)) throw redirectProblem(address, explain('sign-in-not-sent-on'));
  if (!isGood(incoming.status)) throw bad(incoming, address, null, secrets);
  // The answer may be a token: none of it is ever quoted.
  return readJson(incoming.text, incoming, address, null);
}

/** Writes with the token, only to the service itself: without retries, never following a redirect. */
export async function send(line: HomeLine, message: Message, signal: AbortSignal): Promise<Reply> {
  const { method, address, body, ifMatch } = message;
  if (address.origin !== line.home.origin) {
    throw redirectProblem(address, explain('written-to-itself-alone'));
  }
  const token = line.tokenFor(address);
  const content = body?.content ?? null;
  const isStream = typeof content === 'object' && content !== null;
  const headers = {
    accept: 'application/json',
    ...authorization(token),
    ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    ...(body === undefined ? {} : { 'content-type': body.type }),
    ...(isStream ? { 'content-length': String(content.bytes) } : {}),
  };
  const payload = isStream ? { body: content.stream, wholeMs: timeoutMs } : { body: content };
  const incoming = await exchange({ address, method, headers, ...payload }, line, signal);
  const { status, text, header } = incoming;
  if (isRedirect(status)) throw redirectProblem(address, explain('written-not-sent-on'));
  if (!isGood(status)) throw bad(incoming, address, token, token === null ? [] : [token], true);
  const quotable = (quoted: string) => withoutSecret(quoted, token);
  const value = text === '' ? null : readJson(text, incoming, address, quotable);
  const named = (name: string) => header(name) ?? null;
  return { status, value, location: named('location'), allow: named('allow'), etag: named('etag') };
}

/** Posts JSON to the service itself, which changes nothing, and reads any number of bytes of its answer. */
export async function postForBytes(
  line: HomeLine,
  address: URL,
  json: string,
  onPiece: OnPiece,
  signal: AbortSignal,
): Promise<void> {
  if (address.origin !== line.home.origin) throw redirectProblem(address, explain('written-to-itself-alone'));
  const token = line.tokenFor(address);
  const headers = { ...authorization(token), 'content-type': 'application/json' };
  const outgoing = { address, method: 'POST', headers, body: json, wholeMs: timeoutMs } as const;
  const incoming = await exchange(outgoing, line, signal, onPiece);
  if (incoming.status !== 200) throw bad(incoming, address, token, token === null ? [] : [token]);
}

/**
 * Reads any number of bytes.
 * @param follow whether redirects are followed, as a service uses them for files in its object storage: without the token
 *   once they have left the service's own origin
 * @returns false if there is nothing (404, 406, or a redirect that is not followed)
 */
export async function readBytes(
  line: HomeLine,
  address: URL,
  onPiece: OnPiece,
  follow: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const send = async (target: URL, token: string | null) => {
    const outgoing = { address: target, method: 'GET', headers: authorization(token), wholeMs: timeoutMs } as const;
    return { incoming: await exchange(outgoing, line, signal, onPiece), token };
  };
  const sendOnce = async () => {
    await checkTarget(line.home, address, address, line.network);
    return await send(address, line.tokenFor(address));
  };
  const { incoming, token } = follow ? (await followRedirects(line, address, false, send)).answer : await sendOnce();
  if (incoming.status === 200) return true;
  if (incoming.status === 404 || incoming.status === 406 || isRedirect(incoming.status)) return false;
  // The target may be signed: what it is an answer to is named instead.
  throw bad(incoming, address, token, token === null ? [] : [token]);
}
