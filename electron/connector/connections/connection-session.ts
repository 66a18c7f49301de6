import type { Session } from '#shared/rpc/records.ts';
import type { Credentials } from '../http/client.ts';
import type { KeptToken } from './token-vault.ts';

/** As whom one connection reads, while the backend runs. Only this and the vault ever hold the token. */
export interface ConnectionSession extends Credentials {
  /** The state as the window may know it. */
  shown(): Session;
  /** The token that is in use, refused or not; null when nobody is signed in. */
  kept(): KeptToken | null;
  signIn(token: KeptToken): void;
  signOut(): void;
  /** The service no longer takes the token: it is not sent again until the person signs in anew. */
  refused(): void;
  /** Sends a token that was refused once more, to see whether it still is. */
  tryAgain(): void;
}

/**
 * @param plainHttpAgreed the person's word for this connection, asked at every request.
 * @param onChanged is told whenever what {@link ConnectionSession.shown} gives has changed.
 */
export function openSession(plainHttpAgreed: () => boolean, onChanged: () => void): ConnectionSession {
  let kept: KeptToken | null = null;
  let taken = true;
  return {
    token: () => (taken ? (kept?.token ?? null) : null),
    plainHttpAgreed,
    kept: () => kept,
    shown() {
      if (kept === null) return { kind: 'anonymous' };
      const { user, kept: where } = kept;
      return taken ? { kind: 'signed-in', user, kept: where } : { kind: 'token-refused', user };
    },
    signIn(token) {
      kept = token;
      taken = true;
      onChanged();
    },
    signOut() {
      if (kept === null) return;
      kept = null;
      taken = true;
      onChanged();
    },
    tryAgain() {
      if (!taken) onChanged();
      taken = true;
    },
    refused() {
      if (kept === null || !taken) return;
      taken = false;
      onChanged();
    },
  };
}
