import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { VersionCheck } from '#shared/rpc/check-calls.ts';
import { DatasetReference } from '#shared/rpc/records.ts';
import { publish } from '../service/rows/durable-file.ts';

const Kept = Type.Object({ reference: DatasetReference, check: VersionCheck });

/** Keeps what came of the last check of each version, beyond the list of jobs and the end of the program. */
export interface VersionChecks {
  note(reference: DatasetReference, check: VersionCheck): Promise<void>;
  /** The checks of a dataset's versions; what cannot be read any more counts as never done. */
  list(reference: DatasetReference): Promise<VersionCheck[]>;
}

function digest(words: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 24);
}

/** Files of one dataset begin alike, so that no others have to be read. */
function prefixOf({ connection, namespace, dataset }: DatasetReference): string {
  return `${digest([connection, namespace, dataset])}-`;
}

function isSame(one: DatasetReference, other: DatasetReference): boolean {
  return one.connection === other.connection && one.namespace === other.namespace && one.dataset === other.dataset;
}

async function readKept(file: string) {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return Value.Check(Kept, value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * @param folder made when it is first needed. A file of its own for each version: the window and the command line may
 * write at once.
 * @param announce told after every change.
 */
export function openVersionChecks(folder: string, announce: () => void = () => {}): VersionChecks {
  return {
    async note(reference, check) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${prefixOf(reference)}${digest([check.version])}.json`);
      const part = `${file}.${process.pid}.part`;
      const { connection, namespace, dataset } = reference;
      const handle = await open(part, 'w', 0o600);
      try {
        await handle.writeFile(JSON.stringify({ reference: { connection, namespace, dataset }, check }));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await publish(part, file).catch(async (error: unknown) => {
        await rm(part, { force: true });
        throw error;
      });
      announce();
    },
    async list(reference) {
      const prefix = prefixOf(reference);
      const names = await readdir(folder).catch(() => [] as string[]);
      const files = names.filter((name) => name.startsWith(prefix) && name.endsWith('.json'));
      const kept = await Promise.all(files.map((name) => readKept(path.join(folder, name))));
      return kept.flatMap((one) => (one !== null && isSame(one.reference, reference) ? [one.check] : []));
    },
  };
}
