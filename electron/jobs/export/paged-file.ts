import { createHash } from 'node:crypto';
import type { Column } from '#shared/api/column.ts';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { ViewProgress } from '#shared/api/view-progress.ts';
import { isOfKind, reasonOf } from '#shared/english/explained-error.ts';
import { explain, inTurn } from '#shared/failures.ts';
import { type RowQuery, selectsOrSorts } from '#shared/row-query.ts';
import type { ExportRequest } from '#shared/rpc/jobs.ts';
import { afterTemporaryMs, repeatedContradiction, ServiceError } from '../../connector/errors.ts';
import { readViewProgress } from '../../connector/rows/dataset-rows.ts';
import { systemClock } from '../../lib/clock.ts';
import { Retries, type RetryLimits } from '../../lib/http/retry.ts';
import type { JobService } from '../job-deps.ts';
import type { JobWork } from '../queue/job-failure.ts';
import { openPageCheckpoint, type PageCheckpoint } from './page-checkpoint.ts';
import { defaultLimits, openPageStream, type PageEncoder, type PageStream, pageEncoder } from './page-stream.ts';
import type { TextFormat } from './row-encoder.ts';

/** A file with all rows of an export, written page by page. */
export interface PagedFile {
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  /** SHA-256 in hexadecimal. */
  readonly checksum: string;
  readonly dataset: Dataset;
  readonly columns: readonly Column[];
  readonly version: string | null;
}

export interface PagedFileParts {
  readonly service: JobService;
  readonly request: ExportRequest;
  readonly format: TextFormat;
  /** Folder that is retained when the run is stopped, so that a later one can resume. */
  readonly folder: string;
  readonly work: JobWork;
  readonly retryLimits?: RetryLimits | undefined;
}

interface Run {
  rows: number;
  readonly retries: Retries;
}

/** How often an export may restart because the dataset has a new version. */
const maxRestarts = 5;

/**
 * Writes the rows of a service to a file. It retries after temporary failures, keeping what was written; a newer
 * version restarts it, so that two are never mixed.
 */
export async function writePagedFile(parts: PagedFileParts): Promise<PagedFile> {
  const { work } = parts;
  const retries = new Retries(parts.retryLimits ?? defaultLimits, afterTemporaryMs);
  let restarts = 0;
  let before: unknown = null;
  for (;;) {
    const run: Run = { rows: 0, retries };
    try {
      return await writePages(parts, run);
    } catch (error) {
      work.signal.throwIfAborted();
      const repeated = repeatedContradiction(error, before);
      if (repeated !== null) throw repeated;
      before = error;
      if (error instanceof ServiceError && error.kind === 'dataset-changed' && error.retry && restarts < maxRestarts) {
        restarts += 1;
        const restarting = error.contradiction
          ? inTurn(error.reason, explain('export-restarts'))
          : explain('export-anew');
        work.notice(restarting);
        continue;
      }
      const delayMs = retries.delayAfter(error);
      if (delayMs === null) throw error;
      if (retries.failures === 1) work.notice(inTurn(reasonOf(error), explain('export-waits', { row: run.rows + 1 })));
      work.report({ phase: 'waiting-for-service', rows: run.rows, bytes: 0, fraction: null });
      await systemClock.sleep(delayMs, work.signal);
    }
  }
}

/** Identifies in one line which rows of which version are in a file. */
function identityOf(
  { service, request, format }: PagedFileParts,
  version: string | null,
  columns: readonly Column[],
): string {
  const { reference, query, selection, spreadsheet } = request;
  const what = [
    service.address,
    reference.namespace,
    reference.dataset,
    version,
    query,
    selection,
    format,
    spreadsheet && { formulas: false, ...spreadsheet },
  ];
  const names = columns.map(({ name, type }) => [name, type]);
  return createHash('sha256')
    .update(JSON.stringify([what, names]))
    .digest('hex');
}

