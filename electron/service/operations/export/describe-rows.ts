import type { Column } from '#shared/api/column.ts';
import type { RowQuery } from '#shared/row-query.ts';
import { licenceIn } from '#shared/version-metadata.ts';
import type { WorkbookSource } from '../../../lib/workbook-source.ts';
import type { Records } from '../../catalogue/database/catalogue.ts';
import { columnsOfDatasets, findVersion, provenanceOf } from '../../catalogue/records/versions.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { type ColumnLabels, withLabels } from '../../rows/codes/code-tables.ts';

/** The columns of exported rows, in order, with the labels and descriptions that they have in the dataset now. */
export async function exportedColumns(
  records: Records,
  datasetId: number,
  { columns }: StoredVersion,
  fields: RowQuery['fields'],
  labels: readonly ColumnLabels[] = [],
): Promise<Column[]> {
  const noted = (await columnsOfDatasets(records, [datasetId])).get(datasetId) ?? [];
  const own = (fields ?? columns.map(({ name }) => name)).flatMap((name) => {
    const column = columns.find((one) => one.name === name);
    const note = noted.find((one) => one.name === name);
    if (column === undefined) return [];
    return [{ type: column.type, description: note?.description ?? '', name, label: note?.label ?? name }];
  });
  return withLabels<Column>(own, labels, ({ name }) => ({ type: 'char', description: '', name, label: name }));
}

/** The description of a version's rows in a workbook. */
export async function workbookSourceOf(
  records: Records,
  dataset: { readonly id: number; readonly label: string },
  version: StoredVersion & { readonly slug: string },
  asked: Pick<WorkbookSource, 'headings' | 'address' | 'query'>,
): Promise<WorkbookSource> {
  const provenance = await provenanceOf(records, dataset.id);
  const metadata = (await findVersion(records, dataset.id, version.slug))?.metadata ?? '';
  return {
    ...asked,
    label: dataset.label,
    version: version.slug,
    checksum: version.checksum,
    licence: provenance?.licence || (licenceIn(metadata) ?? ''),
    source: provenance?.source ?? '',
    contact: provenance?.contact ?? '',
  };
}
