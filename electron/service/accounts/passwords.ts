import { hash, verify } from '@node-rs/argon2';

/** Argon2id with 19 MiB and two passes: the least that OWASP's password storage cheat sheet recommends. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of no password: compared with when there is no account, so that its absence takes as long as a wrong one. */
let decoy: Promise<string> | null = null;

/** Maximum length of a password: hashing a longer one would only waste time. */
export const maxPasswordLength = 1024;

export async function hashPassword(password: string): Promise<string> {
  return await hash(password, cost);
}

/** Whether a password is correct; `passwordHash` is empty or null if no password is. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  if (password.length > maxPasswordLength) return false;
  if (passwordHash === null || passwordHash === '') {
    decoy ??= hashPassword('');
    await verify(await decoy, password);
    return false;
  }
  return await verify(passwordHash, password);
}
