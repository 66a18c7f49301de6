import { LRUCache } from 'lru-cache';
import type { Incoming } from '../exchange.ts';

interface CachedAnswer {
  readonly etag: string | undefined;
  readonly modified: string | undefined;
  readonly text: string;
}

/** Answers that the service can confirm with a 304 instead of sending them again (RFC 9110, 13). */
export interface AnswerCache {
  /** Headers that ask whether the cached answer is still valid. */
  conditions(key: string): Record<string, string>;
  /** The text of an answer: its own, or the cached one for a 304. Null if none is cached. */
  textFor(key: string, incoming: Incoming): string | null;
  clear(): void;
}

const maxCachedBytes = 4 * 1024 * 1024;

/** Caches up to `bytes` of text in memory, nothing on disk. */
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
