import { readFile, rename, writeFile } from 'node:fs/promises';

/** What was worked out of a stored file and is kept beside it, so that nobody has to work it out again; null when it is not there. */
export async function readKept(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'), revive);
  } catch {
    return null;
  }
}

/** Keeps something for {@link readKept}. That it cannot be kept is no reason not to give it. */
export async function keep(path: string, fact: unknown): Promise<void> {
  try {
    await writeFile(`${path}.part`, JSON.stringify(fact, replace));
    await rename(`${path}.part`, path);
  } catch {
    // A version that was removed meanwhile has no folder any more.
  }
}

/** JSON has no integers beyond a double's. */
function replace(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? { integer: value.toString() } : value;
}

function revive(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || !('integer' in value)) return value;
  return BigInt(String(value.integer));
}
