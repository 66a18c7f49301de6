import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import { type Explanation, explain } from '#shared/failures.ts';
import { parseAs } from '#shared/parse-as.ts';
import type { StorageReport } from '#shared/rpc/records.ts';
import { orNull } from '#shared/schema-parts.ts';
import type { StoredToken, TokenVault } from '../connector/connections/token-vault.ts';
import type { SignedIn } from '../connector/discovery/sign-in.ts';
import { ServiceError } from '../connector/errors.ts';

type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>;

/** The keychain's entry for an account, as JSON. */
const Secret = Type.Object({ token: Type.String(), user: orNull(Type.String()) });

/** The name under which the keychain shows Almanac's entries. */
const ownName = 'Almanac';
/** Time limit for the keychain, which may be asking the user to unlock it. */
const answerTimeoutMs = 120_000;

async function loadKeytar(): Promise<Keytar> {
  // Loaded late: if the system lacks its native library, only permanent sign-in is unavailable.
  return (await import('keytar')).default;
}

function noKeychain(why: Explanation): ServiceError {
  return new ServiceError('no-keychain', explain('no-keychain', { why }), 'keychain', { retry: true });
}

function whyUnreachable(error: unknown): Explanation {
  const words = error instanceof Error ? error.message.trim() : '';
  if (words === '') return explain('no-reason-given');
  if (error instanceof NoAnswerError) return explain('keychain-silent');
  const known = knownErrors.find(([, parts]) => parts.some((part) => words.toLowerCase().includes(part)));
  if (known !== undefined) return explain(known[0]);
  return explain('keychain-reported', { text: words.split('\n', 1).join('') });
}

/** Parts of what libsecret, D-Bus and the keychains of systems report, in lower case. */
const knownErrors = [
  ['keychain-locked', ['locked', 'dismissed', 'cancelled', 'canceled']],
  ['keychain-no-library', ['libsecret', 'keytar.node']],
  ['keychain-no-program', ['d-bus', 'dbus', 'org.freedesktop', 'no such secret collection']],
] as const;

class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  override readonly message = 'The keychain does not answer.';
}

function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const late = sleep(answerTimeoutMs, undefined, { ref: false }).then(() => {
    throw new NoAnswerError();
  });
  return Promise.race([work, late]);
}

/**
 * Stores tokens in the operating system's keychain. If that is unavailable, a token can be held in memory until this
 * process ends, if the user agrees; it is never written anywhere else.
 */
export function openKeychain(name: string = ownName, load: () => Promise<Keytar> = loadKeytar): TokenVault {
  const session = new Map<string, SignedIn>();

  async function withKeychain<Result>(act: (keytar: Keytar) => Promise<Result>): Promise<Result> {
    try {
      return await inTime(load().then(act));
    } catch (error) {
      throw noKeychain(whyUnreachable(error));
    }
  }

  async function describe(): Promise<StorageReport['keychain']> {
    try {
      await inTime(load().then((keytar) => keytar.getPassword(name, 'is there a keychain?')));
      return { kind: 'system' };
    } catch (error) {
      return { kind: 'none', reason: whyUnreachable(error) };
    }
  }

  async function read(account: string): Promise<StoredToken | null> {
    const own = session.get(account);
    if (own !== undefined) return { ...own, kept: 'session' };
    try {
      const secret = parseAs(Secret, (await withKeychain((keytar) => keytar.getPassword(name, account))) ?? '');
      return secret === null ? null : { ...secret, kept: 'keychain' };
    } catch {
      return null;
    }
  }

  async function remove(account: string): Promise<void> {
    session.delete(account);
    await withKeychain((keytar) => keytar.deletePassword(name, account));
  }

  async function store(account: string, token: SignedIn, where: StoredToken['kept']): Promise<void> {
    const { token: secret, user } = token;
    if (where === 'keychain') {
      await withKeychain((keytar) => keytar.setPassword(name, account, JSON.stringify({ token: secret, user })));
      session.delete(account);
      return;
    }
    session.set(account, { token: secret, user });
  }

  return { describe, read, store, remove };
}
