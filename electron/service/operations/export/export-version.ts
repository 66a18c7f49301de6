import type { Column } from '#shared/api/column.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { given } from '#shared/given.ts';
import type { ExportRequest } from '#shared/rpc/jobs.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { queryText } from '../../../lib/workbook-source.ts';
import { columnsOfDatasets, findVersion } from '../../catalogue/records/versions.ts';
import type { ServiceDeps } from '../../deps.ts';
import { noUnusualValues, type UnusualValues } from '../../rows/export/xlsx/write-workbook.ts';
import { resolveRows } from '../codes/resolve-codes.ts';
import { requireDataset, requireVersion } from '../find-dataset.ts';
import { exportedColumns, workbookSourceOf } from './describe-rows.ts';
import { isParted, writePartedFile } from './parted-file.ts';
import { measureFile, writeRows } from './write-rows.ts';

type ExportDeps = Pick<ServiceDeps, 'catalogue' | 'rows'>;

/** Rows of a version to export to a file. */
export interface VersionExport {
  readonly name: DatasetName;
  /** Its `version` is a slug, or null for the newest. */
  readonly query: ExportRequest['query'];
  readonly format: ExportRequest['format'];
  readonly spreadsheet?: ExportRequest['spreadsheet'];
  readonly headings?: ExportRequest['headings'];
  /** Absolute address of the dataset; null if nothing will answer there. */
  readonly address?: string | null;
}

/** The file to create. A later run with the same path resumes an interrupted one, if the format allows. */
export interface ExportFile {
  readonly path: string;
  /** Retains the file's folder for a later run, from the first checkpoint on. */
  readonly workFolder: () => Promise<void>;
  /** Called if an interrupted run cannot be resumed, so that the export starts over. */
  readonly onRestarted: () => void;
}

export interface ExportedVersion {
  readonly version: string;
  readonly rows: number;
  readonly bytes: number;
  /** SHA-256 of the file in hexadecimal. */
  readonly checksum: string;
  /** Columns of the file, in order. */
  readonly columns: readonly Column[];
  readonly dataset: { readonly label: string; readonly description: string };
  /** Metadata of the version as its record has it; may be empty. */
  readonly metadata: string;
  /** Values that a workbook's cells cannot hold as they are. */
  readonly unusual: UnusualValues;
}

/** Names of the columns of a dataset's newest version. @throws {NotFoundError} */
export async function columnNamesOf({ catalogue }: ExportDeps, name: DatasetName): Promise<string[]> {
  const { id } = await requireDataset(catalogue.records, name);
  const columns = (await columnsOfDatasets(catalogue.records, [id])).get(id) ?? [];
  return columns.map((column) => column.name);
}

/** Writes the rows of a query to a file. @throws {NotFoundError | InvalidFilterError | DamagedVersionError} */
export async function exportVersion(
  { catalogue, rows }: ExportDeps,
  { name, query: asked, format, spreadsheet, headings = 'labels', address }: VersionExport,
  { path, workFolder, onRestarted }: ExportFile,
  work: LongWork,
): Promise<ExportedVersion> {
  const { records } = catalogue;
  const dataset = await requireDataset(records, name);
  const stored = await requireVersion(records, dataset, asked.version);
  const scope = { datasetId: dataset.id, reader: { kind: 'owner' }, labels: false } as const;
  const { query } = await resolveRows({ catalogue, rows }, scope, asked, work);
  const columns = await exportedColumns(records, dataset.id, stored, query.fields);
  const metadata = (await findVersion(records, dataset.id, stored.slug))?.metadata ?? '';
  const request = { format, query, selection: null, ...given({ spreadsheet }) };
  const about = {
    version: stored.slug,
    columns,
    dataset: { label: dataset.label, description: dataset.description },
    metadata,
  };
  if (isParted(request)) {
    const written = await writePartedFile({ rows, stored, request, file: path, workFolder, onRestarted, work });
    return { ...about, ...written, unusual: noUnusualValues };
  }
  const source = await workbookSourceOf(records, dataset, stored, {
    headings,
    address: address ?? `${name.namespace}/${name.dataset}`,
    query: queryText(asked),
  });
  const order = { version: stored, query, groups: null, columns, format, spreadsheet, source };
  const written = await writeRows(rows, order, path, work);
  const content = written.content ?? (await measureFile(path, written.rows, work));
  return { ...about, ...content, rows: written.rows, unusual: written.unusual };
}
