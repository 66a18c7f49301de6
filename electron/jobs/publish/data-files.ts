import { stat } from 'node:fs/promises';
import path from 'node:path';
import { explain } from '#shared/failures.ts';
import { dataFilesInArchive, dataFilesInFolder, IngestError } from '../../service/user-files.ts';
import { JobError } from '../queue/job-failure.ts';

async function readable(folder: string): Promise<string[]> {
  try {
    return await dataFilesInFolder(folder);
  } catch (error) {
    const said = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new JobError('bad-input', explain('file-unreadable', { said }), folder);
  }
}

/**
 * The named files and those in named folders sorted by name, as absolute paths without duplicates.
 * @throws {JobError} for a folder without any file that can be published
 */
export async function expandFolders(paths: readonly string[]): Promise<string[]> {
  const all = new Set<string>();
  for (const given of paths) {
    const found = await stat(given).catch(() => null);
    if (!found?.isDirectory()) {
      all.add(path.resolve(given));
      continue;
    }
    const files = await readable(given);
    if (files.length === 0) throw new JobError('not-found', explain('folder-without-data', { folder: given }), given);
    for (const file of files) all.add(file);
  }
  return [...all];
}

/**
 * The data files in a ZIP archive by their paths within it, sorted by name; none for any other file.
 * @throws {JobError} for one that cannot be read, or contains no data file
 */
export async function archiveFiles(file: string): Promise<string[]> {
  try {
    return await dataFilesInArchive(file);
  } catch (error) {
    throw error instanceof IngestError ? new JobError('bad-input', error.reason, file) : error;
  }
}
