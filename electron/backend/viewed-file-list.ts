import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Immutable } from '#shared/immutable.ts';
import { orNull } from '#shared/one-of.ts';
import { FileOptions } from '#shared/rpc/source-file.ts';
import { writeTextDurably } from '../lib/durable-text.ts';

/** What is stored about a viewed file between runs. */
const StoredViewedFile = Type.Object({
  id: Type.String(),
  path: Type.String(),
  options: FileOptions,
  stored: Type.Boolean(),
  rows: orNull(Type.Integer()),
  rejected: Type.Integer(),
  sheets: Type.Array(Type.String()),
  /** Size in bytes and modification time in milliseconds since 1970, when it was read. */
  bytes: Type.Number(),
  modifiedMs: Type.Number(),
});
export type StoredViewedFile = Immutable<Static<typeof StoredViewedFile>>;

/** Reads the list; a damaged or missing one is empty, as the files can be read again. */
export async function readFileList(file: string): Promise<StoredViewedFile[]> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return Value.Check(Type.Array(StoredViewedFile), value) ? value : [];
  } catch {
    return [];
  }
}

/** Replaces the list atomically. */
export async function writeFileList(file: string, files: readonly StoredViewedFile[]): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeTextDurably(file, `${JSON.stringify(files)}\n`);
}
