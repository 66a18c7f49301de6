import type { FollowingSettings, SourceNews } from '#shared/rpc/shell/following-settings.ts';
import { quietUntil } from './quiet-hours.ts';

export interface NewsQueueParts {
  readonly settings: () => Pick<FollowingSettings, 'notify' | 'quiet'>;
  /** Shows one notification of all that is given. */
  readonly show: (news: readonly SourceNews[]) => void;
  /** The user was notified, or does not want to be: it need not be kept any longer. */
  readonly onAnnounced: (ids: readonly string[]) => void;
}

/**
 * News of followed data until the user is notified of them, after quiet hours together. The catalogue keeps them until
 * they are reported as announced; what it sends again, because the report was lost, is not shown again.
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

  /** Shows what waits unless it is quiet; also to be called when the settings have changed. */
  look(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting.size === 0) return;
    const { settings, show, onAnnounced } = this.#parts;
    const { notify, quiet } = settings();
    const until = notify ? quietUntil(quiet, new Date()) : null;
    if (until !== null) {
      // Not before: a timer may be early by a little, and is then set again.
      this.#timer = setTimeout(() => this.look(), Math.max(1_000, until - Date.now()));
      return;
    }
    const news = [...this.#waiting.values()];
    this.#waiting.clear();
    if (notify) show(news);
    const ids = news.map(({ id }) => id);
    for (const id of ids) this.#announced.add(id);
    // After showing: the end of the process in between may repeat a notification, but never loses one.
    onAnnounced(ids);
  }
}
