import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { ParametersOf } from '#shared/rpc/backend.ts';
import { type DatasetDetails, RowPage } from '#shared/rpc/records.ts';
import { blockSizeFor } from '../lib/block-size.ts';
import { keptRecord } from './kept-record.ts';

const storageKey = 'almanac-rows';
/** Letters of the longest page that is kept: some hundred rows with texts of usual length. */
const longest = 200_000;

const KeptPage = Type.Object({ asked: Type.String(), page: RowPage });

type Asked = ParametersOf<'readRows'>;

/** The version whose rows an answer to this has now. */
function versionOf({ query }: Asked, { dataset }: DatasetDetails): string | undefined {
  return query.version ?? dataset.versions.find(({ ready }) => ready)?.slug;
}

/** Row by row: a page of long texts is not written out whole to find that it is too long. */
function isShort(rows: RowPage['rows']): boolean {
  let letters = 0;
  return rows.every((row) => {
    letters += JSON.stringify(row).length;
    return letters <= longest;
  });
}

/** A page as text to keep; null where it is too long, or has integers that JSON would not keep exactly. */
export function pageText(asked: Asked, page: RowPage): string | null {
  try {
    if (!isShort(page.rows)) return null;
    const text = JSON.stringify({ asked: JSON.stringify(asked), page } satisfies Static<typeof KeptPage>);
    return text.length <= longest ? text : null;
  } catch {
    return null;
  }
}

/**
 * Reads what {@link pageText} wrote.
 * @returns null for another question, other rows than those of the version that the record knows, and any other text
 */
export function readPage(text: string | null, asked: Asked, record: DatasetDetails): RowPage | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (!Value.Check(KeptPage, value) || value.asked !== JSON.stringify(asked)) return null;
    return value.page.version !== null && value.page.version === versionOf(asked, record) ? value.page : null;
  } catch {
    return null;
  }
}

/**
 * The first rows of a query as they were when they were last looked at, if that was in the last dataset of this
 * computer's own service: rows of a version never change. They are of the version that the kept record of the dataset
 * knows; where the record, which is read anew, knows a newer one, its rows are read and take their place.
 */
export function keptPage(asked: Asked): RowPage | null {
  const record = keptRecord(asked.reference);
  return record === undefined ? null : readPage(localStorage.getItem(storageKey), asked, record);
}

/** Keeps first rows for the next start, if their dataset is the one whose record is kept, once there is time for it. */
export function keepPage(asked: Asked, page: RowPage): void {
  if (asked.offset !== 0) return;
  requestIdleCallback(() => {
    const record = keptRecord(asked.reference);
    if (record === undefined || asked.limit !== blockSizeFor(record.dataset.columns.length)) return;
    const text = pageText(asked, page);
    if (text === null) forgetPage();
    else if (text !== localStorage.getItem(storageKey)) localStorage.setItem(storageKey, text);
  });
}

/** Forgets the rows that are kept. */
export function forgetPage(): void {
  localStorage.removeItem(storageKey);
}
