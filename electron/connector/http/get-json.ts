import { createHash } from 'node:crypto';
import PQueue from 'p-queue';
import { abortedError } from '../errors.ts';
import type { Exact } from '../exact-json.ts';
import { sharedSignal } from '../shared-signal.ts';
import { exchange, type Incoming, type Line } from './exchange.ts';
import { explainStatus } from './explain-status.ts';
import { keepAnswers } from './kept-answers.ts';
import { readJson } from './read-json.ts';
import { checkTarget, isRedirect, mostRedirects, redirectProblem, redirectTarget } from './redirects.ts';
import { withRetries } from './retry.ts';
import { withoutSecret } from './trust.ts';

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

/** A line that belongs to one service, with the token for the addresses to which it may go. */
export interface HomeLine extends Line {
  readonly home: URL;
  tokenFor(address: URL): string | null;
}

export interface Getter {
  getJson(address: URL, options?: GetOptions): Promise<JsonAnswer>;
  forgetAnswers(): void;
}

const never = new AbortController().signal;
const keptBytes = 32 * 1024 * 1024;

/** Reads JSON over a line: in turn, again where that helps, through redirects, and only where what is kept has changed. */
export function openGetter(line: HomeLine): Getter {
  const { home, limits } = line;
  const queue = new PQueue({ concurrency: limits.concurrency });
  const kept = keepAnswers(keptBytes);

  async function hop(
    address: URL,
    token: string | null,
    signal: AbortSignal,
  ): Promise<Incoming & { kept: string | null }> {
    const key = `${address.href} ${token === null ? '' : createHash('sha256').update(token).digest('base64')}`;
    const authorization = token === null ? {} : { authorization: `Token ${token}` };
    const headers = { accept: 'application/json', ...kept.conditions(key), ...authorization };
    const incoming = await exchange({ address, method: 'GET', headers }, line, signal);
    const { status, text, header } = incoming;
    return { status, text, header, kept: kept.textFor(key, incoming) };
  }

  async function follow(start: URL, anonymous: boolean, signal: AbortSignal): Promise<JsonAnswer> {
    let address = start;
    let strayed = anonymous;
    for (let step = 0; step <= mostRedirects; step += 1) {
      checkTarget(home, address, start);
      const token = strayed ? null : line.tokenFor(address);
      const answer = await hop(address, token, signal);
      if (!isRedirect(answer.status))
        return { value: goodValue(answer, address, token), address, signedIn: token !== null };
      address = redirectTarget(address, answer.header('location'));
      // Once it has led elsewhere nothing on the way is trusted with the token again, not even the way back.
      strayed ||= address.origin !== home.origin;
    }
    throw redirectProblem(start, 'It leads from one address to the next without end.');
  }

  return {
    getJson(address, options = {}) {
      const signal = sharedSignal(options.signal ?? never);
      const attempt = () => follow(address, options.anonymous ?? false, signal);
      return withRetries(limits, signal, () => inTurn(queue, attempt, options.priority ?? 0, signal));
    },
    forgetAnswers: () => kept.clear(),
  };
}

function goodValue(answer: Incoming & { readonly kept: string | null }, address: URL, token: string | null): Exact {
  const { status, header, kept } = answer;
  if ((status !== 200 && status !== 304) || kept === null) {
    throw explainStatus({ ...answer, address, retryAfter: header('retry-after'), token });
  }
  return readJson(kept, header('content-type'), address, (text) => withoutSecret(text, token));
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
