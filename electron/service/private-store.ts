import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { explain } from '#shared/failures.ts';
import { othersMask, writePrivately } from '../lib/private-files.ts';
import { StoreProblemError } from './catalogue/database/store-problem.ts';

const folderMode = 0o700;
const fileMode = 0o600;
/** Mode bit of a folder in which only the owner of a file may remove it. */
const sticky = 0o1000;

/** The contents of a data folder; `docs/files.md` describes each. Nothing else in a named folder is touched. */
const storeNames =
  /^(catalogue\.sqlite.*|node\.json(\.part)?|service\.(lock|address|socket|wanted).*|rows|media|uploads|downloads|jobs|checks|config|window|cache|logs|leftovers|damaged-.+|replaced-.+|restoring|profiles)$/;

/** Whether something belongs to this user, or to the administrator, who may do everything anyway. */
function isTrusted({ uid }: Stats): boolean {
  return uid === process.getuid?.() || uid === 0;
}

/**
 * The owner of the store's folder can replace any file in it, and the owner of a link decides where files go. The
 * administrator may work on every user's store.
 * @param own names of the entries that count as parts of the store
 * @throws {StoreProblemError}
 */
async function refuseEntriesOfOthers(folder: string, own: readonly string[]): Promise<void> {
  if (process.getuid?.() === 0) return;
  const link = await lstat(folder);
  const parts = own.map(async (name) => [path.join(folder, name), await lstat(path.join(folder, name))] as const);
  // The previous owner may remove its parts while it is being opened.
  const found = await Promise.all(parts.map((part) => part.catch(() => null)));
  const entries = [[folder, link] as const, [folder, await stat(folder)] as const, ...found];
  const untrusted = entries.find((entry) => entry !== null && !isTrusted(entry[1]));
  if (untrusted === undefined || untrusted === null) return;
  throw new StoreProblemError(explain('store-of-another-user', { folder: untrusted[0] }), null);
}

/**
 * Creates the folder of a store if it is missing, and refuses one that belongs to another user. Withdraws other users'
 * access to files that an older version left readable. The folder itself is closed only if it contains nothing but a
 * store.
 * @throws {StoreProblemError}
 */
export async function openPrivateStore(folder: string): Promise<void> {
  writePrivately();
  await mkdir(folder, { recursive: true, mode: folderMode });
  if (process.platform === 'win32') return;
  const names = await readdir(folder);
  const own = names.filter((name) => storeNames.test(name));
  await refuseEntriesOfOthers(folder, own);
  if (own.length === names.length) await closeEntry(folder);
  const closed = await Promise.all(own.map((name) => closeEntry(path.join(folder, name))));
  // A store whose parts are already private was made private completely.
  if (closed.includes(true)) await Promise.all(own.map((name) => closeBelow(path.join(folder, name))));
}

function isOpen({ mode, uid }: Stats): boolean {
  return (mode & othersMask) !== 0 && uid === process.getuid?.();
}

/** Withdraws other users' permissions on a file or folder, not through links. @returns whether there were any */
async function closeEntry(entry: string): Promise<boolean> {
  const found = await lstat(entry).catch(() => null);
  if (found === null || !(found.isDirectory() || found.isFile()) || !isOpen(found)) return false;
  const handle = await open(entry, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (handle === null) return false;
  try {
    const opened = await handle.stat();
    // A folder that everyone may write to, such as the system's temporary folder, must not be changed.
    if (!isOpen(opened) || (opened.mode & sticky) !== 0) return false;
    await handle.chmod(opened.isDirectory() ? folderMode : fileMode);
    return true;
  } finally {
    await handle.close();
  }
}

async function closeBelow(entry: string): Promise<void> {
  if (!(await lstat(entry)).isDirectory()) return;
  for (const { name, isDirectory } of await listed(entry)) {
    const inner = path.join(entry, name);
    await closeEntry(inner);
    if (isDirectory) await closeBelow(inner);
  }
}

async function listed(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.map((entry) => ({ name: entry.name, isDirectory: entry.isDirectory() }));
}
