import { explain } from '#shared/failures.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { NumberFile } from '../../files/number-file.ts';
import { BusyError } from '../../work/fair-turns.ts';
import type { OpenVersion } from '../open-version.ts';
import type { Selection } from '../selection.ts';
import type { StoreParts } from '../store-parts.ts';
import { InvalidFilterError } from '../views/filter-to-sql.ts';
import { earlyRows, type FoundNumbers } from '../views/view-files.ts';
import { countSelected, type EndOfView } from '../views/view-index.ts';
import type { PageRange, PageWork } from './encoded-page.ts';
import type { RowChoice } from './page-request.ts';

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

/** The part of `count` rows that is in a range. */
export function within(count: number, { offset, limit }: PageRange): readonly [from: number, to: number] {
  const from = Math.min(count, Math.max(0, offset));
  return [from, Math.min(count, from + Math.max(0, limit))];
}

/** The rows of a page, and the number of all rows of the query; null if it follows. */
interface Selected {
  readonly rows: RowChoice;
  readonly count: number | null;
}

/**
 * A part of the view, or what is available sooner: sorting ten million texts takes seconds, their first thousand much
 * less. The view is built after the early page, so that it does not slow that down.
 */
export async function selectedRows(
  { views, engine }: StoreParts,
  open: OpenVersion,
  selection: Selection,
  range: PageRange,
  { signal, countLater = false, ...work }: PageWork,
): Promise<Selected> {
  const isEarly = views.readsEarly(open);
  const reading = { ...work, ...(signal && { signal }), countLater: countLater && isEarly };
  const build = async (): Promise<Selected> => {
    const found = await views.soonest(open, selection, range, reading);
    return 'path' in found ? inView(found, range) : early(found);
  };
  const known = views.known(open, selection);
  if (known) return inView(known, range);
  if (!isEarly || selection.order === null) return build();
  const reads = earlyPage({ views, engine }, open, selection, range, reading);
  // Only the count shows whether a filtered page is near the end: start the view meanwhile.
  const begun = selection.where !== null && range.offset + range.limit > earlyRows ? build() : null;
  begun?.catch(() => {});
  const page = await reads;
  if (page === null) return begun ?? build();
  const building = new AbortController();
  views.leave(open, building, views.get(open, selection, { ...work, signal: building.signal }));
  return early(page);
}

function inView(view: NumberFile, range: PageRange): Selected {
  const [from, to] = within(view.count, range);
  return { rows: { kind: 'view', view, from, to }, count: view.count };
}

function early({ numbers, count }: FoundNumbers): Selected {
  return { rows: { kind: 'numbers', numbers }, count };
}

/** A page near an end of an ordered view; null for one in the middle, which only the complete view has. */
async function earlyPage(
  { views, engine }: Pick<StoreParts, 'views' | 'engine'>,
  open: OpenVersion,
  selection: Selection,
  range: PageRange,
  { countLater = false, ...work }: PageWork,
): Promise<FoundNumbers | null> {
  const read = (end: EndOfView) => views.endNumbers(open, selection, end, work);
  const known = views.countKnown(open, selection);
  if (range.offset + range.limit <= earlyRows) {
    const counted = known ?? (countLater ? null : countSelected(engine, open, selection, work));
    const [first, count] = await Promise.all([read('first'), counted]);
    const isWhole = first.length < earlyRows;
    const numbers = first.slice(range.offset, range.offset + range.limit);
    return { numbers, count: count ?? (isWhole ? first.length : null) };
  }
  const count = known ?? (await countSelected(engine, open, selection, work));
  const [from, to] = within(count, range);
  if (count - from > earlyRows) return null;
  const last = await read('last');
  const before = count - last.length;
  return { numbers: last.slice(from - before, to - before), count };
}
