import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { reasonOf } from '#shared/english/explained-error.ts';
import { maxLinkLength, parseOpenLink } from '#shared/open-link.ts';
import type { OpenRequest } from '#shared/rpc/shell/shell.ts';

/** Endings of files that Almanac can read. */
const readable = /\.(csv|tsv|tab|txt|json|geojson|ndjson|jsonl|parquet|xlsx|zip|gz|zst)$/i;

/**
 * Reads one word that the system handed over: a link, a file that is there, or the name of one that should be. Null for
 * anything else: other words of a command line are none of our business.
 */
export function readOpenRequest(word: string, folder: string): OpenRequest | null {
  if (/^almanac:/i.test(word)) return readLink(word);
  if (word.startsWith('-')) return null;
  const file = filePath(word, folder);
  if (file === null) return null;
  // An address can be nothing else; the runtime has words of its own that are paths.
  return readable.test(file) || (/^file:/i.test(word) && isFile(file)) ? { kind: 'file', path: file } : null;
}

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** File managers hand over paths or `file:` addresses. */
function filePath(word: string, folder: string): string | null {
  if (!/^file:/i.test(word)) return path.resolve(folder, word);
  try {
    return fileURLToPath(word);
  } catch {
    return null;
  }
}

function readLink(word: string): OpenRequest {
  try {
    return { kind: 'link', link: parseOpenLink(word) };
  } catch (error) {
    const address = word.slice(0, maxLinkLength);
    return { kind: 'refused', address, reason: reasonOf(error) };
  }
}

/** What was asked to be opened and no window has taken yet. */
export class OpenRequests {
  readonly #announce: () => void;
  #waiting: OpenRequest[] = [];

  /** @param announce is called whenever something was added */
  constructor(announce: () => void) {
    this.#announce = announce;
  }

  /** Takes the words of a command line; the switches among them are passed over. */
  addWords(words: readonly string[], folder: string): void {
    const read = words.map((word) => readOpenRequest(word, folder)).filter((request) => request !== null);
    if (read.length === 0) return;
    // A hundred files at once are a slip already.
    this.#waiting = [...this.#waiting, ...read].slice(-100);
    this.#announce();
  }

  /** Whether something waits. */
  get waiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Gives what waits, once. */
  take(): OpenRequest[] {
    return this.#waiting.splice(0);
  }
}
