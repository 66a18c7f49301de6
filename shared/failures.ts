import type kinds from './failures/kinds.json';
import values from './failures/values.json' with { type: 'json' };

/** Every code with an example of each of its values. A code is added here and in the texts of every language. */
export const explanationValues = values;

type Codes = typeof explanationValues;
export type ExplanationCode = keyof Codes;

/**
 * What a value may be, from its example: a text that is shown as it is, such as a name or the number of a line; an
 * amount, formatted in the reader's language; numbers of lines or rows, shown separated by commas; nested explanations.
 */
type ValueLike<Example> = Example extends string
  ? string | number
  : Example extends number
    ? number
    : Example extends readonly number[]
      ? readonly number[]
      : Example extends readonly unknown[]
        ? readonly Explanation[]
        : Explanation;
type ValuesOf<Code extends ExplanationCode> = {
  readonly [Name in keyof Codes[Code]]: ValueLike<Codes[Code][Name]>;
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

function isLike(example: unknown, value: unknown): boolean {
  if (Array.isArray(example)) return Array.isArray(value) && value.every((part) => isLike(example[0], part));
  if (typeof example === 'object') return isExplanation(value);
  return typeof value === 'number' || typeof value === typeof example;
}

function isExplanation(stored: unknown): stored is Explanation {
  if (typeof stored !== 'object' || stored === null) return false;
  const { code, values } = stored as { code?: unknown; values?: unknown };
  if (typeof code !== 'string' || !Object.hasOwn(explanationValues, code)) return false;
  if (typeof values !== 'object' || values === null) return false;
  const examples = Object.entries(explanationValues[code as ExplanationCode]);
  return examples.every(([name, example]) => isLike(example, (values as Record<string, unknown>)[name]));
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
export type FailureKind = keyof typeof kinds;

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
