import { constants, createReadStream } from 'node:fs';
import {
  type FileHandle,
  lstat,
  mkdtemp,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { finishFile, followNoLink, syncFolder } from './durable-file.ts';
import { userFileMode } from './private-files.ts';

/**
 * Creates a file that the user requested, atomically. It is written in a new private folder beside it, and a link that
 * another user has put at its path is replaced, never followed. A device or a pipe is written to, not replaced.
 * @param write called with the path to write to
 */
export async function writeUserFile(target: string, write: (part: string) => Promise<unknown>): Promise<void> {
  const isStream = await isOpenedInPlace(target);
  const prefix = `.${basename(target).slice(0, 80)}.`;
  const folder = await mkdtemp(join(isStream ? tmpdir() : dirname(target), prefix));
  const held = await holdNewFolder(folder);
  const part = join(held.path, 'part');
  try {
    await write(part);
    await putUserFile(part, target);
  } finally {
    await removeHeldFolder(folder, held.identity);
    await held.close();
  }
}

/**
 * Gives a finished file the path that the user requested, durably, replacing what was there; a device or a pipe is
 * written to. @param made on the same disk as `target`, unless that is opened in place
 */
export async function putUserFile(made: string, target: string): Promise<void> {
  if (await isOpenedInPlace(target)) {
    // Without creating it: a pipe that is gone by now has no reader.
    const opened = await open(target, constants.O_WRONLY | constants.O_APPEND);
    return await pipeline(createReadStream(made), opened.createWriteStream());
  }
  await finishFile(made, userFileMode());
  await rename(made, target);
  await syncFolder(dirname(target));
}

/** Links that are followed to find out what a path leads to; the system's own limit. */
const maxLinks = 40;

/**
 * Whether a path leads to what no file can replace: a device, a pipe, a socket, or an open file of a process, such as
 * `/dev/stdout`. Links of other users are not followed: they could lead the data anywhere.
 */
export async function isOpenedInPlace(target: string): Promise<boolean> {
  let at = resolve(target);
  for (let links = 0; links < maxLinks; links += 1) {
    const found = await lstat(at).catch(() => null);
    if (found === null) return false;
    if (!found.isSymbolicLink()) return !found.isFile() && !found.isDirectory();
    if (found.uid !== 0 && found.uid !== process.getuid?.()) return false;
    const folder = await realpath(dirname(at));
    if (folder.startsWith('/proc/')) return true;
    at = resolve(folder, await readlink(at));
  }
  return false;
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
