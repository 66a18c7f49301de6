import type { TFunction } from 'i18next';
import { explanationText } from '#shared/failures/texts.ts';
import type { Explanation, Failure, FailureKind } from '#shared/failures.ts';

/** A failure's explanation in the language of the window. */
export function explained(t: TFunction, explanation: Explanation): string {
  return explanationText((code, values) => t(`explanations.${code}`, values), explanation);
}

/** A failure for the user: what happened, in their language, and what a third party said about it, verbatim. */
export interface FailureWords {
  readonly text: string;
  /** Empty if there is none. */
  readonly detail: string;
}

/** Third-party text, in whatever language, is shown below the kind of failure. */
const quoted: ReadonlySet<Failure['code']> = new Set(['program-said', 'recorded', 'service-said']);

/** A failure by its explanation; if that is third-party text, by its kind and that text. */
export function failureWords(t: TFunction, failure: Failure): FailureWords {
  const text = explained(t, failure);
  if (!quoted.has(failure.code)) return { text, detail: '' };
  return { text: t(`failures.${failure.kind}`), detail: text === '' ? '' : t('failureView.detail', { message: text }) };
}

/** Whether signing in may help. */
export function asksForSignIn({ kind }: { readonly kind: FailureKind }): boolean {
  return kind === 'sign-in-needed' || kind === 'token-refused';
}
