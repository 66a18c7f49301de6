import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Column } from '#shared/api/column.ts';
import { columnTypes } from '#shared/api/column.ts';
import { everyRow } from '#shared/row-query.ts';
import type { ExportRequest } from '#shared/rpc/jobs.ts';
import { say } from '#shared/sentences/say.ts';
import { findDataset } from '../../service/catalogue/datasets.ts';
import { findNamespace } from '../../service/catalogue/namespaces.ts';
import { columnsOfDatasets, findStoredVersion, findVersion } from '../../service/catalogue/versions.ts';
import type { ServiceDeps } from '../../service/deps.ts';
import { writeWorkbook } from '../../service/render/xlsx/write-workbook.ts';
import { checksumOf } from '../../service/rows/durable-file.ts';
import type { RowStore, Source } from '../../service/rows/row-store.ts';
import type { JobService } from '../job-deps.ts';
import { JobError } from '../queue/job-failure.ts';
import type { JobWork } from '../queue/job-work.ts';
import type { PageThread } from './page/page-thread.ts';
import { askedColumns } from './page-stream.ts';
import { writePagedFile } from './paged-file.ts';
import { isParted, writePartedFile } from './parted-file.ts';
import type { Patience } from './patience.ts';
import type { TextFormat } from './row-encoder.ts';

/** What the file is made of, for its description. */
export interface ExportedDataset {
  readonly label: string;
  readonly description: string;
  /** Absolute address of the dataset. */
  readonly address: string;
  /** Metadata of the version as its record has it; may be empty. */
  readonly metadata: string;
}

/** A finished file in the work's folder. */
export interface MadeFile {
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  readonly checksum: string;
  readonly columns: readonly Column[];
  readonly version: string | null;
  readonly dataset: ExportedDataset;
}

export interface MakeFileParts {
  readonly service: JobService;
  readonly rows: () => Promise<RowStore>;
  readonly thread: PageThread;
  readonly request: ExportRequest;
  readonly folder: string;
  /** Keeps the folder for a later run, from the first checkpoint on. */
  readonly keepFolder: () => Promise<void>;
  readonly work: JobWork;
  readonly patience?: Patience | undefined;
}

/** Whether the engine can write the file by itself, without going through pages. */
function isDirect(service: JobService, { selection }: ExportRequest): boolean {
  return service.deps !== null && selection === null;
}

/** Makes the file of an export in `folder`. */
export function makeFile(parts: MakeFileParts): Promise<MadeFile> {
  const { deps } = parts.service;
  return deps !== null && isDirect(parts.service, parts.request) ? exportStored(parts, deps) : exportPaged(parts);
}

async function findStored({ request }: MakeFileParts, { catalogue }: ServiceDeps) {
  const { records } = catalogue;
  const { reference, query } = request;
  const namespace = await findNamespace(records, reference.namespace);
  const dataset = namespace === null ? null : await findDataset(records, namespace.id, reference.dataset);
  if (dataset === null) throw new JobError('not-found', say('dataset-gone'), reference.dataset);
  const stored = await findStoredVersion(records, dataset.id, query.version);
  if (stored === null) {
    const what = query.version === null ? say('no-data-yet') : say('no-version', { version: query.version });
    throw new JobError('not-found', what, reference.dataset);
  }
  const described = (await columnsOfDatasets(records, [dataset.id])).get(dataset.id) ?? [];
  const columns = stored.columns.map(({ name, type }) => {
    const column = described.find((one) => one.name === name);
    return { name, type, label: column?.label ?? name, description: column?.description ?? '' };
  });
  const version = await findVersion(records, dataset.id, stored.slug);
  return { dataset, stored, columns, metadata: version?.metadata ?? '' };
}

