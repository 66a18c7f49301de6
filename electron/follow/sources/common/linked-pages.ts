import { changedMeanwhile, countDiffers, malformed } from './problems.ts';
import { type FetchedFile, PageWatch } from './written-file.ts';

export const maxPageBytes = 512 * 2 ** 20;

/** One of the pages of a table, each of which leads to the next one. */
export interface LinkedPage {
  readonly at: URL;
  readonly records: readonly unknown[];
  /** Address of the next page; null at the end. */
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
  /** Creates the file, which `fill` adds the records to. */
  write(fill: (file: FetchedFile<unknown>) => Promise<void>): Promise<FetchedFile<unknown>>;
  /** A record as it is written; by default as it was received. */
  written?(record: unknown): unknown;
  /** What identifies a record; null for one without identity. */
  identityOf?(record: unknown): string | null;
  /** Reports the bytes received. @param total null where unknown */
  report(bytes: number, total: number | null): void;
}

/**
 * Writes the records of page after page, from the first one to that which leads no further.
 * @returns the file, the number of its records and of the bytes received
 * @throws {JobError} if a page or record comes twice, the count changes meanwhile, or it differs in the end
 */
export async function writeLinkedPages(
  first: LinkedPage,
  { address, protocol, total, read, write, written = (record) => record, identityOf = () => null, report }: Reading,
): Promise<{ path: string; rows: number; bytes: number }> {
  const watch = new PageWatch();
  const requested = new Set([first.at.href]);
  let [page, bytes] = [first, 0];
  const { path, rows } = await write(async (file) => {
    for (;;) {
      const { at, records, next, count } = page;
      watch.see(at, records, records.map(identityOf));
      await file.add(records.map(written));
      bytes += page.bytes;
      report(bytes, total === null || file.rows === 0 ? null : Math.round((bytes / file.rows) * total));
      if (total !== null && count !== null && count !== total) throw changedMeanwhile(address);
      if (next === null) break;
      if (requested.has(next.href)) throw malformed(protocol, next);
      requested.add(next.href);
      const following = await read(next);
      if (following === null) throw malformed(protocol, next);
      page = following;
    }
  });
  if (total !== null && total !== rows) throw countDiffers(address, total, rows);
  return { path, rows, bytes };
}
