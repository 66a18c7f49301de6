import { hash, verify } from '@node-rs/argon2';

/** Argon2id with 19 MiB and two passes: the minimum in OWASP's password storage cheat sheet. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash to compare with if there is no account, so that this takes as long as for a wrong password. */
let decoy: Promise<string> | null = null;

/** Maximum length of a password: hashing a longer one would only waste time. */
export const maxPasswordLength = 1024;

export async function hashPassword(password: string): Promise<string> {
  return await hash(password, cost);
}

/** Whether a password is correct; an empty or null `passwordHash` matches no password. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  if (password.length > maxPasswordLength) return false;
  if (passwordHash === null || passwordHash === '') {
    decoy ??= hashPassword('');
    await verify(await decoy, password);
    return false;
  }
  return await verify(passwordHash, password);
}
