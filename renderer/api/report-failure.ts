import { notifications } from '@mantine/notifications';
import { wasAborted } from './backend.ts';
import { failureOf } from './failure.ts';

/** Tells the person that something which was asked for by a click did not work. */
export function reportFailure(error: unknown): void {
  if (!wasAborted(error)) notifications.show({ color: 'red', message: failureOf(error).message });
}
