import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { RowQuery } from '#shared/row-query.ts';
import { DatasetDetails, DatasetReference, RowPage } from '#shared/rpc/records.ts';

/** Maximum number of stored characters: a few hundred rows and columns of usual length. */
const maxCharacters = 300_000;

/** The last active dataset, with the first rows of one query. */
const FirstRows = Type.Object({
  reference: DatasetReference,
  details: DatasetDetails,
  query: Type.String(),
  limit: Type.Integer(),
  page: RowPage,
});
export type FirstRows = Static<typeof FirstRows>;

/** The version that the query reads, according to the record. */
export function versionOf(query: RowQuery, { dataset }: DatasetDetails): string | undefined {
  return query.version ?? dataset.versions.find(({ ready }) => ready)?.slug;
}

/** Serialises the first rows; null if they are too long or contain integers that JSON would not keep exactly. */
export function formatFirstRows(rows: FirstRows): string | null {
  let characters = 0;
  try {
    // Row by row, so that a page of long texts is not serialised whole only to be rejected.
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

/**
 * @returns null for any text not written by {@link formatFirstRows}, and for rows of a version other than the record's
 */
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
