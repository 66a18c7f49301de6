import { LRUCache } from 'lru-cache';
import type { Incoming } from '../exchange.ts';

interface CachedAnswer {
  readonly etag: string | undefined;
  readonly modified: string | undefined;
  readonly text: string;
}

/** Answers that the service can confirm by a 304 instead of sending them again (RFC 9110, 13). */
export interface AnswerCache {
  /** What to send along to ask whether the kept answer still holds. */
  conditions(key: string): Record<string, string>;
  /** The text that an answer stands for: its own, or the kept one for a 304. Null when there is nothing kept. */
  textFor(key: string, incoming: Incoming): string | null;
  clear(): void;
}

const maxCachedBytes = 4 * 1024 * 1024;

/** Keeps up to `bytes` of text in memory, nothing on disk. */
export function createAnswerCache(bytes: number): AnswerCache {
  const cached = new LRUCache<string, CachedAnswer>({
    maxSize: bytes,
    sizeCalculation: (one) => one.text.length * 2 + 500,
  });
  return {
    conditions(key) {
      const one = cached.get(key);
      return {
        ...(one?.etag === undefined ? {} : { 'if-none-match': one.etag }),
        ...(one?.etag === undefined && one?.modified !== undefined ? { 'if-modified-since': one.modified } : {}),
      };
    },
    textFor(key, incoming) {
      if (incoming.status === 304) return cached.get(key)?.text ?? null;
      const etag = incoming.header('etag');
      const modified = incoming.header('last-modified');
      const store = incoming.header('cache-control')?.includes('no-store') ?? false;
      const { text } = incoming;
      const confirmable = incoming.status === 200 && !store && (etag ?? modified) !== undefined;
      if (confirmable && text.length < maxCachedBytes && incoming.isUtf8) {
        cached.set(key, { etag, modified, text });
      } else cached.delete(key);
      return text;
    },
    clear: () => cached.clear(),
  };
}
