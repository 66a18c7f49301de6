import path from 'node:path';
import { failureOf } from '#shared/english/explained-error.ts';
import { explain, failure } from '#shared/failures.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';
import { portText, readPortText } from '#shared/rpc/port-text.ts';
import { explainSystemError } from '../lib/errors/system-error.ts';
import type { TabVisit } from '../service/service.ts';

/** What the calls of a page are guarded with. */
export interface GuardedTab {
  readonly visit: Pick<TabVisit, 'address' | 'hasEnded'>;
  /** Folders of the service's computer that no answer names. */
  readonly folders: readonly string[];
  /** Logs an unexpected error. */
  readonly report: (call: string, error: unknown) => void;
}

/** Names files in an answer as the page does, which learns no path of the service's computer. */
export function withoutFolders<Answer>(folders: readonly string[], answer: Answer): Answer {
  if (answer === undefined) return answer;
  let text = portText(answer);
  for (const folder of folders) text = text.replaceAll(JSON.stringify(folder + path.sep).slice(1, -1), '');
  // The same value as before, apart from these texts.
  return readPortText(text) as Answer;
}

/** @throws {BackendFailure} if the session of a page has ended: it asks its reader to sign in */
export async function refuseEnded({ address, hasEnded }: GuardedTab['visit']): Promise<void> {
  if (!(await hasEnded())) return;
  const { hostname: host } = new URL(address);
  throw new BackendFailure(failure('token-refused', explain('sign-in-ended', { host })));
}

/**
 * Calls about what the service keeps for the account of a page, and not in its catalogue. They end with the session, and
 * neither return nor throw a path of the service's computer.
 */
export function guardedCalls<
  Calls extends Record<string, (parameters: never, signal: AbortSignal) => Promise<unknown>>,
>(calls: Calls, { visit, folders, report }: GuardedTab): Calls {
  const guarded = Object.entries(calls).map(([name, call]) => [
    name,
    async (parameters: never, signal: AbortSignal) => {
      try {
        await refuseEnded(visit);
        return withoutFolders(folders, await call(parameters, signal));
      } catch (error) {
        const found = failureOf(explainSystemError(error));
        if (found.kind === 'internal') report(name, error);
        throw new BackendFailure(withoutFolders(folders, found));
      }
    },
  ]);
  // Each call under its name.
  return Object.fromEntries(guarded) as Calls;
}
