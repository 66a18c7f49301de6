import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { writeTextDurably } from '../../lib/durable-text.ts';
import { isAlive } from '../../lib/is-alive.ts';

/** Identifies a folder, whatever has been put at its path since. */
const Identity = Type.Object({ device: Type.String(), inode: Type.String() });
type Identity = Static<typeof Identity>;

const Note = Type.Object({
  /** Removed when no process works on it any more. */
  folder: Type.String(),
  /** Null until the folder is created; missing in records of older versions. */
  identity: Type.Optional(Type.Union([Identity, Type.Null()])),
  pid: Type.Integer(),
  /** Retained for a later run that resumes it. */
  resumable: Type.Boolean(),
  /** Milliseconds since 1970. */
  at: Type.Number(),
});
type Note = Static<typeof Note>;

/** A folder of this user's beside a file of theirs. */
export interface WorkFolder {
  readonly folder: string;
  /** Whether its path still leads to the folder that was created. */
  isThere(): Promise<boolean>;
  /** From now on it is retained for a later run, even if this process is killed. */
  keep(): Promise<void>;
  /** Whether a later run finds it. */
  isKept(): Promise<boolean>;
}

/**
 * The temporary folders beside the user's files. Others may be able to write there too, so each has an unpredictable
 * name, is newly created, is readable only by this user, and is recorded with its identity: what another user puts at
 * its path is neither used nor removed. After a crash, the records lead to the folders that were left.
 */
export interface Unfinished {
  /**
   * The folder of some work: the one that a previous run left, if the work is resumable, else a new one.
   * @param id identifies the work
   * @param resumableFromStart false if there is nothing to resume before `keep` is called: until then a killed run is
   * swept
   * @returns null while another process works on it; one that is ending is waited for
   */
  open(id: string, target: string, resumable: boolean, resumableFromStart?: boolean): Promise<WorkFolder | null>;
  /** Removes the folder of some work, and its record. */
  discard(id: string): Promise<void>;
  /** Removes what ended processes have left; returns the folders. */
  sweep(): Promise<string[]>;
}

/** What was not resumed for this long is removed. */
const retentionMs = 7 * 24 * 60 * 60 * 1000;

/** How long to wait for a process that is ending, and how often to check it. */
const endTimeoutMs = 10_000;
const pollMs = 100;

/** Temporary extension of a record while it is written. */
const temporaryExtension = '.part';

async function readNote(file: string): Promise<Note | null> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return Value.Check(Note, value) ? value : null;
  } catch {
    return null;
  }
}

async function hasEnded(pid: number): Promise<boolean> {
  const until = Date.now() + endTimeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > until) return false;
    await setTimeout(pollMs);
  }
  return true;
}

async function identityOf(folder: string): Promise<Identity | null> {
  const found = await lstat(folder, { bigint: true }).catch(() => null);
  if (found === null || !found.isDirectory()) return null;
  const user = process.getuid?.();
  if (user !== undefined && found.uid !== BigInt(user)) return null;
  return { device: String(found.dev), inode: String(found.ino) };
}

/** Whether the path of a record leads to its folder. */
async function isThere({ folder, identity }: Note): Promise<boolean> {
  const found = await identityOf(folder);
  if (found === null || identity === null) return false;
  return identity === undefined || (found.device === identity.device && found.inode === identity.inode);
}

async function removeFolder(note: Note): Promise<void> {
  if (await isThere(note)) await rm(note.folder, { recursive: true, force: true });
  // Its creation was interrupted: it is empty, or it belongs to another user.
  else if (note.identity === null && (await identityOf(note.folder)) !== null) {
    await rmdir(note.folder).catch(() => undefined);
  }
}

/** @param home folder for the records, created on first use */
export function openUnfinished(home: string): Unfinished {
  const fileOf = (id: string) => path.join(home, `${id}.json`);

  async function write(id: string, note: Note): Promise<void> {
    await mkdir(home, { recursive: true, mode: 0o700 });
    // A truncated record would no longer lead to its folder.
    await writeTextDurably(fileOf(id), JSON.stringify(note), `${fileOf(id)}.${process.pid}${temporaryExtension}`);
  }

  async function make(id: string, target: string, resumable: boolean): Promise<Note> {
    const name = `.${path.basename(target).slice(0, 80)}.${randomBytes(12).toString('hex')}.almanac`;
    const begun = { folder: path.join(path.dirname(target), name), pid: process.pid, resumable, at: Date.now() };
    await write(id, { ...begun, identity: null });
    try {
      // Not recursive: that would report a read-only disk as a missing folder, and reuse an existing one.
      await mkdir(begun.folder, { mode: 0o700 });
    } catch (error) {
      await rm(fileOf(id), { force: true });
      throw error;
    }
    const note = { ...begun, identity: await identityOf(begun.folder) };
    await write(id, note);
    return note;
  }

  async function sweepOne(name: string): Promise<string | null> {
    const file = path.join(home, name);
    if (name.endsWith(temporaryExtension)) {
      const pid = Number(name.slice(0, -temporaryExtension.length).split('.').at(-1));
      if (!isAlive(pid)) await rm(file, { force: true });
      return null;
    }
    const note = await readNote(file);
    if (note !== null && (note.pid === process.pid || isAlive(note.pid))) return null;
    if (note?.resumable && Date.now() - note.at < retentionMs) return null;
    if (note !== null) await removeFolder(note);
    await rm(file, { force: true });
    return note?.folder ?? null;
  }

  const folderOf = (id: string, note: Note): WorkFolder => ({
    folder: note.folder,
    isThere: () => isThere(note),
    keep: () => write(id, { ...note, resumable: true }),
    isKept: async () => (await readNote(fileOf(id)))?.resumable === true,
  });

  return {
    async open(id, target, resumable, resumableFromStart = resumable) {
      const known = await readNote(fileOf(id));
      if (known !== null && known.pid !== process.pid && !(await hasEnded(known.pid))) return null;
      const isBeside = known !== null && path.dirname(known.folder) === path.dirname(target);
      if (known !== null && resumable && isBeside && (await isThere(known))) {
        const taken = { ...known, identity: await identityOf(known.folder), pid: process.pid, at: Date.now() };
        await write(id, taken);
        return folderOf(id, taken);
      }
      if (known !== null) await removeFolder(known);
      return folderOf(id, await make(id, target, resumableFromStart));
    },
    async discard(id) {
      const note = await readNote(fileOf(id));
      if (note !== null) await removeFolder(note);
      await rm(fileOf(id), { force: true });
    },
    async sweep() {
      const names = await readdir(home).catch(() => [] as string[]);
      const swept = await Promise.all(names.map((name) => sweepOne(name).catch(() => null)));
      return swept.filter((folder) => folder !== null);
    },
  };
}
