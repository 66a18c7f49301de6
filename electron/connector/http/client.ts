import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import PQueue from 'p-queue';
import { abortedError } from '../errors.ts';
import type { Exact } from '../exact-json.ts';
import { download, exchange, type Incoming } from './exchange.ts';
import { explainStatus } from './explain-status.ts';
import { keepAnswers } from './kept-answers.ts';
import { type Limits, usualLimits } from './limits.ts';
import { openNetwork } from './network.ts';
import { readJson } from './read-json.ts';
import { checkTarget, isRedirect, mostRedirects, redirectProblem, redirectTarget } from './redirects.ts';
import { withRetries } from './retry.ts';
import { mayCarryToken, withoutSecret } from './trust.ts';

/** What a client needs to know of the person's rights; asked anew for every request. */
export interface Credentials {
  token(): string | null;
  plainHttpAgreed(): boolean;
}

export const noCredentials: Credentials = { token: () => null, plainHttpAgreed: () => false };

export interface JsonAnswer {
  readonly value: Exact;
  /** Where the answer came from in the end, after redirects. */
  readonly address: URL;
  /** Whether the token went with the request. */
  readonly signedIn: boolean;
}

export interface GetOptions {
  readonly signal?: AbortSignal | undefined;
  /** Higher goes first when several requests wait; 0 for what a person looks at, -1 for what is fetched ahead. */
  readonly priority?: number | undefined;
  /** Asks without the token, even where it could be sent. */
  readonly anonymous?: boolean | undefined;
}

/** Something to be written. */
export interface Message {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly address: URL;
  /** A text, or a file's bytes with their number. */
  readonly body?: {
    readonly type: string;
    readonly content: string | { readonly stream: Readable; readonly bytes: number };
  };
}

/** What a service says to it. */
export interface Reply {
  readonly status: number;
  /** Null where the answer is empty. */
  readonly value: Exact;
  readonly location: string | null;
}

/** All requests to one service go through one of these. */
export interface ServiceClient {
  /** @throws {ServiceError} for whatever goes wrong. */
  getJson(address: URL, options?: GetOptions): Promise<JsonAnswer>;
  /** Posts once: never again after a failure, and never to where a redirect leads. */
  postJson(address: URL, body: string, secrets: readonly string[], signal?: AbortSignal): Promise<JsonAnswer>;
  /** Writes with the token, to the service itself alone: once, never again after a failure, never to where a redirect leads. */
  send(message: Message, signal?: AbortSignal): Promise<Reply>;
  /** Reads bytes of any number; no redirect is followed. @returns false where there is nothing of the kind (404, 406) */
  readBytes(address: URL, onPiece: (piece: Buffer) => void, signal?: AbortSignal): Promise<boolean>;
  forgetAnswers(): void;
  close(): Promise<void>;
}

const never = new AbortController().signal;
/** Milliseconds; a large file over a slow line takes its time. */
const longestUpload = 24 * 60 * 60 * 1000;

/**
 * Opens a client for the service at `home`. The token goes to the origin of `home` alone: redirects and addresses that
 * lead elsewhere are followed without it, or refused.
 */
