import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '#shared/sentences/say.ts';
import { checksumOf } from './durable-file.ts';
import { DamagedVersionError, type LongWork, type StoredVersion, type VersionKey } from './row-store.ts';
import { type StoreFolders, versionFolder } from './store-folders.ts';

/** Name of the stored file within the folder of a version. */
export const dataFileName = 'data.parquet';

/** Beside the stored file: as what it was last read through, so that it need not be again at every start. */
const checkedName = 'checked.json';

/** How long a file that was looked at is trusted before it is looked at again. */
const trustedMilliseconds = 1000;

interface Seen {
  readonly bytes: number;
  readonly changed: number;
}

type Trust = Seen & { readonly until: number };

/**
 * The stored files of versions and whether they are what was written. A file is read through when this is not known
 * from its size and time of change; it is looked at again while it is used.
 */
export class StoredFiles {
  readonly #folders: StoreFolders;
  readonly #trusted = new Map<VersionKey, Trust>();
  readonly #checking = new Map<VersionKey, Promise<void>>();

  constructor(folders: StoreFolders) {
    this.#folders = folders;
  }

  /** Where the stored file of a version is. */
  path({ key }: Pick<StoredVersion, 'key'>): string {
    return join(versionFolder(this.#folders.versions, key), dataFileName);
  }

  /** Makes sure that a stored file may be served. @throws {DamagedVersionError} */
  async assertWhole(version: StoredVersion): Promise<void> {
    const trust = this.#trusted.get(version.key);
    if (trust !== undefined && Date.now() < trust.until) return;
    const checking =
      this.#checking.get(version.key) ??
      this.#check(version, trust).finally(() => {
        this.#checking.delete(version.key);
      });
    this.#checking.set(version.key, checking);
    await checking;
  }

  async #check(version: StoredVersion, trust: Trust | undefined): Promise<void> {
    const seen = await this.#look(version);
    const known = trust ?? (await readChecked(this.#checkedPath(version)));
    if (known === null || known.bytes !== seen.bytes || known.changed !== seen.changed) {
      this.#trusted.delete(version.key);
      await this.#readThrough(version, seen, {});
    }
    this.#trusted.set(version.key, { ...seen, until: Date.now() + trustedMilliseconds });
  }

  async #look(version: StoredVersion): Promise<Seen> {
    const found = await stat(this.path(version)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw error;
    });
    if (found === null) throw new DamagedVersionError(version.key, say('version-file-missing'));
    if (found.size === version.bytes) return { bytes: found.size, changed: found.mtimeMs };
    throw new DamagedVersionError(version.key, say('version-file-size', { found: found.size, wanted: version.bytes }));
  }

  async #readThrough(version: StoredVersion, seen: Seen, work: LongWork): Promise<void> {
    const path = this.path(version);
    const checksum = await checksumOf(path, work.signal, (bytes) =>
      work.onProgress?.({ phase: 'checking', rows: 0, bytes, fraction: seen.bytes === 0 ? 1 : bytes / seen.bytes }),
    );
    if (checksum !== version.checksum) {
      this.#trusted.delete(version.key);
      await rm(this.#checkedPath(version), { force: true });
      throw new DamagedVersionError(version.key, say('version-file-altered'));
    }
    await writeChecked(this.#checkedPath(version), seen);
  }

  /** Reads a stored file through, whatever is known of it. */
  async verify(version: StoredVersion, work: LongWork): Promise<'verified' | 'differs' | 'missing'> {
    try {
      await this.#readThrough(version, await this.#look(version), work);
      return 'verified';
    } catch (error) {
      if (!(error instanceof DamagedVersionError)) throw error;
      this.forget(version.key);
      const there = await stat(this.path(version)).catch(() => null);
      return there === null ? 'missing' : 'differs';
    }
  }

  forget(key: VersionKey): void {
    this.#trusted.delete(key);
  }

  #checkedPath(version: StoredVersion): string {
    return join(versionFolder(this.#folders.versions, version.key), checkedName);
  }
}

/** Notes beside a file that was just written and read through what it is. */
export async function noteChecked(folder: string): Promise<void> {
  const { size, mtimeMs } = await stat(join(folder, dataFileName));
  await writeChecked(join(folder, checkedName), { bytes: size, changed: mtimeMs });
}

/** A note that a crash has spoilt only makes the file be read through once more. */
async function readChecked(path: string): Promise<Seen | null> {
  try {
    const noted: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (noted === null || typeof noted !== 'object' || !('bytes' in noted) || !('changed' in noted)) return null;
    return { bytes: Number(noted.bytes), changed: Number(noted.changed) };
  } catch {
    return null;
  }
}

async function writeChecked(path: string, seen: Seen): Promise<void> {
  await writeFile(path, JSON.stringify(seen)).catch(() => {});
}
