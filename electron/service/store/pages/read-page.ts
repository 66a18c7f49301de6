import { explain } from '#shared/failures.ts';
import type { RowQuery } from '#shared/row-query.ts';
import { DamagedCacheError } from '../files/damaged-cache-error.ts';
import {
  type EncodedPage,
  InvalidFilterError,
  type LongWork,
  type StoredColumn,
  type StoredVersion,
} from '../row-store.ts';
import { type Selection, selectionOf } from '../selection.ts';
import { cacheFolder, parquetFile, type StoreParts } from '../store-parts.ts';
import type { ViewFile } from '../views/view-files.ts';
import { countSelected, readFirstNumbers } from '../views/view-index.ts';
import { type RowShape, shapeFrom, shapeText } from './page-assembly.ts';
import { readNumbered, readPlain, readView } from './read-rows.ts';

/** A page that ends before this row can come before its view stands. */
const earlyRows = 1000;

/** A version of fewer rows has its views as quickly as the first page of one. */
const smallVersion = 200_000;

/** A page of what a query selects. @throws {InvalidFilterError | DamagedVersionError} */
export async function readPage(
  parts: StoreParts,
  version: StoredVersion,
  query: RowQuery,
  offset: number,
  limit: number,
  work: LongWork,
): Promise<EncodedPage> {
  work.signal?.throwIfAborted();
  const selection = selectionOf(query, version.columns);
  const shape = pageShape(version.columns, query.fields);
  await parts.files.assertWhole(version);
  if (selection.identity === null) {
    const [from, to] = within(version.rows, offset, limit);
    const json = to > from ? await readPlain(parts, version, from, to, shape, work) : Buffer.alloc(0);
    return { count: version.rows, rows: to - from, json };
  }
  await assertPatterns(parts, query, work);
  const read = () => readSelected(parts, version, selection, shape, offset, limit, work);
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DamagedCacheError)) throw error;
    parts.log('A view of a version was damaged and is made again.', error);
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
  work: LongWork,
): Promise<EncodedPage> {
  const view = await viewOrEarly(parts, version, selection, offset, limit, work);
  if (view.kind === 'early') {
    const json = await readNumbered(parts, version, view.numbers, shape, work);
    return { count: view.count, rows: view.numbers.length, json };
  }
  const [from, to] = within(view.view.count, offset, limit);
  const json = to > from ? await readView(parts, version, view.view, from, to, shape, work) : Buffer.alloc(0);
  return { count: view.view.count, rows: to - from, json };
}

function within(count: number, offset: number, limit: number): readonly [from: number, to: number] {
  const from = Math.min(count, Math.max(0, offset));
  return [from, Math.min(count, from + Math.max(0, limit))];
}

/** The shape of rows with the asked columns, in the asked order. @throws {InvalidFilterError} for an unknown column */
export function pageShape(columns: readonly StoredColumn[], fields: RowQuery['fields']): RowShape {
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

/** Regular expressions are the engine's, so it is asked. @throws {InvalidFilterError} */
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
  | { readonly kind: 'early'; readonly numbers: Int32Array; readonly count: number };

/** The view, or what can be had sooner: sorting ten million texts takes seconds, their first thousand much less. */
async function viewOrEarly(
  parts: StoreParts,
  version: StoredVersion,
  selection: Selection,
  offset: number,
  limit: number,
  { signal, ...work }: LongWork,
): Promise<Early> {
  const file = parquetFile(parts, version);
  const folder = cacheFolder(parts, version);
  const known = parts.views.known(folder, selection.identity ?? '');
  if (known) return { kind: 'view', view: known };
  // The page's own signal must not end the work on the view once the page has come another way.
  const building = new AbortController();
  const done = new AbortController();
  const giveUp = () => {
    building.abort(signal?.reason);
    done.abort(signal?.reason);
  };
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const whole = parts.views
      .get(file, folder, selection, { ...work, signal: building.signal })
      .then((view): Early => ({ kind: 'view', view }));
    if (selection.order === null || offset + limit > earlyRows || version.rows < smallVersion) return await whole;
    const early = firstRows(parts, version, selection, offset, limit, { ...work, signal: done.signal });
    const came = await firstOf(whole, early);
    if (came.kind === 'early') parts.views.leave(building, whole);
    return came;
  } finally {
    signal?.removeEventListener('abort', giveUp);
    done.abort(new DOMException('The page came another way.', 'AbortError'));
  }
}

async function firstRows(
  parts: StoreParts,
  version: StoredVersion,
  selection: Selection,
  offset: number,
  limit: number,
  work: LongWork,
): Promise<Early> {
  const file = parquetFile(parts, version);
  const [numbers, count] = await Promise.all([
    readFirstNumbers(parts.engine, file, selection, offset, limit, work),
    selection.where === null ? version.rows : countSelected(parts.engine, file, selection, work),
  ]);
  return { kind: 'early', numbers, count };
}

/** Whichever comes first; when neither does, why the first of them did not. */
async function firstOf<Result>(one: Promise<Result>, other: Promise<Result>): Promise<Result> {
  try {
    return await Promise.any([one, other]);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  }
}
