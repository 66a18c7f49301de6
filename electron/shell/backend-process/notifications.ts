import { app, BrowserWindow, Notification } from 'electron';
import type { EndedJob } from '#shared/rpc/backend-process.ts';
import type { SourceNews } from '#shared/rpc/shell/following-settings.ts';
import { newsTexts } from '../menu/source-news.ts';
import type { ShellWords } from '../texts.ts';

/** Keeps references: a notification that is garbage-collected loses its click handler. */
const open = new Set<Notification>();

/**
 * Shows one system notification about changes of followed data.
 * @param showFollowed brings a window to the front and shows what changed
 */
export function notifyOfSources(news: readonly SourceNews[], words: ShellWords, showFollowed: () => void): void {
  if (!Notification.isSupported()) return;
  const { title, body } = newsTexts(words, news);
  const notification = new Notification({ title: `${app.name}: ${title}`, body });
  open.add(notification);
  notification.on('click', () => {
    open.delete(notification);
    showFollowed();
  });
  notification.on('close', () => open.delete(notification));
  notification.show();
}

/** What {@link notifyOfJob} needs. */
interface NotificationParts {
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