async function exportStored(parts: MakeFileParts, deps: ServiceDeps): Promise<MadeFile> {
  const { request, folder, work, service } = parts;
  const { dataset, stored, columns, metadata } = await findStored(parts, deps);
  const asked = askedColumns(columns, request.query.fields);
  const long = { signal: work.signal, onProgress: work.report };
  const query = { ...request.query, version: null };
  const file = path.join(folder, 'file');
  const engineFormat = request.format === 'xlsx' ? 'ndjson' : request.format;
  const lines = request.format === 'xlsx' ? path.join(folder, 'lines') : file;
  const { spreadsheet } = request;
  const written = isParted(request)
    ? await writePartedFile({ rows: deps.rows, stored, request, file, keepFolder: parts.keepFolder, work })
    : await deps.rows.exportTo(stored, query, engineFormat, lines, long, { spreadsheet });
  const { namespace, dataset: slug } = request.reference;
  const address = `${service.address}api/v1/namespaces/${namespace}/datasets/${slug}/`;
  const about = { label: dataset.label, description: dataset.description, address, metadata };
  const made = { columns: asked, version: stored.slug, dataset: about, rows: written.rows };
  if (request.format !== 'xlsx') return { ...made, file, bytes: written.bytes, checksum: written.checksum };
  await makeWorkbook(lines, asked, file, written.rows, work);
  return { ...made, file, ...(await measured(file, written.rows, work)) };
}

async function makeWorkbook(lines: string, columns: readonly Column[], file: string, rows: number, work: JobWork) {
  const report = (done: number) =>
    work.report({ phase: 'writing the sheets', rows: done, bytes: 0, fraction: rows === 0 ? null : done / rows });
  report(0);
  // A run that was stopped may have left half of one.
  await Promise.all([rm(file, { force: true }), rm(`${file}.long`, { force: true })]);
  const { long } = await writeWorkbook(lines, columns, file, work.signal, { onRows: report });
  if (long === 0) return;
  work.notice(long === 1 ? say('long-text') : say('long-texts', { count: long }));
}

async function measured(file: string, rows: number, work: JobWork): Promise<{ bytes: number; checksum: string }> {
  const { size } = await stat(file);
  const checksum = await checksumOf(file, work.signal, (bytes) =>
    work.report({ phase: 'checking', rows, bytes, fraction: size === 0 ? 1 : bytes / size }),
  );
  return { bytes: size, checksum };
}

/** What rows are gathered as before they become a format that cannot be written page by page. */
function gatheredFormat(format: ExportRequest['format']): TextFormat {
  if (format === 'xlsx') return 'ndjson';
  return format === 'parquet' ? 'csv' : format;
}

async function exportPaged(parts: MakeFileParts): Promise<MadeFile> {
  const { request, folder, work, service, thread, patience } = parts;
  const format = gatheredFormat(request.format);
  const paged = await writePagedFile({ service, thread, request, format, folder, work, patience });
  const { columns, version, rows, dataset } = paged;
  let made = { file: paged.file, bytes: paged.bytes, checksum: paged.checksum };
  const file = path.join(folder, 'file');
  if (request.format === 'xlsx') {
    await makeWorkbook(paged.file, columns, file, rows, work);
    made = { file, ...(await measured(file, rows, work)) };
  } else if (request.format === 'parquet') {
    await makeParquet(await parts.rows(), paged.file, columns, file, work);
    made = { file, ...(await measured(file, rows, work)) };
  }
  const metadata = dataset.versions.find(({ slug }) => slug === version)?.metadata ?? '';
  const about = { label: dataset.label, description: dataset.description, address: dataset.url, metadata };
  return { ...made, rows, columns, version, dataset: about };
}

/** How a file of ours is read again, every column as what it is. */
export function ownCsv(file: string, columns: readonly Column[]): Source {
  const known: ReadonlySet<string> = new Set(columnTypes);
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
    columns: columns.map(({ name, type }) => ({
      source: name,
      type: known.has(type) ? (type as (typeof columnTypes)[number]) : 'text',
    })),
  };
}

async function makeParquet(rows: RowStore, from: string, columns: readonly Column[], target: string, work: JobWork) {
  const key = `job-${randomBytes(12).toString('hex')}`;
  const long = { signal: work.signal, onProgress: work.report };
  try {
    const stored = await rows.ingest(key, ownCsv(from, columns), {}, long);
    await rows.exportTo(stored, everyRow, 'parquet', target, long);
  } finally {
    await rows.remove(key);
  }
}
