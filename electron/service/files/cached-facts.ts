import { readFile, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Building } from './built-once.ts';
import { madeWhole } from './unfinished-name.ts';

/** A cached result about a stored file, behind its CRC-32; null if it is missing or damaged. */
export async function readCached(path: string): Promise<unknown> {
  try {
    const kept = await readFile(path, 'utf8');
    const text = kept.slice(checksumLength);
    return kept.startsWith(checksumText(text)) ? JSON.parse(text, revive) : null;
  } catch {
    return null;
  }
}

/**
 * A cached result in the form that `builtOnce` takes.
 * @param isFact whether a kept value has the form of the result
 * @param build calculates it and caches it under the path
 */
export function cachedFact<Fact>(
  path: string,
  isFact: (value: unknown) => value is Fact,
  build: () => Promise<Fact>,
): Building<Fact> {
  return {
    files: [path],
    async open() {
      const kept = await readCached(path);
      return isFact(kept) ? kept : null;
    },
    build,
  };
}

/** Caches a result for {@link readCached}. If that fails, the result is still returned. */
export async function writeCached(path: string, fact: unknown): Promise<void> {
  try {
    const text = JSON.stringify(fact, replace);
    await madeWhole(path, (part) => writeFile(part, checksumText(text) + text));
  } catch {
    // A version that was removed meanwhile no longer has a folder.
  }
}

const checksumLength = 8;

function checksumText(text: string): string {
  return crc32(text).toString(16).padStart(checksumLength, '0');
}

/** Encodes integers that a double cannot represent exactly, which JSON does not support. */
function replace(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? { integer: value.toString() } : value;
}

function revive(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || !('integer' in value)) return value;
  return BigInt(String(value.integer));
}
