import type { StorageReport } from '#shared/rpc/records.ts';
import type { SignedIn } from '../discovery/sign-in.ts';

/** A stored token, and where it is stored. */
export interface StoredToken extends SignedIn {
  readonly kept: 'keychain' | 'session';
}

/** Stores tokens in the operating system's keychain or, if the user prefers, in this process only. */
export interface TokenVault {
  /** Whether the keychain is available now. */
  describe(): Promise<StorageReport['keychain']>;
  /** The stored token of an account; null if there is none, or the keychain is unavailable. */
  read(account: string): Promise<StoredToken | null>;
  /** @throws {ServiceError} `no-keychain` if the keychain was requested and is unavailable; nothing is stored then */
  store(account: string, token: SignedIn, where: StoredToken['kept']): Promise<void>;
  /** Removes it wherever it is stored. @throws {ServiceError} `keychain` if it may still be in the keychain */
  remove(account: string): Promise<void>;
}

/**
 * The name under which a connection's token is stored. The origin is part of it: if another program changed the
 * stored address, the token would not be found for the new one.
 */
export function accountOf(connection: string, origin: string): string {
  return `${connection} ${origin}`;
}
