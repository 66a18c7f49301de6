import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { RowQuery } from '#shared/row-query.ts';
import { DatasetDetails, DatasetReference, RowPage } from '#shared/rpc/records.ts';

/** Characters of the longest text that is stored: some hundred rows and columns of usual length. */
const maxCharacters = 300_000;

/** The dataset that was last looked at, with the first rows of one query. */
const FirstRows = Type.Object({
  reference: DatasetReference,
  details: DatasetDetails,
  query: Type.String(),
  limit: Type.Integer(),
  page: RowPage,
});
export type FirstRows = Static<typeof FirstRows>;

/** The version whose rows the query has, as far as the record knows. */
export function versionOf(query: RowQuery, { dataset }: DatasetDetails): string | undefined {
  return query.version ?? dataset.versions.find(({ ready }) => ready)?.slug;
}

/** First rows as text; null where that is too long, or has integers that JSON would not keep exactly. */
export function formatFirstRows(rows: FirstRows): string | null {
  let characters = 0;
  try {
    // Row by row: a page of long texts is not written out whole to find that it is too long.
    for (const row of rows.page.rows) {
      characters += JSON.stringify(row).length;
      if (characters > maxCharacters) return null;
    }
    const text = JSON.stringify(rows);
    return text.length > maxCharacters ? null : text;
  } catch {
    return null;
  }
}

/** @returns null for any text that {@link formatFirstRows} did not write, and for rows of another version than the record's */
export function parseFirstRows(text: string | null): FirstRows | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (!Value.Check(FirstRows, value)) return null;
    const version = versionOf(JSON.parse(value.query) as RowQuery, value.details);
    return value.page.version !== null && value.page.version === version ? value : null;
  } catch {
    return null;
  }
}
