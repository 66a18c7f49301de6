import { explain } from '#shared/failures.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { BusyError } from '../../work/fair-turns.ts';
import type { Selection } from '../selection.ts';
import { cacheFolder, parquetFile, type StoreParts } from '../store-parts.ts';
import { InvalidFilterError } from '../views/invalid-filter.ts';
import { earlyRows, type ViewFile } from '../views/view-files.ts';
import { countSelected, type EndOfView } from '../views/view-index.ts';
import type { PageWork } from './encoded-page.ts';

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
        if (error instanceof BusyError) throw error;
        throw new InvalidFilterError(`${column}__${lookup}`, explain('no-pattern'));
      });
  }
}

/** The part of `count` rows from `offset` on. */
export function within(count: number, offset: number, limit: number): readonly [from: number, to: number] {
  const from = Math.min(count, Math.max(0, offset));
  return [from, Math.min(count, from + Math.max(0, limit))];
}

/** Which rows a page has: a part of a view, or their numbers. */
type Selected =
  | { readonly kind: 'view'; readonly view: ViewFile }
  | { readonly kind: 'early'; readonly numbers: Int32Array; readonly count: number | null };

/**
 * The view, or what is available sooner: sorting ten million texts takes seconds, their first thousand much less. The
 * view is built after the early page, so that it does not slow that down.
 */
export async function selectedRows(
  parts: StoreParts,
  version: StoredVersion,
  selection: Selection,
  offset: number,
  limit: number,
  { signal, countLater = false, ...work }: PageWork,
): Promise<Selected> {
  const file = parquetFile(parts, version);
  const folder = cacheFolder(parts, version);
  const range = [offset, offset + limit] as const;
  const isEarly = parts.views.readsEarly(version);
  const reading = { ...work, ...(signal && { signal }), countLater: countLater && isEarly };
  const build = async (): Promise<Selected> => {
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
): Promise<Selected | null> {
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
