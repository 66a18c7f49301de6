import { explain } from '#shared/failures.ts';
import type { RowQuery } from '#shared/row-query.ts';
import { DamagedCacheError } from '../files/damaged-cache-error.ts';
import {
  type EncodedPage,
  InvalidFilterError,
  type LongWork,
  type PageWork,
  type StoredColumn,
  type StoredVersion,
} from '../row-store.ts';
import { type Selection, selectionOf } from '../selection.ts';
import { cacheFolder, parquetFile, type StoreParts } from '../store-parts.ts';
import { earlyRows, type ViewFile } from '../views/view-files.ts';
import { countSelected, type EndOfView } from '../views/view-index.ts';
import { noFrame, type PageForm, type RowShape, shapeFrom, shapeText } from './page-assembly.ts';
import { readNumbered, readPlain, readView } from './read-rows.ts';

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
  const view = await viewOrEarly(parts, version, selection, offset, limit, work);
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

function within(count: number, offset: number, limit: number): readonly [from: number, to: number] {
  const from = Math.min(count, Math.max(0, offset));
  return [from, Math.min(count, from + Math.max(0, limit))];
}

/** The shapes of whole rows by the columns of their versions: almost every page has one. */
const wholeRows = new WeakMap<readonly StoredColumn[], RowShape>();

/**
 * The shape of rows with the requested columns, in the requested order. @throws {InvalidFilterError} for an unknown
 * column
 */
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

/** The engine validates its own regular expressions. @throws {InvalidFilterError} */
export async function assertPatterns(
  { engine }: StoreParts,
  { filters }: RowQuery,
  { caller }: LongWork,
): Promise<void> {
  for (const { column, lookup, value } of filters) {
    if (lookup !== 'regex' && lookup !== 'iregex') continue;
    await engine
      .short({ caller }, (session) => session.row("SELECT regexp_matches('', $1)", [value]))
      .catch((error: Error) => {
        if (error.name === 'BusyError') throw error;
        throw new InvalidFilterError(`${column}__${lookup}`, explain('no-pattern'));
      });
  }
}

type Early =
  | { readonly kind: 'view'; readonly view: ViewFile }
  | { readonly kind: 'early'; readonly numbers: Int32Array; readonly count: number | null };

/**
 * The view, or what is available sooner: sorting ten million texts takes seconds, their first thousand much less. The
 * view is built after the early page, so that it does not slow that down.
 */
async function viewOrEarly(
  parts: StoreParts,
  version: StoredVersion,
  selection: Selection,
  offset: number,
  limit: number,
  { signal, countLater = false, ...work }: PageWork,
): Promise<Early> {
  const file = parquetFile(parts, version);
  const folder = cacheFolder(parts, version);
  const range = [offset, offset + limit] as const;
  const isEarly = parts.views.readsEarly(version);
  const reading = { ...work, ...(signal && { signal }), countLater: countLater && isEarly };
  const build = async (): Promise<Early> => {
    const found = await parts.views.soonest(file, folder, selection, range, reading);
    return 'path' in found ? { kind: 'view', view: found } : { kind: 'early', ...found };
  };
  const known = parts.views.known(folder, selection.identity ?? '');
  if (known) return { kind: 'view', view: known };
  const elsewhere = await parts.views.elsewhere(file, folder, selection, range, reading);
  if (elsewhere) return { kind: 'early', ...elsewhere };
  if (!isEarly || selection.order === null) return build();
  const early = earlyPage(parts, version, selection, offset, limit, reading);
  // Only the count shows whether a filtered page is near the end: start the view meanwhile.
  const begun = selection.where !== null && offset + limit > earlyRows ? build() : null;
  begun?.catch(() => {});
  const page = await early;
  if (page === null) return begun ?? build();
  const building = new AbortController();
  parts.views.leave(file, building, parts.views.get(file, folder, selection, { ...work, signal: building.signal }));
  return page;
}

/** A page near an end of an ordered view; null for one in the middle, which only the complete view has. */
async function earlyPage(
  parts: StoreParts,
  version: StoredVersion,
  selection: Selection,
  offset: number,
  limit: number,
  { countLater = false, ...work }: PageWork,
): Promise<Early | null> {
  const file = parquetFile(parts, version);
  const folder = cacheFolder(parts, version);
  const read = (end: EndOfView) => parts.views.endNumbers(file, folder, selection, end, work);
  const known = parts.views.countKnown(version, folder, selection);
  if (offset + limit <= earlyRows) {
    const counted = known ?? (countLater ? null : countSelected(parts.engine, file, selection, work));
    const [first, count] = await Promise.all([read('first'), counted]);
    const isWhole = first.length < earlyRows;
    const numbers = first.slice(offset, offset + limit);
    return { kind: 'early', numbers, count: count ?? (isWhole ? first.length : null) };
  }
  const count = known ?? (await countSelected(parts.engine, file, selection, work));
  const [from, to] = within(count, offset, limit);
  if (count - from > earlyRows) return null;
  const last = await read('last');
  const before = count - last.length;
  return { kind: 'early', numbers: last.slice(from - before, to - before), count };
}
