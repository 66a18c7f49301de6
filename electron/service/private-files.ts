import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';

const folderMode = 0o700;
const fileMode = 0o600;
/** Only its owner may remove a file of such a folder. */
const sticky = 0o1000;
/** Rights of the group and of everyone else. */
const others = 0o077;

/** What stands in a data folder; `places.md` says what each is. Nothing else below a folder that is named is touched. */
const storeNames =
  /^(catalogue\.sqlite.*|service\.(lock|address|socket|wanted).*|rows|media|uploads|downloads|jobs|checks|config|window|cache|logs|leftovers|damaged-.+|replaced-.+|restoring|profiles)$/;

let usualMask: number | null = null;

/**
 * From now on nobody but this user may read what this process writes, the files of native parts included, whatever mask
 * it was started with. What the person is given as a file of their own gets {@link personsFileMode}.
 */
export function writePrivately(): void {
  if (!isMainThread) return;
  const mask = process.umask(others);
  usualMask ??= mask;
}

/** As {@link writePrivately}, in a process that another one started: `mask` is the one that this was started with. */
export function writePrivatelyFor(mask: number): void {
  usualMask = mask;
  process.umask(others);
}

/** The mask that other programs of this person write with. */
export function personsMask(): number {
  return usualMask ?? process.umask();
}

/** The rights of a file that the person asked for: those that any other program would give it. */
export function personsFileMode(): number {
  return 0o666 & ~personsMask();
}

/**
 * Makes the folder of a store where it is not there. What others of this computer could read of it is closed: an older
 * version left it as the system's mask was. The folder itself is closed only where it holds nothing but a store.
 */
export async function openPrivateStore(folder: string): Promise<void> {
  writePrivately();
  await mkdir(folder, { recursive: true, mode: folderMode });
  if (process.platform === 'win32') return;
  const names = await readdir(folder);
  const own = names.filter((name) => storeNames.test(name));
  if (own.length === names.length) await closeEntry(folder);
  const closed = await Promise.all(own.map((name) => closeEntry(path.join(folder, name))));
  // A store whose parts were closed already was closed whole.
  if (closed.includes(true)) await Promise.all(own.map((name) => closeBelow(path.join(folder, name))));
}

function isOpen({ mode, uid }: Stats): boolean {
  return (mode & others) !== 0 && uid === process.getuid?.();
}

/** Takes the rights of others from a file or folder of this user's; links are not followed. @returns whether it had to */
async function closeEntry(entry: string): Promise<boolean> {
  const found = await lstat(entry).catch(() => null);
  if (found === null || !(found.isDirectory() || found.isFile()) || !isOpen(found)) return false;
  const handle = await open(entry, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (handle === null) return false;
  try {
    const opened = await handle.stat();
    // A folder that everyone may write into, as the system's for temporary files, is no store's.
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
