import { mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Explanation, explain } from '#shared/failures.ts';
import { orNull } from '#shared/schema-parts.ts';
import { writeTextDurably } from '../../lib/durable-file.ts';
import { missingAsNull } from '../../lib/errors/system-error.ts';

/** A stored connection. It never contains a token. */
const StoredConnection = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100 }),
  name: Type.String({ maxLength: 200 }),
  colour: Type.String({ pattern: '^(#[0-9a-fA-F]{6})?$' }),
  /** Address of the service; null for the local one, whose address may change with each start. */
  address: orNull(Type.String()),
  plainHttpAgreed: Type.Boolean(),
  /** Whether the keychain holds a token; if not, it is never queried. */
  signedIn: Type.Boolean(),
});
export type StoredConnection = Static<typeof StoredConnection>;

const StoredFile = Type.Object({ version: Type.Literal(1), connections: Type.Array(StoredConnection) });

/** The connections on disk, in the user's order. */
export interface ConnectionStore {
  readonly connections: readonly StoredConnection[];
  /** Problems found while reading them. */
  readonly notices: readonly Explanation[];
  /** Replaces all of them atomically; on disk when it settles. */
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

/** Renames an invalid file, so that nothing of it is lost, and reports it. */
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

/** Reads the connections of a configuration folder, which may have none yet. */
export async function openConnectionStore(folder: string): Promise<ConnectionStore> {
  const file = path.join(folder, fileName);
  const notices: Explanation[] = [];
  let connections: readonly StoredConnection[] = [];
  try {
    const text = await readFile(file, 'utf8').catch(missingAsNull);
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
