import { filesValues } from './failures/files.ts';
import { followValues, sourcesValues } from './failures/follow.ts';
import { recipesValues } from './failures/recipes.ts';
import { servicesValues } from './failures/services.ts';
import { storeValues } from './failures/store.ts';
import type { ValueKind } from './failures/value-kind.ts';
import { workValues } from './failures/work.ts';

/** Every code and the kinds of its values. A code is added here and in the texts of every language. */
export const explanationValues = {
  ...servicesValues,
  ...filesValues,
  ...storeValues,
  ...workValues,
  ...followValues,
  ...sourcesValues,
  ...recipesValues,
} as const;

type Codes = typeof explanationValues;
export type ExplanationCode = keyof Codes;

interface ValueTypes {
  text: string | number;
  amount: number;
  lines: readonly number[];
  explanation: Explanation;
  explanations: readonly Explanation[];
}
type ValuesOf<Code extends ExplanationCode> = {
  readonly [Name in keyof Codes[Code]]: Codes[Code][Name] extends ValueKind ? ValueTypes[Codes[Code][Name]] : never;
};

/**
 * What happened, as data: a code with its values. Failures, reasons, notes and notices are created, stored and sent in
 * this form; text is made at the edges (the window, the command line, the body of an HTTP response).
 */
export type Explanation = {
  readonly [Code in ExplanationCode]: { readonly code: Code; readonly values: ValuesOf<Code> };
}[ExplanationCode];

/** Creates an explanation. */
export function explain<Code extends ExplanationCode>(
  code: Code,
  ...[values]: [keyof Codes[Code]] extends [never] ? [] : [ValuesOf<Code>]
): Explanation {
  // The parameters tie the values to the code, which the union itself cannot follow.
  return { code, values: values ?? {} } as unknown as Explanation;
}

/** Combines explanations that are read one after the other. */
export function inTurn(...parts: readonly Explanation[]): Explanation {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : explain('in-turn', { parts });
}

/** The same explanation with a change applied to every text in it, for instance to remove a secret. */
export function mapTexts(explanation: Explanation, change: (text: string) => string): Explanation {
  const changed = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value);
    if (Array.isArray(value)) return value.map(changed);
    return isExplanation(value) ? mapTexts(value, change) : value;
  };
  const values = Object.entries(explanation.values).map(([name, value]) => [name, changed(value)]);
  return { code: explanation.code, values: Object.fromEntries(values) } as Explanation;
}

function isValue(kind: ValueKind, value: unknown): boolean {
  if (kind === 'amount') return typeof value === 'number';
  if (kind === 'lines') return Array.isArray(value) && value.every((line) => typeof line === 'number');
  if (kind === 'explanation') return isExplanation(value);
  if (kind === 'explanations') return Array.isArray(value) && value.every(isExplanation);
  return typeof value === 'string' || typeof value === 'number';
}

function isExplanation(stored: unknown): stored is Explanation {
  if (typeof stored !== 'object' || stored === null) return false;
  const { code, values } = stored as { code?: unknown; values?: unknown };
  if (typeof code !== 'string' || !Object.hasOwn(explanationValues, code)) return false;
  if (typeof values !== 'object' || values === null) return false;
  const kinds = Object.entries(explanationValues[code as ExplanationCode]) as [string, ValueKind][];
  return kinds.every(([name, kind]) => isValue(kind, (values as Record<string, unknown>)[name]));
}

/** Reads a stored explanation: older releases stored English text, newer ones may store unknown codes. */
export function readExplanation(stored: unknown): Explanation {
  if (isExplanation(stored)) return stored;
  if (typeof stored === 'string') return explain('recorded', { text: stored });
  const { code } = (stored ?? {}) as { code?: unknown };
  return explain('recorded', { text: String(code ?? '') });
}

/** Parses stored JSON; explanations in it whose code this release does not know are kept as {@link readExplanation} does. */
export function parseStored(text: string): unknown {
  const isCoded = (value: unknown) =>
    typeof value === 'object' && value !== null && 'code' in value && 'values' in value;
  return JSON.parse(text, (_, value: unknown) =>
    isCoded(value) && !isExplanation(value) ? { ...(value as object), ...readExplanation(value) } : value,
  );
}

/** What a program can branch on; the code of the failure says exactly what happened. */
export const failureKinds = [
  'aborted',
  'already-local',
  'backend-gone',
  'backup',
  'bad-address',
  'bad-input',
  'bad-name',
  'bad-query',
  'certificate',
  'changed-meanwhile',
  'closing',
  'command',
  'credentials-refused',
  'cut-off',
  'damaged',
  'dataset-changed',
  'disk-failed',
  'disk-full',
  'file-missing',
  'forbidden',
  'group-guards',
  'group-name',
  'group-taken',
  'in-use',
  'internal',
  'interrupted',
  'is-a-folder',
  'keychain',
  'local-failed',
  'loses-data',
  'malformed',
  'no-http',
  'no-keychain',
  'no-secure-connection',
  'no-such-group',
  'no-such-user',
  'not-a-source',
  'not-accepted',
  'not-found',
  'not-here',
  'not-readable',
  'not-this-kind',
  'not-writable',
  'offline',
  'operator-account',
  'page-loop',
  'password-long',
  'password-short',
  'plain-http',
  'private-address',
  'protocol',
  'proxy',
  'query-ignored',
  'redirect',
  'server-error',
  'settings-file',
  'sign-in-needed',
  'throttled',
  'timeout',
  'token-refused',
  'too-big',
  'too-late',
  'too-many-files',
  'unexpected',
  'unknown-call',
  'unknown-connection',
  'unknown-job',
  'username',
  'username-taken',
  'web-page',
] as const;
export type FailureKind = (typeof failureKinds)[number];

/** The only form of failure that reaches the window: what happened, where, and whether a retry makes sense. */
export type Failure = Explanation & {
  readonly kind: FailureKind;
  /** The address or the thing that failed; may be empty. */
  readonly where: string;
  readonly retry: boolean;
  /** Seconds after which the service asks to be retried, if it said so. */
  readonly retryAfter?: number;
};

/** Creates a failure; by default `where` is empty and `retry` is false. */
export function failure(
  kind: FailureKind,
  reason: Explanation,
  about: { readonly where?: string; readonly retry?: boolean; readonly retryAfter?: number } = {},
): Failure {
  const { code, values } = reason;
  return { kind, code, values, where: '', retry: false, ...about } as Failure;
}

/** The explanation of a failure, without the rest. */
export function explanationOf({ code, values }: Failure): Explanation {
  return { code, values } as Explanation;
}
