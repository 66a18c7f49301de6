import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder, writeTextDurably } from '../../lib/durable-file.ts';
import { missingAsNull } from '../../lib/errors/system-error.ts';

// A module of its own: tests on PostgreSQL put another one in its place (`vite.config.ts`).

/** The record of a node, whose catalogue is on a server, in its data folder. */
export interface NodeRecord {
  /** Id of the node, which stays the same while it has the same data folder. */
  readonly node: string;
  /** Id of the store whose catalogue the server has; empty before it was opened. */
  readonly store: string;
  /** Address of the server, without a password. */
  readonly url: string;
  /** File that contains nothing but the password; null if there is none. */
  readonly passwordFile: string | null;
}

const fileIn = (dataFolder: string) => path.join(dataFolder, 'node.json');

/** The record of a node; null for a data folder with a catalogue of its own, and for a new one. */
export async function readNode(dataFolder: string): Promise<NodeRecord | null> {
  const text = await readFile(fileIn(dataFolder), 'utf8').catch(missingAsNull);
  return text === null ? null : (JSON.parse(text) as NodeRecord);
}

export async function writeNode(dataFolder: string, record: NodeRecord): Promise<void> {
  await writeTextDurably(fileIn(dataFolder), JSON.stringify(record));
}

/** Removes the record of a node: its folder then has a catalogue of its own. */
export async function removeNode(dataFolder: string): Promise<void> {
  await rm(fileIn(dataFolder), { force: true });
  await syncFolder(dataFolder);
}
