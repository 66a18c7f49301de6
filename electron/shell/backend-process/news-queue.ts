import type { FollowingSettings, QuietHours, SourceNews } from '#shared/rpc/shell/following-settings.ts';

export interface NewsQueueParts {
  readonly settings: () => Pick<FollowingSettings, 'notify' | 'quiet'>;
  /** Shows one notification of all that is given. */
  readonly show: (news: readonly SourceNews[]) => void;
  /** Records news as announced; calls {@link NewsQueue.recorded} when that is done. */
  readonly record: (ids: readonly string[]) => void;
}

/**
 * News of followed data until the user is notified of them, after quiet hours together. They are recorded as announced
 * first and shown then, so that none is shown twice however the application ends; what ends it in between costs the
 * notification, not the unread mark in the list of changes.
 */
export class NewsQueue {
  readonly #parts: NewsQueueParts;
  readonly #waiting = new Map<string, SourceNews>();
  /** About to be shown: recorded first. */
  readonly #recording = new Map<string, SourceNews>();
  readonly #shown = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: NewsQueueParts) {
    this.#parts = parts;
  }

  add(news: readonly SourceNews[]): void {
    for (const one of news) {
      // What comes again was not recorded, perhaps because the backend ended meanwhile.
      this.#recording.delete(one.id);
      if (!this.#shown.has(one.id)) this.#waiting.set(one.id, one);
    }
    this.look();
  }

  /** Shows what waits unless it is quiet; also to be called when the settings have changed. */
  look(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting.size === 0) return;
    const { settings, record } = this.#parts;
    const { notify, quiet } = settings();
    const until = notify ? quietUntil(quiet, new Date()) : null;
    if (until !== null) {
      // Not before: a timer may be early by a little, and is then set again.
      this.#timer = setTimeout(() => this.look(), Math.max(1_000, until - Date.now()));
      return;
    }
    for (const [id, one] of this.#waiting) this.#recording.set(id, one);
    this.#waiting.clear();
    record([...this.#recording.keys()]);
  }

  /** Shows what is now recorded as announced. */
  recorded(ids: readonly string[]): void {
    const news = ids.flatMap((id) => this.#recording.get(id) ?? []);
    for (const { id } of news) {
      this.#recording.delete(id);
      this.#shown.add(id);
    }
    const { settings, show } = this.#parts;
    if (news.length > 0 && settings().notify) show(news);
  }
}

/** The moment, in milliseconds since 1970, at which quiet hours end; null if it is not quiet at `now`, in local time. */
export function quietUntil(quiet: QuietHours | null, now: Date): number | null {
  if (quiet === null || quiet.from === quiet.to) return null;
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  const from = minutes(quiet.from);
  const to = minutes(quiet.to);
  const at = now.getHours() * 60 + now.getMinutes();
  const isQuiet = from < to ? at >= from && at < to : at >= from || at < to;
  if (!isQuiet) return null;
  const end = new Date(now);
  end.setHours(Math.floor(to / 60), to % 60, 0, 0);
  if (end <= now) end.setDate(end.getDate() + 1);
  return end.getTime();
}
