import { changedMeanwhile, countDiffers, malformed } from './problems.ts';
import { PageWatch } from './written-file.ts';

/** Maximum bytes of a page. */
export const maxPageBytes = 512 * 2 ** 20;

/** One of the pages of a table, each of which leads to the next one. */
export interface LinkedPage {
  readonly at: URL;
  readonly records: readonly unknown[];
  /** Null at the end. */
  readonly next: URL | null;
  /** The number of all records, as this page states it; null where it does not. */
  readonly count: number | null;
  readonly bytes: number;
}

interface Reading {
  /** Address of the whole table. */
  readonly address: URL;
  /** Names what a page should have been. */
  readonly protocol: string;
  /** Number of all records; null where it is unknown. */
  readonly total: number | null;
  /** A page after the first one; null if it is refused. */
  read(at: URL): Promise<LinkedPage | null>;
  /** Takes the records of a page. */
  add(records: readonly unknown[]): Promise<void>;
  /** What identifies a record; null for one without identity. */
  identityOf?(record: unknown): string | null;
  /** @param total null where unknown */
  report(bytes: number, total: number | null): void;
}

/**
 * Reads page after page, from the first one to that which leads no further.
 * @returns the number of records and of the bytes received
 * @throws {JobError} if a page or record comes twice, the count changes meanwhile, or it differs in the end
 */
export async function readLinkedPages(
  first: LinkedPage,
  { address, protocol, total, read, add, identityOf = () => null, report }: Reading,
): Promise<{ rows: number; bytes: number }> {
  const watch = new PageWatch();
  const requested = new Set([first.at.href]);
  let [page, rows, bytes] = [first, 0, 0];
  for (;;) {
    const { at, records, next, count } = page;
    watch.see(at, records, records.map(identityOf));
    await add(records);
    rows += records.length;
    bytes += page.bytes;
    report(bytes, total === null || rows === 0 ? null : Math.round((bytes / rows) * total));
    if (total !== null && count !== null && count !== total) throw changedMeanwhile(address);
    if (next === null) break;
    if (requested.has(next.href)) throw malformed(protocol, next);
    requested.add(next.href);
    const following = await read(next);
    if (following === null) throw malformed(protocol, next);
    page = following;
  }
  if (total !== null && total !== rows) throw countDiffers(address, total, rows);
  return { rows, bytes };
}
