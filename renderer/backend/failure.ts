import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import type { BackendCallName, ParametersOf } from '#shared/rpc/backend.ts';
import { failureOf, failureWords } from '../lib/format/failure-texts.ts';
import { callBackend, wasAborted } from './port.ts';

/** Shows a notification about a failed action. */
export function reportFailure(error: unknown): void {
  if (wasAborted(error)) return;
  const { text, detail } = failureWords(i18next.t, failureOf(error));
  if (detail === '') notifications.show({ color: 'red', message: text });
  else notifications.show({ color: 'red', title: text, message: detail });
}

/** Does something, and reports if it fails. */
export async function attempt(act: () => unknown): Promise<void> {
  try {
    await act();
  } catch (error) {
    reportFailure(error);
  }
}

/** A handler that calls the backend, and reports if that fails. */
export function calling<Name extends BackendCallName>(name: Name, parameters: ParametersOf<Name>): () => void {
  return () => void attempt(() => callBackend(name, parameters));
}
