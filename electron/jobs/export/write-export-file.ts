import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Column } from '#shared/api/column.ts';
import { storedType } from '#shared/api/column.ts';
import type { Provenance } from '#shared/api/records/provenance.ts';
import { explain } from '#shared/failures.ts';
import type { ExportRequest } from '#shared/rpc/jobs.ts';
import { licenceIn } from '#shared/version-metadata.ts';
import type { RetryLimits } from '../../lib/http/retry.ts';
import { describeWorkbook, queryText } from '../../lib/workbook-source.ts';
import type { Service } from '../../service/service.ts';
import {
  checksumOfFile,
  type ReadingOptions,
  type SourceFiles,
  type UnusualValues,
  workbookOfLines,
} from '../../service/user-files.ts';
import { explainNotFound } from '../explain-not-found.ts';
import type { JobService } from '../job-deps.ts';
import { JobError, type JobWork } from '../queue/job-failure.ts';
import { writePagedFile } from './paged-file.ts';
import type { TextFormat } from './row-encoder.ts';

export interface ExportedDataset {
  readonly label: string;
  readonly description: string;
  /** Absolute address of the dataset; null if nothing will answer there. */
  readonly address: string | null;
  /** Metadata from the version's record; may be empty. */
  readonly metadata: string;
}

/** A finished file in the job's folder. */
export interface FinishedFile {
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  readonly checksum: string;
  readonly columns: readonly Column[];
  readonly version: string | null;
  readonly dataset: ExportedDataset;
}

export interface ExportFileParts {
  readonly service: JobService;
  /** Whether the local service stops answering when the job has ended. */
  readonly endsWithJob: boolean;
  readonly files: () => Promise<SourceFiles>;
  readonly request: ExportRequest;
  /** Licence, source and contact of the dataset; null if unknown. */
  readonly provenance: Provenance | null;
  readonly folder: string;
  /** Retains the folder for a later run, from the first checkpoint on. */
  readonly workFolder: () => Promise<void>;
  readonly work: JobWork;
  readonly retryLimits?: RetryLimits | undefined;
}

/** Writes the file of an export in `folder`. */
export function writeExportFile(parts: ExportFileParts): Promise<FinishedFile> {
  const { local } = parts.service;
  // Selected rows come in pages, like those of every other service.
  return local !== null && parts.request.selection === null ? exportStored(parts, local) : exportPaged(parts);
}

async function exportStored(parts: ExportFileParts, local: Service): Promise<FinishedFile> {
  const { request, folder, work, service } = parts;
  const { reference, query, format, spreadsheet, headings } = request;
  const { namespace, dataset } = reference;
  const lasting = `${service.address}api/v1/namespaces/${namespace}/datasets/${dataset}/`;
  const address = parts.endsWithJob ? null : lasting;
  const file = path.join(folder, 'file');
  const target = { path: file, workFolder: parts.workFolder, onRestarted: () => work.notice(explain('export-anew')) };
  const long = { signal: work.signal, onProgress: work.report };
  const options = { ...(spreadsheet && { spreadsheet }), ...(headings && { headings }) };
  const order = { name: { namespace, dataset }, query, format, address, ...options };
  const made = await explainNotFound(local.exportVersion(order, target, long), ({ what }) => {
    if (what === 'dataset') return new JobError('not-found', explain('dataset-gone'), dataset);
    const message = query.version === null ? explain('no-data-yet') : explain('no-version', { version: query.version });
    return new JobError('not-found', message, dataset);
  });
  noticeUnusual(made.unusual, work);
  const { rows, bytes, checksum, columns, version, metadata } = made;
  return { file, rows, bytes, checksum, columns, version, dataset: { ...made.dataset, address, metadata } };
}

function noticeUnusual({ longTexts, longNumbers, textMoments, emptyRows }: UnusualValues, work: JobWork): void {
  if (longTexts > 0) work.notice(longTexts === 1 ? explain('long-text') : explain('long-texts', { count: longTexts }));
  if (longNumbers > 0) work.notice(explain('long-numbers', { count: longNumbers }));
  if (textMoments > 0) work.notice(explain('text-moments', { count: textMoments }));
  if (emptyRows > 0) work.notice(explain('empty-rows', { count: emptyRows }));
}

async function measured(file: string, rows: number, work: JobWork): Promise<{ bytes: number; checksum: string }> {
  const { size } = await stat(file);
  const checksum = await checksumOfFile(file, work.signal, (bytes) =>
    work.report({ phase: 'checking', rows, bytes, fraction: size === 0 ? 1 : bytes / size }),
  );
  return { bytes: size, checksum };
}

/** The intermediate format for a format that cannot be written page by page. */
function gatheredFormat(format: ExportRequest['format']): TextFormat {
  if (format === 'xlsx') return 'ndjson';
  return format === 'parquet' ? 'csv' : format;
}

async function exportPaged(parts: ExportFileParts): Promise<FinishedFile> {
  const { request, folder, work, service, retryLimits } = parts;
  const format = gatheredFormat(request.format);
  const paged = await writePagedFile({ service, request, format, folder, work, retryLimits });
  const { columns, version, rows, dataset } = paged;
  const record = dataset.versions.find(({ slug }) => slug === version);
  const metadata = record?.metadata ?? '';
  let made = { file: paged.file, bytes: paged.bytes, checksum: paged.checksum };
  const file = path.join(folder, 'file');
  if (request.format === 'xlsx') {
    const long = { signal: work.signal, onProgress: work.report };
    const { provenance } = parts;
    const from = {
      headings: request.headings ?? ('labels' as const),
      label: dataset.label,
      address: dataset.url,
      version: version ?? '',
      checksum: record?.checksum ?? '',
      licence: provenance?.licence || (licenceIn(metadata) ?? ''),
      source: provenance?.source ?? '',
      contact: provenance?.contact ?? '',
      query: queryText(request.query),
    };
    const sheets = describeWorkbook(columns, from, rows);
    noticeUnusual(await workbookOfLines(paged.file, sheets, file, rows, long), work);
    made = { file, ...(await measured(file, rows, work)) };
  } else if (request.format === 'parquet') {
    const long = { signal: work.signal, onProgress: work.report };
    await (await parts.files()).toParquet(ownCsv(paged.file, columns), file, long);
    made = { file, ...(await measured(file, rows, work)) };
  }
  const about = { label: dataset.label, description: dataset.description, address: dataset.url, metadata };
  return { ...made, rows, columns, version, dataset: about };
}

/** How to read a CSV file of ours, with the original type of every column. */
export function ownCsv(file: string, columns: readonly Column[]): ReadingOptions {
  return {
    path: file,
    format: 'csv',
    delimiter: ',',
    quote: '"',
    header: true,
    encoding: 'utf-8',
    missing: [],
    decimalComma: false,
    thousands: '',
    columns: columns.map(({ name, type }) => ({ source: name, type: storedType(type) })),
  };
}
