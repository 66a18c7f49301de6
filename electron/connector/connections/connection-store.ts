import { mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Explanation, explain } from '#shared/failures.ts';
import { writeTextDurably } from '../../lib/durable-text.ts';

/** A connection as it is written down. There is no token here, ever. */
const StoredConnection = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100 }),
  name: Type.String({ maxLength: 200 }),
  colour: Type.String({ pattern: '^(#[0-9a-fA-F]{6})?$' }),
  /** Null for the local service, whose address is another one at each start. */
  address: Type.Union([Type.String(), Type.Null()]),
  plainHttpAgreed: Type.Boolean(),
  /** Whether a token lies in the keychain, so that the keychain is only asked where it has one. */
  signedIn: Type.Boolean(),
});
export type StoredConnection = Static<typeof StoredConnection>;

const StoredFile = Type.Object({ version: Type.Literal(1), connections: Type.Array(StoredConnection) });

/** The connections on disk, in the user's order. */
export interface ConnectionStore {
  readonly connections: readonly StoredConnection[];
  /** What went wrong when they were read; one sentence each. */
  readonly notices: readonly Explanation[];
  /** Replaces them all; on disk when it settles, whole or not at all. */
  write(connections: readonly StoredConnection[]): Promise<void>;
}

const fileName = 'connections.json';

function isAddress(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}

function parse(text: string): StoredConnection[] {
  const value: unknown = JSON.parse(text);
  if (!Value.Check(StoredFile, value)) throw new Error('It has an unknown form.');
  const ids = new Set(value.connections.map((connection) => connection.id));
  const sound = value.connections.every(({ address }) => address === null || isAddress(address));
  if (ids.size !== value.connections.length || !sound) throw new Error('It contradicts itself.');
  return value.connections;
}

async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Puts a file that cannot be understood aside, so that nothing of it is lost, and says so. */
async function putAside(file: string): Promise<Explanation> {
  const stamp = new Date().toISOString().replace(/[:.]/g, '-');
  const aside = file.replace(/\.json$/, `.damaged-${stamp}.json`);
  try {
    await rename(file, aside);
  } catch {
    return explain('connections-lost', { file });
  }
  return explain('connections-put-aside', { file: aside, name: fileName });
}

/** Reads the connections of a configuration folder; there need be none yet. */
export async function openConnectionStore(folder: string): Promise<ConnectionStore> {
  const file = path.join(folder, fileName);
  const notices: Explanation[] = [];
  let connections: readonly StoredConnection[] = [];
  try {
    const text = await readText(file);
    if (text !== null) connections = parse(text);
  } catch {
    notices.push(await putAside(file));
  }
  let writing: Promise<void> = Promise.resolve();
  return {
    get connections() {
      return connections;
    },
    notices,
    write(next) {
      connections = next;
      const written = JSON.stringify({ version: 1, connections: next }, null, 2);
      writing = writing
        .catch(() => undefined)
        .then(() => mkdir(folder, { recursive: true, mode: 0o700 }))
        .then(() => writeTextDurably(file, `${written}\n`));
      return writing;
    },
  };
}
