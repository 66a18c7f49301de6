import type { TFunction } from 'i18next';
import type { Failure } from '#shared/rpc/records.ts';
import { failuresEn } from '../messages/failures/en.ts';

type KnownCode = keyof (typeof failuresEn)['failures'];

function isKnown(code: string): code is KnownCode {
  return Object.hasOwn(failuresEn.failures, code);
}

/** A failure for a person: what happened in their language, and what the backend says of it, in English. */
export interface FailureWords {
  readonly text: string;
  /** Empty where it says nothing more. */
  readonly detail: string;
}

/** Says a failure by its code; one whose code nobody foresaw is said in the backend's own words alone. */
export function failureWords(t: TFunction, { code, message }: Pick<Failure, 'code' | 'message'>): FailureWords {
  if (!isKnown(code)) return { text: message, detail: '' };
  const text = t(`failures.${code}`);
  return message.startsWith(text) ? { text: message, detail: '' } : { text, detail: message };
}

/** Whether signing in is what helps. */
export function asksForSignIn({ code }: Pick<Failure, 'code'>): boolean {
  return code === 'sign-in-needed' || code === 'token-refused';
}
