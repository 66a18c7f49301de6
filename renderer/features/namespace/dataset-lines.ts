import type { Dataset } from '#shared/api/records/dataset.ts';
import { findable, isFound, wordsOf } from '../../lib/find-words.ts';
import { readVersionMetadata } from '../../lib/versions/version-metadata.ts';

/** The columns of the table. */
export const lineFields = ['name', 'rows', 'columns', 'versions', 'size', 'updated'] as const;
export type LineField = (typeof lineFields)[number];

/** A dataset of a namespace as shown in its table; unknown values are null. */
export interface DatasetLine {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly rows: number | null;
  readonly columns: number;
  readonly versions: number;
  /** In bytes. */
  readonly size: number | null;
  /** When the newest version was published, as ISO 8601. */
  readonly updated: string | null;
  /** Whether only those who may write see it. */
  readonly hidden: boolean;
}

/** The lines of a namespace's datasets. */
export function datasetLines(datasets: readonly Dataset[]): DatasetLine[] {
  return datasets.map(({ slug, label, description, columns, versions, hidden = false }) => {
    const ready = versions.filter((version) => version.ready);
    const [newest] = ready;
    const { rows, bytes } = readVersionMetadata(newest?.metadata ?? '');
    return {
      slug,
      name: label || slug,
      description,
      rows,
      columns: columns.length,
      versions: ready.length,
      size: bytes,
      updated: newest?.datetime ?? null,
      hidden,
    };
  });
}

/** The sort order of a table. */
export interface LineOrder {
  readonly field: LineField;
  readonly descending: boolean;
}

/** The lines with the words of a search in their name or description, sorted; unknown values come last either way. */
export function sortedLines(
  lines: readonly DatasetLine[],
  search: string,
  { field, descending }: LineOrder,
  locale: string,
): DatasetLine[] {
  const words = wordsOf(search);
  const texts = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const found = lines.filter(({ slug, name, description }) => isFound(words, findable(slug, name, description)));
  const direction = descending ? -1 : 1;
  return found.sort((one, other) => {
    const [a, b] = [one[field], other[field]];
    if (a === null || b === null) return a === b ? texts.compare(one.name, other.name) : a === null ? 1 : -1;
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : texts.compare(String(a), String(b));
    return order === 0 ? texts.compare(one.name, other.name) : order * direction;
  });
}
