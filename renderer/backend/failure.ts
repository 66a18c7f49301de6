import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { reasonOf } from '#shared/english/explained-error.ts';
import { type Failure, failure } from '#shared/failures.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';
import { failureWords } from '../lib/format/failure-texts.ts';
import { wasAborted } from './port.ts';

/** What to show for an error, whatever was thrown. */
export function failureOf(error: unknown): Failure {
  if (error instanceof BackendFailure) return error.failure;
  return failure('unexpected', reasonOf(error), { retry: true });
}

/** Shows a notification about a failed action. */
export function reportFailure(error: unknown): void {
  if (wasAborted(error)) return;
  const { text, detail } = failureWords(i18next.t, failureOf(error));
  if (detail === '') notifications.show({ color: 'red', message: text });
  else notifications.show({ color: 'red', title: text, message: detail });
}
