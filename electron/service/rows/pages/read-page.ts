import { existsSync } from 'node:fs';
import { explain } from '#shared/failures.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { DamagedCacheError } from '../../files/disk-cache.ts';
import type { RowFilePaths } from '../../files/parquet-file.ts';
import type { StoredColumn } from '../../files/stored-version.ts';
import type { ColumnLabels } from '../codes/code-tables.ts';
import type { OpenVersion } from '../open-version.ts';
import { type CodedRows, selectionOf } from '../selection.ts';
import type { StoreParts } from '../store-parts.ts';
import { InvalidFilterError } from '../views/filter-to-sql.ts';
import type { FoundPage, PageRange, PageWork } from './encoded-page.ts';
import { assemblePage, labelledShape, noFrame, type RowForm, type RowShape, rowShape } from './page-assembly.ts';
import { chosenCount, type PageRequest, type RowChoice } from './page-request.ts';
import { readParquetRange, readParquetRows } from './parquet-rows.ts';
import { assertPatterns, selectedRows, within } from './selected-rows.ts';

/** Finds the rows of a page of a query's result. @throws {InvalidFilterError | DamagedVersionError} */
export async function findPage(
  parts: StoreParts,
  open: OpenVersion,
  query: CodedRows,
  { labels = [], ...range }: PageRange & { readonly labels?: readonly ColumnLabels[] },
  work: PageWork,
): Promise<FoundPage> {
  work.signal?.throwIfAborted();
  const selection = selectionOf(query, open.columns);
  const shape = labelledShape(pageShape(open.columns, query.fields), labels);
  await parts.files.assertWhole(open.version);
  if (selection.identity === null) {
    const [from, to] = within(open.rows, range);
    const rows = { kind: 'range', from, to } as const;
    const read = (frame = noFrame) => readRows(parts, open, rows, { shape, frame }, work);
    return { count: open.rows, rows: to - from, read };
  }
  await assertPatterns(parts, query, work);
  const find = () => selectedRows(parts, open, selection, range, work);
  const found = await onDamage(parts, find, find);
  return {
    count: found.count,
    rows: chosenCount(found.rows),
    read(frame = noFrame) {
      const read = (rows: RowChoice) => readRows(parts, open, rows, { shape, frame }, work);
      return onDamage(
        parts,
        () => read(found.rows),
        async () => read((await find()).rows),
      );
    },
  };
}

/** Tries again once if a view is damaged, which is then rebuilt. */
async function onDamage<Result>(
  parts: StoreParts,
  first: () => Promise<Result>,
  again: () => Promise<Result>,
): Promise<Result> {
  try {
    return await first();
  } catch (error) {
    if (!(error instanceof DamagedCacheError)) throw error;
    parts.log('A view of a version was damaged and is being rebuilt.', error);
    await parts.views.discard(error.path);
    return await again();
  }
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
  return rowShape(names, positions, geometries);
}

/** Rows as JSON objects. */
async function readRows(
  parts: StoreParts,
  open: OpenVersion,
  rows: RowChoice,
  form: RowForm,
  work: LongWork,
): Promise<Buffer> {
  const { shape, frame } = form;
  if (chosenCount(rows) === 0) return Buffer.from(frame.before + frame.after);
  // Lists of codes are too long to be sent to a thread.
  if (shape.labels !== undefined) {
    const numbers = await numbersOf(parts, rows);
    return assemblePage(await readRawNumbered(parts, open, numbers, work), numbers.length, shape, frame);
  }
  return withRowFile(
    parts,
    open,
    (file) => ({ kind: 'page', file, rows, form }),
    async () => assemblePage(await rawRows(parts, open, rows, work), chosenCount(rows), shape, frame),
  );
}

/** Raw rows by their numbers, concatenated. */
export async function readRawNumbered(
  parts: StoreParts,
  open: OpenVersion,
  numbers: Int32Array,
  work: LongWork,
): Promise<Buffer> {
  return withRowFile(
    parts,
    open,
    (file) => ({ kind: 'raw', file, numbers }),
    () => rawRows(parts, open, { kind: 'numbers', numbers }, work),
  );
}

/** Scattered rows take a request each: more of them are read from a file that is fetched. */
const maxSharedRows = 200;

/** Raw rows, concatenated, while this machine has no row file. */
async function rawRows(parts: StoreParts, open: OpenVersion, rows: RowChoice, work: LongWork): Promise<Buffer> {
  const shared = isElsewhere(parts, open) ? parts.files.shared : null;
  if (rows.kind === 'range') {
    const { from, to } = rows;
    const found = await shared?.readRows(open.version, from, to);
    return found ?? (await readParquetRange(parts.engine, open, [from, to], work));
  }
  const numbers = await numbersOf(parts, rows);
  const found = numbers.length > maxSharedRows ? null : await shared?.readNumbered(open.version, numbers);
  return found ?? (await readParquetRows(parts.engine, open, numbers, work));
}

async function numbersOf({ readers }: StoreParts, rows: RowChoice): Promise<Int32Array> {
  if (rows.kind === 'numbers') return rows.numbers;
  if (rows.kind === 'view') return await readers.numbers(rows.view, rows.from, rows.to);
  return Int32Array.from({ length: rows.to - rows.from }, (_, at) => rows.from + at);
}

/** Whether another machine may have files of a version, and this one has not fetched the stored file. */
function isElsewhere({ files }: StoreParts, { path, columns }: OpenVersion): boolean {
  return files.shared !== null && columns.length > 0 && !existsSync(path);
}

/** Reads from the row file; from the stored file while there is none, or if the row file is damaged. */
async function withRowFile(
  parts: StoreParts,
  open: OpenVersion,
  request: (file: RowFilePaths) => PageRequest,
  otherwise: () => Promise<Buffer>,
): Promise<Buffer> {
  const { rowFiles } = parts;
  const file = await (isElsewhere(parts, open) ? rowFiles.find(open) : rowFiles.findToRead(open));
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
  await parts.readers.release(open.folder);
  await rowFiles.discard(open.folder);
  // The rebuilt file serves later pages.
  await rowFiles.find(open);
  return otherwise();
}
