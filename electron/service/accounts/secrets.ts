import { createHash, randomBytes } from 'node:crypto';

/** A new token: 40 hexadecimal characters (160 bits) from the system's generator. */
export function newToken(): string {
  return randomBytes(20).toString('hex');
}

/** A new value for a session's cookie. */
export function newSessionValue(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The stored form of a token or a session's cookie. A plain SHA-256 is enough for a random secret of this length, and
 * looking it up reveals nothing by timing: a guessed hash does not yield the secret.
 */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}
