import type { StorageReport } from '#shared/rpc/records.ts';
import type { SignedIn } from '../sign-in.ts';

/** A token as it is kept, and where. */
export interface KeptToken extends SignedIn {
  readonly kept: 'keychain' | 'session';
}

/** Where tokens live: the operating system's keychain or, when the person wants that, this process alone. */
export interface TokenVault {
  /** Whether the keychain can be reached just now. */
  describe(): Promise<StorageReport['keychain']>;
  /** The token kept for an account; null when there is none, or the keychain cannot be reached. */
  read(account: string): Promise<KeptToken | null>;
  /** @throws {ServiceError} `no-keychain` when the keychain was asked for and cannot be reached; nothing is kept then. */
  keep(account: string, token: SignedIn, where: KeptToken['kept']): Promise<void>;
  /** Forgets it wherever it is kept. @throws {ServiceError} `keychain` when it may still lie in the keychain. */
  forget(account: string): Promise<void>;
}

/**
 * The name under which a connection's token is kept. The origin is part of it: were the stored address changed behind
 * Almanac's back, the token would not be found for the new one.
 */
export function accountOf(connection: string, origin: string): string {
  return `${connection} ${origin}`;
}
