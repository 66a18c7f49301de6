import { type Explanation, explain, inTurn } from '#shared/failures.ts';
import { ServiceError } from '../errors.ts';
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
