import type { RowQuery } from '#shared/row-query.ts';
import type { ColumnOutline } from '#shared/rpc/calls/insight.ts';
import type { DataColumn } from '../../lib/data-column.ts';

/**
 * The columns of a version: a dataset's record only describes those of its newest one; labels are matched by name.
 * @param outlines of the version, if its service provides them
 */
export function columnsOfVersion(
  newest: readonly DataColumn[],
  outlines: readonly ColumnOutline[] | null,
): readonly DataColumn[] {
  if (outlines === null) return newest;
  const described = new Map(newest.map((column) => [column.name, column]));
  return outlines.map(({ column: name, type }) => ({
    description: '',
    label: name,
    ...described.get(name),
    name,
    type,
  }));
}

/** Whether a query excludes rows. */
export function narrows({ filters, search }: RowQuery): boolean {
  return filters.length > 0 || search !== '';
}
