import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdtemp, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { finishFile, followNoLink, syncFolder } from './durable-file.ts';
import { userFileMode } from './private-files.ts';

/**
 * Creates a file that the user requested, atomically. It is written in a new private folder beside it, and a link that
 * another user has put at its path is replaced, never followed.
 * @param write called with the path to write to
 */
export async function writeUserFile(target: string, write: (part: string) => Promise<unknown>): Promise<void> {
  const known = await lstat(target).catch(() => null);
  // A device or a pipe is written to, not replaced.
  if (known !== null && !known.isFile() && !known.isSymbolicLink()) return void (await write(target));
  const prefix = `.${basename(target).slice(0, 80)}.`;
  const folder = await mkdtemp(join(dirname(target), prefix));
  const held = await holdNewFolder(folder);
  const part = join(held.path, 'part');
  try {
    await write(part);
    await finishFile(part, userFileMode());
    await rename(part, target);
    await syncFolder(dirname(target));
  } finally {
    await removeHeldFolder(folder, held.identity);
    await held.close();
  }
}

/** Identifies a folder, whatever is put at its path. */
export interface FolderIdentity {
  readonly device: string;
  readonly inode: string;
}

/** A folder of this user's, open. */
export interface HeldFolder {
  /** Leads to this very folder, even after another user has moved it away. On other systems than Linux, its usual path. */
  readonly path: string;
  readonly identity: FolderIdentity;
  close(): Promise<void>;
}

/**
 * Holds a folder of this user's. Where other users may write beside it, and the sticky bit is not set, they can put a
 * folder of their own in its place between any two uses of its path; the path of the open folder stays the same one.
 * @returns null if there is no folder of this user at the path: nothing, a link, or another user's
 */
export async function holdFolder(folder: string): Promise<HeldFolder | null> {
  if (process.platform !== 'linux') {
    const identity = await identityOf(folder);
    return identity === null ? null : { path: folder, identity, close: async () => {} };
  }
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY | followNoLink).catch(() => null);
  if (handle === null) return null;
  const identity = identityOfOwn(await handle.stat({ bigint: true }));
  if (identity === null) {
    await handle.close();
    return null;
  }
  return { path: (await throughProcess(handle)) ?? folder, identity, close: () => handle.close() };
}

/**
 * Holds a folder that was just created. In the moment between the two, something else may have been put in its place.
 * @throws if it is not an empty folder of this user's; the error's code is `ENOENT`
 */
export async function holdNewFolder(folder: string): Promise<HeldFolder> {
  const held = await holdFolder(folder);
  if (held !== null && (await readdir(held.path)).length === 0) return held;
  await held?.close();
  throw Object.assign(new Error(`Another user has put something else in the place of ${folder}.`), { code: 'ENOENT' });
}

/** The path of an open folder for every process of this user; null if there is no `/proc`. */
async function throughProcess(handle: FileHandle): Promise<string | null> {
  const path = `/proc/${process.pid}/fd/${handle.fd}`;
  const [own, found] = await Promise.all([handle.stat(), stat(path).catch(() => null)]);
  return found !== null && found.ino === own.ino && found.dev === own.dev ? path : null;
}

function identityOfOwn(found: { dev: bigint; ino: bigint; uid: bigint }): FolderIdentity | null {
  const user = process.getuid?.();
  if (user !== undefined && found.uid !== BigInt(user)) return null;
  return { device: String(found.dev), inode: String(found.ino) };
}

/** What is at a path, without following a link; null if it is not a folder of this user. */
export async function identityOf(folder: string): Promise<FolderIdentity | null> {
  const found = await lstat(folder, { bigint: true }).catch(() => null);
  return found?.isDirectory() ? identityOfOwn(found) : null;
}

export function isSameFolder(one: FolderIdentity, other: FolderIdentity): boolean {
  return one.device === other.device && one.inode === other.inode;
}

/**
 * Removes a folder and what is in it, if it is still the one that was created; anything that another user has put at
 * its path stays. @param identity null: removed only if it is empty
 */
export async function removeHeldFolder(folder: string, identity: FolderIdentity | null): Promise<void> {
  const held = await holdFolder(folder);
  if (held === null) return;
  try {
    if (identity !== null && !isSameFolder(held.identity, identity)) return;
    if (identity !== null) {
      for (const name of await readdir(held.path)) await rm(join(held.path, name), { recursive: true, force: true });
    }
    // Whatever is at the path by now, this removes nothing but an empty folder.
    await rmdir(folder).catch(() => undefined);
  } finally {
    await held.close();
  }
}
