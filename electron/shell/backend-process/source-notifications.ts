import { app, Notification } from 'electron';
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
