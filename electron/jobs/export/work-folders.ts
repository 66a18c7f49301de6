import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Static, Type } from 'typebox';
import { orNull } from '#shared/schema-parts.ts';
import { writeTextDurably } from '../../lib/durable-file.ts';
import { isAlive } from '../../lib/is-alive.ts';
import { readAs } from '../../lib/read-as.ts';
import {
  type HeldFolder,
  holdFolder,
  holdNewFolder,
  identityOf,
  isSameFolder,
  removeHeldFolder,
} from '../../lib/user-file.ts';

const Identity = Type.Object({ device: Type.String(), inode: Type.String() });

const Note = Type.Object({
  /** Path of the folder, which is removed when no process works on it any more. */
  folder: Type.String(),
  /** Identity of the folder; null until it is created. */
  identity: orNull(Identity),
  pid: Type.Integer(),
  /** Whether the folder is retained for a later run that resumes the work. */
  resumable: Type.Boolean(),
  /** When the record was written, in milliseconds since 1970. */
  at: Type.Number(),
});
type Note = Static<typeof Note>;

/** A folder of this user's beside a file of theirs. */
export interface WorkFolder {
  /** A path that leads to this very folder as long as it is held open, even if another user moves it. */
  readonly folder: string;
  readonly location: string;
  /** Whether it is still where it was created. */
  isThere(): Promise<boolean>;
  /** Retains the folder for a later run, even if this process is killed. */
  keep(): Promise<void>;
  /** Whether a later run finds it. */
  isKept(): Promise<boolean>;
  /** Ends the use of `folder`. */
  close(): Promise<void>;
}

/**
 * The temporary folders beside the user's files. Others may be able to write there too, so each has an unpredictable
 * name, is newly created, is readable only by this user, is held open while it is used, and is recorded with its
 * identity: what another user puts at its path is neither used nor removed. After a crash, the records lead to the
 * folders that were left.
 */
export interface WorkFolders {
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
  /** Removes the folders that ended processes have left behind; returns their paths. */
  sweep(): Promise<string[]>;
}

/** Folders that were not resumed for this long are removed. */
const retentionMs = 7 * 24 * 60 * 60 * 1000;

/** How long to wait for a process that is ending, and how often to check it. */
const endTimeoutMs = 10_000;
const pollMs = 100;

/** Temporary extension of a record while it is written. */
const temporaryExtension = '.part';

const readNote = (file: string): Promise<Note | null> => readAs(Note, file);

async function hasEnded(pid: number): Promise<boolean> {
  const until = Date.now() + endTimeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > until) return false;
    await setTimeout(pollMs);
  }
  return true;
}

/** Whether the path of a record leads to its folder. */
async function isThere({ folder, identity }: Note): Promise<boolean> {
  const found = await identityOf(folder);
  if (found === null || identity === null) return false;
  return isSameFolder(found, identity);
}

/**
 * @param home folder for the records, created on first use
 * @param writeText writes a record; tests let it fail
 */
export function openWorkFolders(home: string, writeText = writeTextDurably): WorkFolders {
  return new RecordedFolders(home, writeText);
}

class RecordedFolders implements WorkFolders {
  readonly #home: string;
  readonly #writeText: typeof writeTextDurably;
  readonly #open = new Map<string, HeldFolder>();

  constructor(home: string, writeText: typeof writeTextDurably) {
    this.#home = home;
    this.#writeText = writeText;
  }

