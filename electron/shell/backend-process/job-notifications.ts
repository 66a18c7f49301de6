import { app, BrowserWindow, Notification } from 'electron';
import type { EndedJob } from '#shared/rpc/backend-process.ts';
import type { ShellWords } from '../texts.ts';

/** What {@link notifyOfJob} needs. */
export interface NotificationParts {
  readonly isEnabled: () => boolean;
  readonly words: () => ShellWords;
  /** Brings a window to the front and shows its jobs. */
  readonly showJobs: () => void;
}

/** Shows a system notification of a long job that ended while no Almanac window has the focus. */
export function notifyOfJob(
  { kind, state, subject }: EndedJob,
  { isEnabled, words, showJobs }: NotificationParts,
): void {
  if (!isEnabled() || BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported()) return;
  const title = words()[`${kind}${state === 'done' ? 'Done' : 'Failed'}`];
  const notification = new Notification({ title: `${app.name}: ${title}`, body: subject });
  notification.on('click', showJobs);
  notification.show();
}