/** A file being written, and how pages are encoded for it. */
interface OpenedFile {
  readonly checkpoint: PageCheckpoint;
  readonly encoder: PageEncoder;
}

async function writePages(parts: PagedFileParts, run: Run): Promise<PagedFile> {
  const { service, request, format, folder, work } = parts;
  let opened: OpenedFile | null = null;
  work.report({ phase: 'asking-service', rows: 0, bytes: 0, fraction: null });
  const endReports = reportPreparation(
    (signal) => readViewProgress(service.source, request.reference, request.query, signal),
    request.query,
    work,
  );
  try {
    const stream = await openPageStream(
      service.source,
      request,
      async (columns, version) => {
        const spreadsheet = format === 'csv' ? request.spreadsheet : undefined;
        const options = { format, columns: columns.map(({ name, type }) => ({ name, type })), spreadsheet };
        const encoder = pageEncoder(options);
        const checkpoint = await openPageCheckpoint(folder, identityOf(parts, version, columns), encoder.start);
        opened = { checkpoint, encoder };
        run.rows = checkpoint.reached.rows;
        return { encoder, reached: checkpoint.reached };
      },
      work.signal,
    );
    // The stream has opened the sink before the first page.
    const { checkpoint, encoder } = opened as unknown as OpenedFile;
    await copyPages(stream, { checkpoint, encoder }, work, run, endReports);
    const checksum = await checkpoint.finish(encoder.end);
    opened = null;
    const { dataset, columns, version } = stream;
    const { rows, bytes } = checkpoint.reached;
    const size = bytes + Buffer.byteLength(encoder.end);
    return { file: checkpoint.file, rows, bytes: size, checksum, dataset, columns, version };
  } catch (error) {
    await discardIfChanged(opened, error);
    throw error;
  } finally {
    endReports();
  }
}

/** Rows of a version that is no longer the newest are useless. */
async function discardIfChanged(opened: OpenedFile | null, error: unknown): Promise<void> {
  if (opened === null) return;
  if (isOfKind(error, 'dataset-changed')) await opened.checkpoint.clear();
  await opened.checkpoint.close();
}

async function copyPages(
  stream: PageStream,
  { checkpoint, encoder }: OpenedFile,
  work: JobWork,
  run: Run,
  endReports: () => void,
): Promise<void> {
  const between = Buffer.from(encoder.between, 'utf8');
  for await (const { content, size, next, count } of stream.pages) {
    endReports();
    const apart = size > 0 && checkpoint.reached.rows > 0 && between.length > 0;
    await checkpoint.append(apart ? Buffer.concat([between, content]) : content, size, next, count);
    work.signal.throwIfAborted();
    const { rows: done, bytes } = checkpoint.reached;
    run.rows = done;
    run.retries.progressed();
    const fraction = count === null ? null : count === 0 ? 1 : Math.min(1, done / count);
    work.report({ phase: 'reading', rows: done, bytes, fraction });
  }
}

const defaultPollMs = 1_000;

/**
 * Reports how far a service is in sorting or filtering all rows, which the first page of a query needs; nothing if the
 * service does not say so.
 * @param ask how far the service is
 * @returns ends the reports
 */
export function reportPreparation(
  ask: (signal: AbortSignal) => Promise<ViewProgress | null>,
  query: RowQuery,
  work: Pick<JobWork, 'signal' | 'report'>,
  pollMs: number = defaultPollMs,
): () => void {
  const ended = new AbortController();
  const signal = AbortSignal.any([work.signal, ended.signal]);
  const follow = async () => {
    for (;;) {
      await systemClock.sleep(pollMs, signal);
      const progress = await ask(signal);
      signal.throwIfAborted();
      if (progress === null) return;
      const { phase, fraction, found } = progress;
      if (phase !== null) work.report({ phase, rows: phase === 'filtering' ? found : 0, bytes: 0, fraction });
    }
  };
  // Whatever is wrong is reported by the page itself.
  if (selectsOrSorts(query)) follow().catch(() => {});
  return () => ended.abort();
}
