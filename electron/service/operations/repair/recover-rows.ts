import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { given } from '#shared/given.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { startBackground } from '../../background.ts';
import type { Catalogue, Records } from '../../catalogue/database/catalogue.ts';
import { findDataset } from '../../catalogue/records/datasets.ts';
import { createNamespace, findNamespace } from '../../catalogue/records/namespaces.ts';
import { isVersionSlug, versionDatetime } from '../../catalogue/records/version-slug.ts';
import { versionKeys } from '../../catalogue/records/versions.ts';
import { versionFolderIn, versionKeysOnDisk } from '../../catalogue/sidecars/sidecar-files.ts';
import type { Sidecars } from '../../catalogue/sidecars/sidecars.ts';
import { isDiskFull } from '../../files/disk-full.ts';
import { dataFileName } from '../../files/stored-files.ts';
import type { RowStore } from '../../rows/row-store.ts';
import { setAside } from '../../set-aside.ts';
import { importProgress } from '../publish/import-progress.ts';
import { ImportTurns } from '../publish/import-turns.ts';
import { type PublishDeps, publishVersion } from '../publish/publish.ts';
import { publishNew } from '../publish/publish-file.ts';

interface RecoverParts {
  readonly catalogue: Catalogue;
  readonly rows: RowStore;
  readonly sidecars: Sidecars;
  readonly dataFolder: string;
  /** Folder for unreadable files. */
  readonly aside: string;
  readonly work: LongWork;
}

const recoveredNamespace = 'recovered';

/**
 * Recovers versions of which only the rows are left, as in a store that never had documents: each becomes a version of
 * a dataset in a namespace that only staff may read. Names of datasets are unknown; their ids are known.
 */
export async function recoverRows(
  parts: RecoverParts,
): Promise<{ readonly recovered: readonly string[]; readonly unreadable: readonly string[] }> {
  const { catalogue, dataFolder, aside, work } = parts;
  const known = await versionKeys(catalogue.records);
  const unknown = (await versionKeysOnDisk(dataFolder)).filter((key) => !known.has(key) && isKey(key));
  const recovered: string[] = [];
  const unreadable: string[] = [];
  // A key begins with the id of its dataset and the slug of the version: older versions come first.
  for (const key of unknown.sort()) {
    work.signal?.throwIfAborted();
    const folder = versionFolderIn(dataFolder, key);
    try {
      recovered.push(await recoverOne(parts, key, path.join(folder, dataFileName)));
      await setAside(dataFolder, path.relative(dataFolder, folder));
    } catch (error) {
      work.signal?.throwIfAborted();
      if (isDiskFull(error)) throw error;
      unreadable.push(key);
      await mkdir(path.join(aside, 'versions'), { recursive: true, mode: 0o700 });
      await rename(folder, path.join(aside, 'versions', key));
    }
  }
  return { recovered, unreadable };
}

const isKey = (name: string) => /^[A-Za-z0-9_-]{1,200}$/.test(name);

async function recoverOne(parts: RecoverParts, key: string, file: string): Promise<string> {
  const { records } = parts.catalogue;
  const { signal } = parts.work;
  const deps: PublishDeps = {
    ...parts,
    log: { info() {}, warn() {}, error() {} },
    announce: () => {},
    progress: importProgress(null),
    imports: new ImportTurns(),
    background: startBackground(),
  };
  const [, number, slug = ''] = /^(\d+)-(\d{20})-[0-9a-f]+$/.exec(key) ?? [];
  const name = number === undefined ? key.toLowerCase() : `dataset-${number}`;
  const at = isVersionSlug(slug) ? new Date(versionDatetime(slug)) : null;
  const options = {
    ...given({ signal }),
    ...(at !== null && !Number.isNaN(at.getTime()) ? { at } : {}),
  };
  const slugOfHome = await privateHome(records);
  const namespace = { slug: slugOfHome, label: 'Recovered', published: false };
  const home = (await findNamespace(records, slugOfHome)) ?? (await createNamespace(records, namespace));
  const source = { path: file, format: 'parquet' } as const;
  const dataset = await findDataset(records, home.id, name);
  const published =
    dataset === null
      ? await publishNew(deps, { namespace, dataset: { slug: name, label: name } }, source, options)
      : await publishVersion(deps, dataset.id, source, options);
  return `${slugOfHome}/${name}/${published.slug}`;
}

/** The slug of a namespace that only staff may read: a public one must not receive unknown rows. */
async function privateHome(records: Records): Promise<string> {
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? recoveredNamespace : `${recoveredNamespace}-${number}`;
    if ((await findNamespace(records, slug))?.published !== true) return slug;
  }
}
