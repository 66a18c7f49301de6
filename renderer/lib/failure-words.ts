import type { TFunction } from 'i18next';
import type { Failure } from '#shared/rpc/records.ts';
import { failuresEn } from '../messages/failures/en.ts';
import { sayAgain } from './say-again.ts';

type KnownCode = keyof (typeof failuresEn)['failures'];

function isKnown(code: string): code is KnownCode {
  return Object.hasOwn(failuresEn.failures, code);
}

/** A failure for a person: what happened in their language, and what was said of it by others, as they said it. */
export interface FailureWords {
  readonly text: string;
  /** Empty where nobody said more. */
  readonly detail: string;
}

/**
 * Says a failure by the backend's own sentence about the very case; one that is not of its sentences by the code, with
 * what was said below it; and one whose code nobody foresaw in the words that came with it.
 */
export function failureWords(t: TFunction, { code, message }: Pick<Failure, 'code' | 'message'>): FailureWords {
  const sentence = sayAgain(t, message);
  if (sentence !== null) return { text: sentence, detail: '' };
  if (!isKnown(code)) return { text: message, detail: '' };
  return { text: t(`failures.${code}`), detail: message === '' ? '' : t('failureView.detail', { message }) };
}

/** Whether signing in is what helps. */
export function asksForSignIn({ code }: Pick<Failure, 'code'>): boolean {
  return code === 'sign-in-needed' || code === 'token-refused';
}
