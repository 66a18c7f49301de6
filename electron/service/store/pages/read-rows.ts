import { existsSync } from 'node:fs';
import { DamagedCacheError } from '../files/damaged-cache-error.ts';
import type { LongWork, StoredVersion } from '../row-store.ts';
import { cacheFolder, parquetFile, type StoreParts } from '../store-parts.ts';
import type { SharedFiles, VersionFiles } from '../version-files/version-files.ts';
import type { ViewFile } from '../views/view-files.ts';
import { assemblePage, type PageForm } from './page-assembly.ts';
import type { PageRequest, RowFilePaths, SentForm } from './page-request.ts';
import { readParquetRange, readParquetRows } from './parquet-rows.ts';

function sent({ shape, frame }: PageForm): SentForm {
  return { shape: shape.text, ...frame };
}

/** Rows `from` to `to` (exclusive) in the order of the file, as JSON objects. */
export async function readPlain(
  parts: StoreParts,
  version: StoredVersion,
  from: number,
  to: number,
  form: PageForm,
  work: LongWork,
): Promise<Buffer> {
  return withRowFile(
    parts,
    version,
    (file) => ({ kind: 'range', file, from, to, form: sent(form) }),
    async () => {
      const raw =
        (await fromShared(parts, version, (shared) => shared.readRows(version, from, to))) ??
        (await readParquetRange(parts.engine, parquetFile(parts, version), from, to, work));
      return assemblePage(raw, to - from, form.shape, form.frame);
    },
  );
}

/** Rows at positions `from` to `to` (exclusive) of a view. */
export async function readView(
  parts: StoreParts,
  version: StoredVersion,
  view: ViewFile,
  from: number,
  to: number,
  form: PageForm,
  work: LongWork,
): Promise<Buffer> {
  return withRowFile(
    parts,
    version,
    (file) => ({
      kind: 'view',
      file,
      offsets: parts.readers.offsetTable(file),
      view,
      from,
      to,
      form: sent(form),
    }),
    async () => {
      const numbers = await parts.readers.numbers(view, from, to);
      return assemblePage(await rowsWithoutFile(parts, version, numbers, work), numbers.length, form.shape, form.frame);
    },
  );
}

/** Rows by their numbers, in the order of the numbers. */
export async function readNumbered(
  parts: StoreParts,
  version: StoredVersion,
  numbers: Int32Array,
  form: PageForm,
  work: LongWork,
): Promise<Buffer> {
  return withRowFile(
    parts,
    version,
    (file) => ({
      kind: 'rows',
      file,
      offsets: parts.readers.offsetTable(file),
      numbers,
      form: sent(form),
    }),
    async () =>
      assemblePage(await rowsWithoutFile(parts, version, numbers, work), numbers.length, form.shape, form.frame),
  );
}

/** Raw rows by their numbers, concatenated. */
export async function readRawNumbered(
  parts: StoreParts,
  version: StoredVersion,
  numbers: Int32Array,
  work: LongWork,
): Promise<Buffer> {
  return withRowFile(
    parts,
    version,
    (file) => ({ kind: 'raw', file, offsets: parts.readers.offsetTable(file), numbers }),
    () => rowsWithoutFile(parts, version, numbers, work),
  );
}

/** Raw rows by their numbers, in the order of the numbers, while this machine has no row file. */
async function rowsWithoutFile(
  parts: StoreParts,
  version: StoredVersion,
  numbers: Int32Array,
  work: LongWork,
): Promise<Buffer> {
  const few = numbers.length > maxSharedRows ? null : numbers;
  return (
    (few && (await fromShared(parts, version, (shared) => shared.readNumbered(version, few)))) ??
    (await readParquetRows(parts.engine, parquetFile(parts, version), numbers, work))
  );
}

/** Scattered rows take a request each: more of them are read from a file that is fetched. */
const maxSharedRows = 200;

/** Rows out of a row file of other machines; null without one, or if this machine has the stored file. */
async function fromShared(
  { files }: StoreParts,
  version: StoredVersion,
  read: (shared: SharedFiles) => Promise<Buffer | null>,
): Promise<Buffer | null> {
  const { shared } = files;
  return shared !== null && isElsewhere(files, version) ? await read(shared) : null;
}

/** Whether another machine may have files of a version, and this one has not fetched the stored file. */
function isElsewhere(files: VersionFiles, version: StoredVersion): boolean {
  return files.shared !== null && version.columns.length > 0 && !existsSync(files.path(version));
}

/**
 * Reads from the row file if it exists; from the stored file while it is being built, or if it turns out to be damaged.
 */
async function withRowFile(
  parts: StoreParts,
  version: StoredVersion,
  request: (file: RowFilePaths) => PageRequest,
  otherwise: () => Promise<Buffer>,
): Promise<Buffer> {
  const folder = cacheFolder(parts, version);
  const { files, rowFiles } = parts;
  const stored = parquetFile(parts, version);
  const file = await (isElsewhere(files, version)
    ? rowFiles.find(version, stored, folder)
    : rowFiles.findToRead(version, stored, folder));
  if (file === null) return otherwise();
  try {
    const answer = await parts.readers.ask(request(file));
    if (answer !== null && 'memory' in answer) return Buffer.from(answer.memory, 0, answer.length);
  } catch (error) {
    const isDamaged = error instanceof DamagedCacheError;
    // A view is rebuilt by the caller, which knows its query.
    if (isDamaged && error.path !== file.rows && error.path !== file.offsets) throw error;
    if (isDamaged) parts.log('The row file of a version was damaged and is being rebuilt.', error);
    // Removed meanwhile, or damaged: in either case it is only a copy.
  }
  await parts.readers.release(folder);
  await parts.rowFiles.discard(folder);
  // The rebuilt file serves later pages.
  await parts.rowFiles.find(version, parquetFile(parts, version), folder);
  return otherwise();
}
