import { app, Notification } from 'electron';
import type { FollowingSettings, SourceNews } from '#shared/rpc/shell/following-settings.ts';
import type { ShellWords } from '../menu/en.ts';
import { newsTexts } from '../menu/source-news.ts';
import { quietUntil } from './quiet-hours.ts';

interface SourceNotificationParts {
  readonly settings: () => FollowingSettings;
  readonly words: () => ShellWords;
  /** Brings a window to the front and shows what changed. */
  readonly showFollowed: () => void;
}

/** Notifications of the system about changes of followed data: one for all that are new at a time. */
export class SourceNotifications {
  readonly #parts: SourceNotificationParts;
  /** News of quiet hours. */
  #waiting: SourceNews[] = [];
  #timer: NodeJS.Timeout | null = null;
  /** A notification that nothing refers to loses its click. */
  readonly #shown = new Set<Notification>();

  constructor(parts: SourceNotificationParts) {
    this.#parts = parts;
  }

  add(news: readonly SourceNews[]): void {
    if (this.#parts.settings().notify) this.#waiting.push(...news);
    this.#show();
  }

  /** Quiet hours may have been changed. */
  settingsChanged(): void {
    if (!this.#parts.settings().notify) this.#waiting = [];
    this.#show();
  }

  #show(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting.length === 0) return;
    const { settings, words, showFollowed } = this.#parts;
    const until = quietUntil(settings().quiet, new Date());
    if (until !== null) {
      // Not before: a timer may be early by a little, and is then set again.
      this.#timer = setTimeout(() => this.#show(), Math.max(1_000, until - Date.now()));
      return;
    }
    const news = this.#waiting.splice(0);
    if (!Notification.isSupported()) return;
    const { title, body } = newsTexts(words(), news);
    const notification = new Notification({ title: `${app.name}: ${title}`, body });
    this.#shown.add(notification);
    notification.on('click', () => {
      this.#shown.delete(notification);
      showFollowed();
    });
    notification.on('close', () => this.#shown.delete(notification));
    notification.show();
  }
}