export function openClient(home: URL, credentials: Credentials, changes: Partial<Limits> = {}): ServiceClient {
  const limits: Limits = { ...usualLimits, ...changes };
  const network = openNetwork(limits);
  const queue = new PQueue({ concurrency: limits.concurrency });
  const kept = keepAnswers(32 * 1024 * 1024);

  function tokenFor(address: URL): string | null {
    const token = credentials.token();
    return token !== null && mayCarryToken(home, address, credentials.plainHttpAgreed()) ? token : null;
  }

  async function hop(
    address: URL,
    token: string | null,
    signal: AbortSignal,
  ): Promise<Incoming & { kept: string | null }> {
    const key = `${address.href} ${token === null ? '' : createHash('sha256').update(token).digest('base64')}`;
    const headers = {
      accept: 'application/json',
      ...kept.conditions(key),
      ...(token === null ? {} : { authorization: `Token ${token}` }),
    };
    const incoming = await exchange({ address, method: 'GET', headers }, network, limits, signal);
    const { status, text, header } = incoming;
    return { status, text, header, kept: kept.textFor(key, incoming) };
  }

  async function follow(start: URL, anonymous: boolean, signal: AbortSignal): Promise<JsonAnswer> {
    let address = start;
    let strayed = anonymous;
    for (let step = 0; step <= mostRedirects; step += 1) {
      checkTarget(home, address, start);
      const token = strayed ? null : tokenFor(address);
      const answer = await hop(address, token, signal);
      if (!isRedirect(answer.status)) {
        if ((answer.status !== 200 && answer.status !== 304) || answer.kept === null) {
          throw explainStatus({ ...answer, address, retryAfter: answer.header('retry-after'), token });
        }
        return {
          value: readJson(answer.kept, answer.header('content-type'), address, (text) => withoutSecret(text, token)),
          address,
          signedIn: token !== null,
        };
      }
      address = redirectTarget(address, answer.header('location'));
      // Once it has led elsewhere nothing on the way is trusted with the token again, not even the way back.
      strayed ||= address.origin !== home.origin;
    }
    throw redirectProblem(start, 'It leads from one address to the next without end.');
  }

  return {
    getJson(address, options = {}) {
      const signal = options.signal ?? never;
      const attempt = () => follow(address, options.anonymous ?? false, signal);
      return withRetries(limits, signal, () => inTurn(queue, attempt, options.priority ?? 0, signal));
    },
    async postJson(address, body, secrets, signal = never) {
      if (address.origin !== home.origin) throw redirectProblem(address, 'A sign-in goes to the service itself alone.');
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      const incoming = await exchange({ address, method: 'POST', headers, body }, network, limits, signal);
      const clean = secrets.reduce((text, secret) => withoutSecret(text, secret), incoming.text);
      if (isRedirect(incoming.status)) throw redirectProblem(address, 'A sign-in is not sent on to another address.');
      if (incoming.status < 200 || incoming.status > 299) {
        throw explainStatus({
          address,
          status: incoming.status,
          retryAfter: incoming.header('retry-after'),
          text: clean,
          token: null,
        });
      }
      // What comes back may be a token: nothing of it is ever quoted.
      return {
        value: readJson(incoming.text, incoming.header('content-type'), address, null),
        address,
        signedIn: false,
      };
    },
    async send({ method, address, body }, signal = never) {
      if (address.origin !== home.origin)
        throw redirectProblem(address, 'What is written goes to the service itself alone.');
      const token = tokenFor(address);
      const content = body?.content;
      const stream = typeof content === 'object' ? content : null;
      const headers = {
        accept: 'application/json',
        ...(token === null ? {} : { authorization: `Token ${token}` }),
        ...(body === undefined ? {} : { 'content-type': body.type }),
        ...(stream === null ? {} : { 'content-length': String(stream.bytes) }),
      };
      const outgoing = {
        address,
        method,
        headers,
        ...(typeof content === 'string' ? { body: content } : {}),
        ...(stream === null ? {} : { body: stream.stream, whole: longestUpload }),
      };
      const { status, text, header } = await exchange(outgoing, network, limits, signal);
      if (isRedirect(status)) throw redirectProblem(address, 'What is written is not sent on to another address.');
      if (status < 200 || status > 299) {
        throw explainStatus({
          address,
          status,
          retryAfter: header('retry-after'),
          text: withoutSecret(text, token),
          token,
        });
      }
      const value =
        text === '' ? null : readJson(text, header('content-type'), address, (said) => withoutSecret(said, token));
      return { status, value, location: header('location') ?? null };
    },
    async readBytes(address, onPiece, signal = never) {
      checkTarget(home, address, address);
      const token = tokenFor(address);
      const headers = token === null ? {} : { authorization: `Token ${token}` };
      const answer = await download({ address, headers, whole: longestUpload }, network, limits, onPiece, signal);
      if (answer.status === 200) return true;
      if (answer.status === 404 || answer.status === 406 || isRedirect(answer.status)) return false;
      const { status, text, header } = answer;
      throw explainStatus({
        address,
        status,
        retryAfter: header('retry-after'),
        text: withoutSecret(text, token),
        token,
      });
    },
    forgetAnswers: () => kept.clear(),
    close: () => network.close(),
  };
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
