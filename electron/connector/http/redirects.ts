import { type Explanation, explain, inTurn } from '#shared/failures.ts';
import { ServiceError } from '../errors.ts';
import type { HomeLine, Incoming } from './exchange.ts';
import type { Network } from './transport/network.ts';
import { refusal, shown } from './transport/trust.ts';

export const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number): boolean {
  return redirects.has(status);
}

/** Throws if an address from an answer must not be requested. */
export async function checkTarget(home: URL, target: URL, start: URL, network: Network): Promise<void> {
  if (target.origin === home.origin) return;
  const reason = refusal(home, target, await network.homeReach());
  if (reason !== null) throw redirectProblem(start, inTurn(reason, explain('not-followed')));
}

export function redirectProblem(start: URL, reason: Explanation): ServiceError {
  return new ServiceError({
    kind: 'redirect',
    reason: inTurn(explain('sent-elsewhere'), reason),
    where: shown(start),
  });
}

/** The target of a redirect. */
export function redirectTarget(from: URL, location: string | undefined): URL {
  try {
    if (location !== undefined) return new URL(location, from);
  } catch {
    // Reported below like a missing one.
  }
  throw redirectProblem(from, explain('redirect-nowhere'));
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
 * Sends a request, and sends it again to wherever it is redirected.
 * @param anonymous whether it is sent without the token from the start
 * @param send sends it to one address, with this token
 * @throws {ServiceError} if an address must not be requested, or the redirects do not end
 */
export async function followRedirects<Answer extends { readonly incoming: Incoming }>(
  line: HomeLine,
  start: URL,
  anonymous: boolean,
  send: (address: URL, token: string | null) => Promise<Answer>,
): Promise<Followed<Answer>> {
  let address = start;
  let strayed = anonymous;
  for (let step = 0; step <= maxRedirects; step += 1) {
    await checkTarget(line.home, address, start, line.network);
    // Once an address has left the origin, none that follows it gets the token, not even one back at the origin.
    strayed ||= address.origin !== line.home.origin;
    const token = strayed ? null : line.tokenFor(address);
    const answer = await send(address, token);
    const { status, header } = answer.incoming;
    if (!isRedirect(status)) return { answer, address, token };
    address = redirectTarget(address, header('location'));
  }
  throw redirectProblem(start, explain('redirect-without-end'));
}
