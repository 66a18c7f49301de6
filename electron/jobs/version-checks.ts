import { createHash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import { parseStored } from '#shared/failures.ts';
import { VersionCheck } from '#shared/rpc/calls/checks.ts';
import { DatasetReference } from '#shared/rpc/records.ts';
import { writeTextDurably } from '../lib/durable-file.ts';
import { readAs } from '../lib/read-as.ts';

const StoredCheck = Type.Object({ reference: DatasetReference, check: VersionCheck });

/** Stores the outcome of the last check of each version, independent of the list of jobs and across restarts. */
export interface VersionChecks {
  note(reference: DatasetReference, check: VersionCheck): Promise<void>;
  /** The checks of a dataset's versions; unreadable ones count as never done. */
  list(reference: DatasetReference): Promise<VersionCheck[]>;
}

function digest(words: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 24);
}

/** Files of one dataset have a common prefix, so that no others have to be read. */
function prefixOf({ connection, namespace, dataset }: DatasetReference): string {
  return `${digest([connection, namespace, dataset])}-`;
}

/**
 * @param folder created on first use. One file per version: the window and the command line may write at the same time.
 * @param announce called after every change
 */
export function openVersionChecks(folder: string, announce: () => void = () => {}): VersionChecks {
  return {
    async note(reference, check) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${prefixOf(reference)}${digest([check.version])}.json`);
      const { connection, namespace, dataset } = reference;
      const text = JSON.stringify({ reference: { connection, namespace, dataset }, check });
      await writeTextDurably(file, text, `${file}.${process.pid}.part`);
      announce();
    },
    async list(reference) {
      const prefix = prefixOf(reference);
      const names = await readdir(folder).catch(() => [] as string[]);
      const files = names.filter((name) => name.startsWith(prefix) && name.endsWith('.json'));
      const kept = await Promise.all(files.map((name) => readAs(StoredCheck, path.join(folder, name), parseStored)));
      const { connection, namespace, dataset } = reference;
      const own = { connection, namespace, dataset };
      return kept.flatMap((one) => (one !== null && isDeepStrictEqual(one.reference, own) ? [one.check] : []));
    },
  };
}
