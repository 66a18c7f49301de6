import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const Note = Type.Object({
  /** What has to go when nobody works on it any more. */
  folder: Type.String(),
  pid: Type.Integer(),
  /** Kept for a later run that goes on with it. */
  resumable: Type.Boolean(),
  /** Milliseconds since 1970. */
  at: Type.Number(),
});
type Note = Static<typeof Note>;

/** Notes of the folders that are being worked in beside the person's files, so that those a crash left are found. */
export interface Unfinished {
  /** To be called before the folder is made. False when another process goes on working in it; one that ends is waited for. */
  note(id: string, folder: string, resumable: boolean): Promise<boolean>;
  /** Nothing is left of it. */
  done(id: string): Promise<void>;
  /** Removes what processes have left that live no more; gives the folders. */
  sweep(): Promise<string[]>;
}

/** What could be resumed but was not for so long will not be. */
const keptFor = 7 * 24 * 60 * 60 * 1000;

/** How long a process that is just ending is waited for, and how often it is looked at, in milliseconds. */
const patience = 10_000;
const glance = 100;

/** Whether a process of this number runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isDefunct(pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A process that has ended answers to its number until its parent asks for its outcome, which some never do. */
function isDefunct(pid: number): boolean {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.[0];
    return state === 'Z' || state === 'X';
  } catch {
    return false;
  }
}

async function readNote(file: string): Promise<Note | null> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return Value.Check(Note, value) ? value : null;
  } catch {
    return null;
  }
}

async function hasEnded(pid: number): Promise<boolean> {
  const until = Date.now() + patience;
  while (isAlive(pid)) {
    if (Date.now() > until) return false;
    await setTimeout(glance);
  }
  return true;
}

/** @param home folder that the notes are kept in; made when it is first needed. */
export function openUnfinished(home: string): Unfinished {
  const fileOf = (id: string) => path.join(home, `${id}.json`);

  async function sweepOne(name: string): Promise<string | null> {
    const file = path.join(home, name);
    const note = await readNote(file);
    if (note !== null && note.pid !== process.pid && isAlive(note.pid)) return null;
    if (note !== null && note.pid === process.pid) return null;
    if (note?.resumable && Date.now() - note.at < keptFor) return null;
    if (note !== null) await rm(note.folder, { recursive: true, force: true });
    await rm(file, { force: true });
    return note?.folder ?? null;
  }

  return {
    async note(id, folder, resumable) {
      const known = await readNote(fileOf(id));
      if (known !== null && known.pid !== process.pid && !(await hasEnded(known.pid))) return false;
      await mkdir(home, { recursive: true, mode: 0o700 });
      const note: Note = { folder, pid: process.pid, resumable, at: Date.now() };
      await writeFile(fileOf(id), JSON.stringify(note), { mode: 0o600, flush: true });
      return true;
    },
    done: (id) => rm(fileOf(id), { force: true }),
    async sweep() {
      const names = await readdir(home).catch(() => [] as string[]);
      const swept = await Promise.all(names.map((name) => sweepOne(name).catch(() => null)));
      return swept.filter((folder) => folder !== null);
    },
  };
}
