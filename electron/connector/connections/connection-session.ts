import type { SessionState } from '#shared/rpc/records.ts';
import type { Credentials } from '../http/transport/client.ts';
import type { StoredToken } from './token-vault.ts';

/** The account of one connection while the backend runs. Only this and the vault ever hold the token. */
export interface ConnectionSession extends Credentials {
  /** The state as the window receives it. */
  shown(): SessionState;
  /** The token that is in use, refused or not; null when signed out. */
  storedToken(): StoredToken | null;
  signIn(token: StoredToken): void;
  signOut(): void;
  /** Records that the token was refused: it is not sent again until the user signs in again. */
  refused(): void;
  /** Sends a refused token again once, in case it is accepted now. */
  tryAgain(): void;
}

/**
 * @param plainHttpAgreed the user's consent for this connection, checked at every request
 * @param onChanged called whenever the result of {@link ConnectionSession.shown} has changed
 */
export function openConnectionSession(plainHttpAgreed: () => boolean, onChanged: () => void): ConnectionSession {
  let storedToken: StoredToken | null = null;
  let taken = true;
  return {
    token: () => (taken ? (storedToken?.token ?? null) : null),
    plainHttpAgreed,
    storedToken: () => storedToken,
    shown() {
      if (storedToken === null) return { kind: 'anonymous' };
      const { user, kept: where } = storedToken;
      return taken ? { kind: 'signed-in', user, kept: where } : { kind: 'token-refused', user };
    },
    signIn(token) {
      storedToken = token;
      taken = true;
      onChanged();
    },
    signOut() {
      if (storedToken === null) return;
      storedToken = null;
      taken = true;
      onChanged();
    },
    tryAgain() {
      if (!taken) onChanged();
      taken = true;
    },
    refused() {
      if (storedToken === null || !taken) return;
      taken = false;
      onChanged();
    },
  };
}
