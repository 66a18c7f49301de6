import { type Explanation, explain, inTurn } from '#shared/failures.ts';
import { ServiceError } from '../errors.ts';
import type { HomeLine, Incoming } from './exchange.ts';
import type { Network } from './transport/network.ts';
import { shown, trustRefusal } from './transport/trust.ts';

const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number): boolean {
  return redirects.has(status);
}

/** Throws if an address from an answer must not be requested. */
export async function checkTarget(home: URL, target: URL, start: URL, network: Network): Promise<void> {
  if (target.origin === home.origin) return;
  const reason = trustRefusal(home, target, await network.homeReach());
  if (reason !== null) throw redirectProblem(start, inTurn(reason, explain('not-followed')));
}

export function redirectProblem(start: URL, reason: Explanation): ServiceError {
  return new ServiceError('redirect', inTurn(explain('sent-elsewhere'), reason), shown(start));
}

function redirectTarget(from: URL, location: string | undefined): URL {
  try {
    if (location !== undefined) return new URL(location, from);
  } catch {
    // Reported below like a missing one.
  }
  throw redirectProblem(from, explain('redirect-nowhere'));
}

/** What an address answered: a redirect, or the result. */
export type Hop<Result> = { readonly location: string | undefined } | { readonly result: Result };

/**
 * Sends a request, and sends it again to wherever it is redirected.
 * @param send sends it to one address; `from` is the one that redirected there, null at first
 * @throws {ServiceError} if the redirects do not end, or lead nowhere
 */
export async function walkRedirects<Result>(
  start: URL,
  send: (address: URL, from: URL | null) => Promise<Hop<Result>>,
): Promise<Result> {
  let address = start;
  let from: URL | null = null;
  for (let step = 0; step <= maxRedirects; step += 1) {
    const hop: Hop<Result> = await send(address, from);
    if ('result' in hop) return hop.result;
    from = address;
    address = redirectTarget(address, hop.location);
  }
  throw redirectProblem(start, explain('redirect-without-end'));
}

/** An answer that is not a redirect, and how it was requested. */
interface Followed<Answer> {
  readonly answer: Answer;
  /** The last address. */
  readonly address: URL;
  /** What was sent there; null without one. */
  readonly token: string | null;
}

/**
 * Follows redirects of a service, with its token only at its own origin.
 * @param anonymous whether the request is sent without the token from the start
 * @param send sends it to one address, with this token
 * @throws {ServiceError} if an address must not be requested, or the redirects do not end
 */
export function followRedirects<Answer extends { readonly incoming: Incoming }>(
  line: HomeLine,
  start: URL,
  anonymous: boolean,
  send: (address: URL, token: string | null) => Promise<Answer>,
): Promise<Followed<Answer>> {
  let strayed = anonymous;
  return walkRedirects<Followed<Answer>>(start, async (address) => {
    await checkTarget(line.home, address, start, line.network);
    // Once an address has left the origin, none that follows it gets the token, not even one back at the origin.
    strayed ||= address.origin !== line.home.origin;
    const token = strayed ? null : line.tokenFor(address);
    const answer = await send(address, token);
    const { status, header } = answer.incoming;
    return isRedirect(status) ? { location: header('location') } : { result: { answer, address, token } };
  });
}