  async open(id: string, target: string, resumable: boolean, resumableFromStart = resumable) {
    await this.#close(id);
    const known = await readNote(this.#fileOf(id));
    if (known !== null && known.pid !== process.pid && !(await hasEnded(known.pid))) return null;
    const isBeside = known !== null && path.dirname(known.folder) === path.dirname(target);
    const left = known !== null && resumable && isBeside ? await this.#takeOver(id, known) : null;
    if (left !== null) return left;
    if (known !== null) await removeHeldFolder(known.folder, known.identity);
    return await this.#make(id, target, resumableFromStart);
  }

  async discard(id: string): Promise<void> {
    await this.#close(id);
    const note = await readNote(this.#fileOf(id));
    if (note !== null) await removeHeldFolder(note.folder, note.identity);
    await rm(this.#fileOf(id), { force: true });
  }

  async sweep(): Promise<string[]> {
    const names = await readdir(this.#home).catch(() => [] as string[]);
    const swept = await Promise.all(names.map((name) => sweepOne(path.join(this.#home, name)).catch(() => null)));
    return swept.filter((folder) => folder !== null);
  }

  #fileOf(id: string): string {
    return path.join(this.#home, `${id}.json`);
  }

  async #write(id: string, note: Note): Promise<void> {
    await mkdir(this.#home, { recursive: true, mode: 0o700 });
    const file = this.#fileOf(id);
    // A truncated record would no longer lead to its folder.
    await this.#writeText(file, JSON.stringify(note), `${file}.${process.pid}${temporaryExtension}`);
  }

  async #make(id: string, target: string, resumable: boolean): Promise<WorkFolder> {
    const name = `.${path.basename(target).slice(0, 80)}.${randomBytes(12).toString('hex')}.almanac`;
    const begun = { folder: path.join(path.dirname(target), name), pid: process.pid, resumable, at: Date.now() };
    let held: HeldFolder | null = null;
    try {
      await this.#write(id, { ...begun, identity: null });
      // Not recursive: that would report a read-only disk as a missing folder, and reuse an existing one.
      await mkdir(begun.folder, { mode: 0o700 });
      held = await holdNewFolder(begun.folder);
      const note = { ...begun, identity: held.identity };
      await this.#write(id, note);
      return this.#folderOf(id, note, held);
    } catch (error) {
      await held?.close();
      // What cannot be removed now is removed at the next start.
      await removeHeldFolder(begun.folder, null).catch(() => undefined);
      await rm(this.#fileOf(id), { force: true }).catch(() => undefined);
      throw error;
    }
  }

  /** The folder that an earlier run has left; null if it is not there. */
  async #takeOver(id: string, known: Note): Promise<WorkFolder | null> {
    const held = await holdFolder(known.folder);
    if (held === null) return null;
    try {
      if (known.identity === null || !isSameFolder(held.identity, known.identity)) {
        await held.close();
        return null;
      }
      const taken = { ...known, identity: held.identity, pid: process.pid, at: Date.now() };
      await this.#write(id, taken);
      return this.#folderOf(id, taken, held);
    } catch (error) {
      await held.close();
      throw error;
    }
  }

  #folderOf(id: string, note: Note, held: HeldFolder): WorkFolder {
    this.#open.set(id, held);
    return {
      folder: held.path,
      location: note.folder,
      isThere: () => isThere(note),
      keep: () => this.#write(id, { ...note, resumable: true }),
      isKept: async () => (await readNote(this.#fileOf(id)))?.resumable === true,
      close: () => this.#close(id),
    };
  }

  async #close(id: string): Promise<void> {
    const held = this.#open.get(id);
    this.#open.delete(id);
    await held?.close();
  }
}

/** Removes what an ended process has left behind. @returns the folder of a record */
async function sweepOne(file: string): Promise<string | null> {
  if (file.endsWith(temporaryExtension)) {
    const pid = Number(file.slice(0, -temporaryExtension.length).split('.').at(-1));
    if (!isAlive(pid)) await rm(file, { force: true });
    return null;
  }
  const note = await readNote(file);
  if (note !== null && (note.pid === process.pid || isAlive(note.pid))) return null;
  if (note?.resumable && Date.now() - note.at < retentionMs) return null;
  if (note !== null) await removeHeldFolder(note.folder, note.identity);
  await rm(file, { force: true });
  return note?.folder ?? null;
}
