import type { TFunction } from 'i18next';
import { reasonOf } from '#shared/english/explained-error.ts';
import { explanationText } from '#shared/failures/texts.ts';
import { type Explanation, type Failure, type FailureKind, failure } from '#shared/failures.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';

/** What to show for an error, whatever was thrown. */
export function failureOf(error: unknown): Failure {
  if (error instanceof BackendFailure) return error.failure;
  return failure('unexpected', reasonOf(error), { retry: true });
}

/** A failure's explanation in the language of the window. */
export function explained(t: TFunction, explanation: Explanation): string {
  return explanationText((code, values) => t(`explanations.${code}`, values), explanation);
}

/** A failure for the user: what happened, in their language, and what a third party said about it, verbatim. */
interface FailureWords {
  readonly text: string;
  /** Empty if there is none. */
  readonly detail: string;
}

/** Third-party text, in whatever language, is shown below the kind of failure. */
const quoted: ReadonlySet<Failure['code']> = new Set(['program-said', 'recorded', 'service-said']);

/** A failure by its explanation; if that is third-party text, by its kind and that text. */
export function failureWords(t: TFunction, thrown: Failure | Error): FailureWords {
  const shown = thrown instanceof Error ? failureOf(thrown) : thrown;
  const text = explained(t, shown);
  if (!quoted.has(shown.code)) return { text, detail: '' };
  return { text: t(`failures.${shown.kind}`), detail: text === '' ? '' : t('failureView.detail', { message: text }) };
}

/** Whether signing in may help. */
export function asksForSignIn({ kind }: { readonly kind: FailureKind }): boolean {
  return kind === 'sign-in-needed' || kind === 'token-refused';
}
