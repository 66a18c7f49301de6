import type { FollowingSettings, SourceNews } from '#shared/rpc/shell/following-settings.ts';
import { quietUntil } from './quiet-hours.ts';

export interface NewsQueueParts {
  readonly settings: () => Pick<FollowingSettings, 'notify' | 'quiet'>;
  /** Shows one notification about all given items. */
  readonly show: (news: readonly SourceNews[]) => void;
  /** The user was notified, or does not want to be: the item can be discarded. */
  readonly onAnnounced: (ids: readonly string[]) => void;
}

/**
 * Queues news of followed data until the user is notified; after quiet hours, of all of them together. The catalogue
 * keeps news until they are reported as announced; any that it sends again because the report was lost are not shown
 * twice.
 */
export class NewsQueue {
  readonly #parts: NewsQueueParts;
  readonly #waiting = new Map<string, SourceNews>();
  readonly #announced = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: NewsQueueParts) {
    this.#parts = parts;
  }

  add(news: readonly SourceNews[]): void {
    for (const one of news) if (!this.#announced.has(one.id)) this.#waiting.set(one.id, one);
    const again = news.filter(({ id }) => this.#announced.has(id));
    if (again.length > 0) this.#parts.onAnnounced(again.map(({ id }) => id));
    this.look();
  }

  /** Shows the queued news unless it is quiet; also call this when the settings have changed. */
  look(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting.size === 0) return;
    const { settings, show, onAnnounced } = this.#parts;
    const { notify, quiet } = settings();
    const until = notify ? quietUntil(quiet, new Date()) : null;
    if (until !== null) {
      // A timer may fire slightly early; it is then set again.
      this.#timer = setTimeout(() => this.look(), Math.max(1_000, until - Date.now()));
      return;
    }
    const news = [...this.#waiting.values()];
    this.#waiting.clear();
    if (notify) show(news);
    const ids = news.map(({ id }) => id);
    for (const id of ids) this.#announced.add(id);
    // After showing: if the process ends in between, a notification may be repeated but is never lost.
    onAnnounced(ids);
  }
}
