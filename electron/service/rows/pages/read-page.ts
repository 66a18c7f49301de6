import { existsSync } from 'node:fs';
import { explain } from '#shared/failures.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { DamagedCacheError } from '../../files/damaged-cache-error.ts';
import type { RowFilePaths } from '../../files/parquet-file.ts';
import type { SharedFiles } from '../../files/shared-files.ts';
import type { StoredColumn, StoredVersion } from '../../files/stored-version.ts';
import { type Selection, selectionOf } from '../selection.ts';
import { cacheFolder, parquetFile, type StoreParts } from '../store-parts.ts';
import type { VersionFiles } from '../version-files/version-files.ts';
import { InvalidFilterError } from '../views/invalid-filter.ts';
import type { ViewFile } from '../views/view-files.ts';
import type { EncodedPage, PageWork } from './encoded-page.ts';
import { assemblePage, noFrame, type PageForm, type RowShape, shapeFrom, shapeText } from './page-assembly.ts';
import type { PageRequest, SentForm } from './page-request.ts';
import { readParquetRange, readParquetRows } from './parquet-rows.ts';
import { assertPatterns, selectedRows, within } from './selected-rows.ts';

/** A page of a query's result. @throws {InvalidFilterError | DamagedVersionError} */
export async function readPage(
  parts: StoreParts,
  version: StoredVersion,
  query: RowQuery,
  offset: number,
  limit: number,
  work: PageWork,
): Promise<EncodedPage> {
  work.signal?.throwIfAborted();
  const selection = selectionOf(query, version.columns);
  const shape = pageShape(version.columns, query.fields);
  await parts.files.assertWhole(version);
  if (selection.identity === null) {
    const [from, to] = within(version.rows, offset, limit);
    const form = formOf(shape, version.rows, work);
    const json = to > from ? await readPlain(parts, version, from, to, form, work) : emptyPage(form);
    return { count: version.rows, rows: to - from, json };
  }
  await assertPatterns(parts, query, work);
  const read = () => readSelected(parts, version, selection, shape, offset, limit, work);
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DamagedCacheError)) throw error;
    parts.log('A view of a version was damaged and is being rebuilt.', error);
    await parts.views.discard(error.path);
    return await read();
  }
}

async function readSelected(
  parts: StoreParts,
  version: StoredVersion,
  selection: Selection,
  shape: RowShape,
  offset: number,
  limit: number,
  work: PageWork,
): Promise<EncodedPage> {
  const view = await selectedRows(parts, version, selection, offset, limit, work);
  if (view.kind === 'early') {
    const form = formOf(shape, view.count, work);
    const json = await readNumbered(parts, version, view.numbers, form, work);
    return { count: view.count, rows: view.numbers.length, json };
  }
  const [from, to] = within(view.view.count, offset, limit);
  const form = formOf(shape, view.view.count, work);
  const json = to > from ? await readView(parts, version, view.view, from, to, form, work) : emptyPage(form);
  return { count: view.view.count, rows: to - from, json };
}

function formOf(shape: RowShape, count: number | null, { frame }: PageWork): PageForm {
  return { shape, frame: frame?.(count) ?? noFrame };
}

function emptyPage({ frame: { before, after } }: PageForm): Buffer {
  return Buffer.from(before + after);
}

/** The shapes of whole rows by the columns of their versions: almost every page has one. */
const wholeRows = new WeakMap<readonly StoredColumn[], RowShape>();

/** The shape of rows with the requested columns in order. @throws {InvalidFilterError} for an unknown column */
export function pageShape(columns: readonly StoredColumn[], fields: RowQuery['fields']): RowShape {
  const known = fields === null ? wholeRows.get(columns) : undefined;
  if (known !== undefined) return known;
  const shape = shapeOf(columns, fields);
  if (fields === null) wholeRows.set(columns, shape);
  return shape;
}

function shapeOf(columns: readonly StoredColumn[], fields: RowQuery['fields']): RowShape {
  const names = fields ?? columns.map(({ name }) => name);
  const known = new Map(columns.map(({ name }, position) => [name, position]));
  const positions = names.map((name) => {
    const position = known.get(name);
    if (position === undefined) throw new InvalidFilterError('fields', explain('no-column', { column: name }));
    return position;
  });
  const geometries = columns.map(({ type }) => type === 'geometry');
  return shapeFrom(shapeText(names, positions, geometries));
}

function sent({ shape, frame }: PageForm): SentForm {
  return { shape: shape.text, ...frame };
}

/** Rows `from` to `to` (exclusive) in the order of the file, as JSON objects. */
async function readPlain(
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
async function readView(
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
    async () => pageWithoutFile(parts, version, await parts.readers.numbers(view, from, to), form, work),
  );
}

/** Rows by their numbers, in the order of the numbers. */
async function readNumbered(
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
    () => pageWithoutFile(parts, version, numbers, form, work),
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

/** Rows by their numbers, as {@link readNumbered}, while this machine has no row file. */
async function pageWithoutFile(
  parts: StoreParts,
  version: StoredVersion,
  numbers: Int32Array,
  { shape, frame }: PageForm,
  work: LongWork,
): Promise<Buffer> {
  return assemblePage(await rowsWithoutFile(parts, version, numbers, work), numbers.length, shape, frame);
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

/** Reads from the row file; from the stored file while there is none, or if the row file is damaged. */
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
