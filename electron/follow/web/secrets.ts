import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { SourceSecret } from '#shared/rpc/calls/follow.ts';

/** Finds the secret that the user keeps for an origin; null if there is none. */
export type FindSecret = (origin: string) => Promise<SourceSecret | null>;

export const noSecrets: FindSecret = async () => null;

export function secretHeader(secret: SourceSecret): Record<string, string> {
  if (secret.kind === 'header') return { [secret.name.toLowerCase()]: secret.value };
  const pair = Buffer.from(`${secret.user}:${secret.password}`, 'utf8').toString('base64');
  return { authorization: `Basic ${pair}` };
}

/** The parts of a secret that must never be shown. */
export function secretTexts(secret: SourceSecret): string[] {
  return secret.kind === 'header' ? [secret.value] : [secret.password, secretHeader(secret).authorization ?? ''];
}

const Secrets = Type.Record(Type.String(), SourceSecret);

/** Name of the variable with secrets, or the path of a file with them, for a service without a keychain. */
export const secretsVariable = 'ALMANAC_SOURCE_SECRETS';

/**
 * Secrets from the environment: `ALMANAC_SOURCE_SECRETS` is JSON, or the path of a file with JSON, that maps origins to
 * `{"kind":"header","name":"X-App-Token","value":"…"}` or `{"kind":"basic","user":"…","password":"…"}`.
 * @throws if it is set and cannot be read; the message contains none of it
 */
export async function secretsOfEnvironment(environment: NodeJS.ProcessEnv): Promise<FindSecret> {
  const given = environment[secretsVariable]?.trim() ?? '';
  if (given === '') return noSecrets;
  const text = given.startsWith('{') ? given : await readFile(given, 'utf8');
  let secrets: unknown = null;
  try {
    secrets = JSON.parse(text);
  } catch {
    // Reported like any other wrong content: the parser's message would quote it.
  }
  if (!Value.Check(Secrets, secrets)) throw new Error(`${secretsVariable} does not contain secrets by origin.`);
  const byOrigin = new Map(Object.entries(secrets).map(([address, secret]) => [URL.parse(address)?.origin, secret]));
  return async (origin) => byOrigin.get(origin) ?? null;
}
