import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { imageFileNames } from '../electron/service/catalogue/records/namespaces.ts';
import { readyFiles, versionKeys } from '../electron/service/catalogue/records/versions.ts';
import type { Service } from '../electron/service/service.ts';

/** All files below a folder, with slashes. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}

/** Files that a killed copy of another service's dataset leaves on purpose: the next run resumes it. */
async function resumableFiles(dataFolder: string): Promise<(name: string) => boolean> {
  const notesFolder = path.join(dataFolder, 'jobs', 'unfinished');
  const notes = await readdir(notesFolder).catch(() => []);
  const folders = await Promise.all(
    notes.map(async (name) => {
      const note = JSON.parse(await readFile(path.join(notesFolder, name), 'utf8')) as {
        folder: string;
        resumable: boolean;
      };
      return note.resumable ? [`jobs/unfinished/${name}`, `${path.relative(dataFolder, note.folder)}/`] : [];
    }),
  );
  const named = folders.flat();
  return (name) => named.some((one) => (one.endsWith('/') ? name.startsWith(one) : name === one));
}

/** Unreferenced files of a store: neither the catalogue nor a running process uses them. */
async function unnamedFiles(service: Service): Promise<string[]> {
  const isResumable = await resumableFiles(service.dataFolder);
  const { records } = service.deps.catalogue;
  const keys = await versionKeys(records);
  const images = await imageFileNames(records);
  const ids = async (table: 'namespaces' | 'datasets') =>
    new Set((await records.selectFrom(table).select('id').execute()).map(({ id }) => String(id)));
  const [namespaces, datasets] = [await ids('namespaces'), await ids('datasets')];
  return (await filesIn(service.dataFolder)).filter((name) => {
    const version = /^rows\/(?:versions|cache)\/([^/]+)\//.exec(name)?.[1];
    if (version !== undefined) return !keys.has(version);
    const [, kind, id = ''] = /^rows\/records\/(namespace|dataset)-(\d+)\.json$/.exec(name) ?? [];
    if (kind !== undefined) return !(kind === 'namespace' ? namespaces : datasets).has(id);
    if (name.startsWith('media/')) return !images.has(name.slice('media/'.length));
    const isKept =
      /^(catalogue\.sqlite(-wal|-shm)?|service\.(lock(-journal)?|address|socket)|rows\/records\/accounts\.json|config\/settings\.json|checks\/[^/]+|leftovers\/\d{4}-\d{2}-\d{2}\/.+)$/;
    return !isKept.test(name) && !isResumable(name);
  });
}

/**
 * What must hold for a store that was just opened, whatever happened to the processes before: every version is ready,
 * its files are those that were published, no dataset is without a version, and no other file is left.
 * @returns what does not hold, a sentence each
 */
export async function storeViolations(service: Service): Promise<string[]> {
  const { records } = service.deps.catalogue;
  const versions = await records.selectFrom('versions').select(['dataset_id', 'slug', 'state']).execute();
  const datasets = await records
    .selectFrom('datasets')
    .select(['id', 'slug'])
    .where('namespace_id', 'not in', records.selectFrom('trash').select('trash.namespace_id'))
    .execute();
  const violations = versions
    .filter(({ state }) => state !== 'ready')
    .map(({ slug, state }) => `Version ${slug} is ${state}.`);
  for (const { id, slug } of datasets) {
    if (!versions.some((one) => one.dataset_id === id)) violations.push(`Dataset ${slug} has no version.`);
  }
  for (const file of await readyFiles(records)) {
    const verdict = await service.deps.rows.verify(file, {});
    if (verdict !== 'verified') violations.push(`A version of ${file.dataset} is ${verdict}.`);
  }
  for (const name of await unnamedFiles(service)) violations.push(`Nothing refers to the file ${name}.`);
  return violations;
}
