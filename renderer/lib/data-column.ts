import type { Column } from '#shared/api/column.ts';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { type MomentKind, momentsIn } from '#shared/time/moment-kind.ts';
import { decodeMetadata } from '#shared/version-metadata.ts';

/** A column, with the version's metadata about its texts. */
export type DataColumn = Column & { readonly moment?: MomentKind };

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
