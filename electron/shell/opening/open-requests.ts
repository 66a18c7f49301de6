import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { reasonOf } from '#shared/english/explained-error.ts';
import { isReadableFile } from '#shared/file-name.ts';
import { isOpenLink, maxLinkLength, parseOpenLink } from '#shared/open-link.ts';
import type { OpenRequest } from '#shared/rpc/shell/shell.ts';

/**
 * Reads one argument that the system passed: a link, an existing file, or the name of a missing one. Null for anything
 * else.
 */
export function readOpenRequest(argument: string, folder: string): OpenRequest | null {
  if (isOpenLink(argument)) return readLink(argument);
  if (argument.startsWith('-')) return null;
  const file = filePath(argument, folder);
  if (file === null) return null;
  // An address is unambiguous, whereas some of the runtime's own arguments are paths.
  return isReadableFile(file) || (/^file:/i.test(argument) && isFile(file)) ? { kind: 'file', path: file } : null;
}

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** File managers pass paths or `file:` addresses. */
function filePath(argument: string, folder: string): string | null {
  if (!/^file:/i.test(argument)) return path.resolve(folder, argument);
  try {
    return fileURLToPath(argument);
  } catch {
    return null;
  }
}

function readLink(argument: string): OpenRequest {
  try {
    return { kind: 'link', link: parseOpenLink(argument) };
  } catch (error) {
    const address = argument.slice(0, maxLinkLength);
    return { kind: 'refused', address, reason: reasonOf(error) };
  }
}

/** Requests that no window has taken yet. */
export class OpenRequests {
  readonly #announce: () => void;
  #waiting: OpenRequest[] = [];

  /** @param announce called whenever requests were added */
  constructor(announce: () => void) {
    this.#announce = announce;
  }

  /** Adds the arguments of a command line; ignores switches. */
  addArguments(args: readonly string[], folder: string): void {
    const read = args.map((argument) => readOpenRequest(argument, folder)).filter((request) => request !== null);
    if (read.length === 0) return;
    // A hundred files at once are most likely a mistake.
    this.#waiting = [...this.#waiting, ...read].slice(-100);
    this.#announce();
  }

  get waiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Returns the requests and clears the list. */
  take(): OpenRequest[] {
    return this.#waiting.splice(0);
  }
}
