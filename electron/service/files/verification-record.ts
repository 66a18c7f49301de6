import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LastCheck } from './stored-version.ts';

/** Identity of a file in the file system: while it stays the same, the file was not written to. */
export interface FileState {
  readonly bytes: number;
  /** mtime in milliseconds, which a writer can falsify. */
  readonly changed: number;
  /** ctime in milliseconds, which only the system sets. */
  readonly touched: number;
}

/** The outcome of verifying a stored file, recorded beside it; `file` is null if there was none. */
export interface VerificationRecord extends LastCheck {
  readonly file: FileState | null;
}

const recordFileName = 'checked.json';

/** @throws as `stat` */
export async function fileState(path: string): Promise<FileState> {
  const { size, mtimeMs, ctimeMs } = await stat(path);
  return { bytes: size, changed: mtimeMs, touched: ctimeMs };
}

export function isSameState(one: FileState | null, other: FileState): boolean {
  return one?.bytes === other.bytes && one.changed === other.changed && one.touched === other.touched;
}

/** The record in the folder of a version; null if there is none. An invalid one causes another verification. */
export async function readVerification(folder: string): Promise<VerificationRecord | null> {
  return readVerificationText(await readFile(join(folder, recordFileName), 'utf8').catch(() => ''));
}

/** The record in a text; null if it is not a valid one. */
export function readVerificationText(text: string): VerificationRecord | null {
  try {
    const noted = JSON.parse(text) as Partial<VerificationRecord> | null;
    const { file, verdict, at, asWritten } = noted ?? {};
    if (verdict !== 'verified' && verdict !== 'differs' && verdict !== 'missing') return null;
    if (typeof at !== 'string' || Number.isNaN(Date.parse(at)) || file === undefined) return null;
    return { file, verdict, at, asWritten: asWritten === true };
  } catch {
    return null;
  }
}

/** Writes the record; work continues if that fails. */
export async function writeVerification(folder: string, note: VerificationRecord): Promise<void> {
  const part = join(folder, `${recordFileName}.part`);
  await writeFile(part, JSON.stringify(note))
    .then(() => rename(part, join(folder, recordFileName)))
    .catch(() => {});
}
