import { ExplainedError } from '#shared/english/explained-error.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import { systemCodeOf } from '../../../lib/errors/system-error.ts';
import { CatalogueUnavailableError } from '../../catalogue/database/store-problem.ts';

/** Errors that concern the operator of the service, by the SQLSTATE of PostgreSQL or the system code of the network. */
const meanings = {
  '28P01': 'postgres-password',
  '28000': 'postgres-user',
  '3D000': 'postgres-no-database',
  '42501': 'postgres-no-rights',
  '53100': 'postgres-disk-full',
  '53300': 'postgres-too-many',
  '55P03': 'postgres-busy',
  '57014': 'postgres-slow',
  '57P01': 'postgres-stopping',
  '57P02': 'postgres-stopping',
  '57P03': 'postgres-stopping',
  '25006': 'postgres-read-only',
  '25P03': 'postgres-idle',
  ECONNREFUSED: 'postgres-refused',
  ENOENT: 'postgres-refused',
  ENOTFOUND: 'postgres-no-host',
  EAI_AGAIN: 'postgres-no-host',
  ETIMEDOUT: 'postgres-silent',
  EHOSTUNREACH: 'postgres-silent',
  ENETUNREACH: 'postgres-silent',
} as const;

/** Errors that `pg` reports by a text alone. */
const texts = [
  [/client password must be a (non-empty )?string/, 'postgres-no-password'],
  [/timeout exceeded|connection timeout|Query read timeout/i, 'postgres-silent'],
  [/does not support SSL/, 'postgres-no-tls'],
] as const;

function isMeaning(code: string): code is keyof typeof meanings {
  return Object.hasOwn(meanings, code);
}

/** Whether an error was sent by PostgreSQL, rather than caused by the connection to it. */
function isAnswer(error: object): boolean {
  return 'severity' in error;
}

/** Whether an error ended its connection, or leaves it in an unknown state. */
export function isConnectionLost(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !isAnswer(error)) return true;
  return 'severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC');
}

function meaningOf(error: unknown): Explanation {
  const code = systemCodeOf(error);
  const text = error instanceof Error ? error.message : String(error);
  if (isMeaning(code)) return explain(meanings[code], { said: text || code });
  const [, meaning = null] = texts.find(([pattern]) => pattern.test(text)) ?? [];
  if (meaning !== null) return explain(meaning, { said: text });
  return /cert|self.signed|TLS|SSL/i.test(`${code} ${text}`)
    ? explain('postgres-certificate', { said: text || code })
    : explain('postgres-lost', { said: text || code });
}

/** Explains errors that concern the server as a whole; errors of single statements stay as they are. */
export function asPostgresProblem(error: unknown, server: string): unknown {
  if (error instanceof ExplainedError) return error;
  const isOurs = isConnectionLost(error) || isMeaning(systemCodeOf(error));
  return isOurs ? new CatalogueUnavailableError(server, meaningOf(error), error) : error;
}
