import type { Column } from '#shared/api/column.ts';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { CodeList } from '#shared/codes/code-list.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { type MomentKind, momentsIn } from '#shared/time/moment-kind.ts';
import { decodeMetadata } from '#shared/version-metadata.ts';

/** The codes of a column, and the dataset that lists them. */
export interface ColumnCodes {
  readonly list: CodeList;
  readonly dataset: DatasetName;
  /** How they are shown unless that is chosen: as themselves beside a column of their labels. */
  readonly shown: 'label' | 'code';
}

/** A column, with the version's metadata about its texts, and its code list. */
export type DataColumn = Column & { readonly moment?: MomentKind; readonly codes?: ColumnCodes };

/** The kind of a column's values: dates or times, otherwise its type. */
export function valueKind({ type, moment }: DataColumn): string {
  return moment ?? type;
}

const described = new WeakMap<Dataset, Map<string | null, readonly DataColumn[]>>();

/**
 * The columns of a dataset's record, with the dates and times of a version; referentially stable for the same record.
 * @param version null for the newest ready one
 */
export function describedColumns(dataset: Dataset, version: string | null): readonly DataColumn[] {
  const known = described.get(dataset) ?? new Map<string | null, readonly DataColumn[]>();
  described.set(dataset, known);
  const columns = known.get(version) ?? withMoments(dataset, version);
  known.set(version, columns);
  return columns;
}

function withMoments({ columns, versions }: Dataset, slug: string | null): readonly DataColumn[] {
  const version = versions.find((one) => (slug === null ? one.ready : one.slug === slug));
  const moments = momentsIn(version === undefined ? null : decodeMetadata(version.metadata));
  if (moments.size === 0) return columns;
  return columns.map((column) => {
    const moment = column.type === 'char' || column.type === 'text' ? moments.get(column.name) : undefined;
    return moment === undefined ? column : { ...column, moment };
  });
}
