import { createHash } from 'node:crypto';
import type { Column } from '#shared/api/column.ts';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { explain } from '#shared/failures.ts';
import type { ExportRequest, RowRange } from '#shared/rpc/jobs.ts';
import { ServiceError } from '../../connector/errors.ts';
import type { Batch, PageMaker } from '../../connector/rows/whole-rows.ts';
import type { BeginWhole, Source } from '../../connector/source.ts';
import type { RetryLimits } from '../../lib/http/retry.ts';
import type { Reached } from './page-checkpoint.ts';
import { type EncoderOptions, rowEncoder } from './row-encoder.ts';

/** Encodes pages of rows as the text of a file: the start, each page, separators between pages, and the end. */
export interface PageEncoder extends PageMaker<Buffer> {
  readonly start: string;
  readonly between: string;
  readonly end: string;
}

/** Encodes the pages of a query. */
export function pageEncoder(options: EncoderOptions): PageEncoder {
  const { start, row, between, end } = rowEncoder(options);
  return {
    start,
    between,
    end,
    ofRows: (rows) => Buffer.from(rows.map(row).join(between), 'utf8'),
    comparison: {
      digest: (page) => createHash('sha1').update(page).digest('base64'),
      isPeriodic(page) {
        const rows = Buffer.concat([page, Buffer.from(between)]);
        // A text is periodic if it occurs in its own doubling before the second half.
        return Buffer.concat([rows, rows]).indexOf(rows, 1) < rows.length;
      },
    },
  };
}

/** Where the rows go. */
export interface PageSink {
  readonly encoder: PageEncoder;
  /** The progress of an earlier run of the same export of the same version. */
  readonly reached: Reached;
}

type EncodedBatch = Omit<Batch<Buffer>, 'done'>;
type OpenSink = (columns: readonly Column[], version: string | null) => Promise<PageSink>;

export interface PageStream {
  readonly dataset: Dataset;
  readonly columns: readonly Column[];
  /** Slug of the version of all rows; null if the service does not report it. */
  readonly version: string | null;
  /** The encoded rows, page by page. */
  readonly pages: AsyncIterable<EncodedBatch>;
}

/** The columns that a query returns, in its order. */
export function requestedColumns(columns: readonly Column[], fields: readonly string[] | null): readonly Column[] {
  if (fields === null) return columns;
  return fields.flatMap((name) => columns.find((column) => column.name === name) ?? []);
}

/**
 * Opens the rows of an export.
 * @param openSink called with the columns and the version before any row is requested
 */
export async function openPageStream(
  source: Source,
  request: ExportRequest,
  openSink: OpenSink,
  signal: AbortSignal,
): Promise<PageStream> {
  const { namespace, dataset: slug } = request.reference;
  const name = { namespace, dataset: slug };
  if (request.selection !== null) return openSelection(source, request, request.selection, openSink, signal);
  const begin: BeginWhole<Buffer> = async ({ columns }, version) => {
    const { encoder, reached } = await openSink(requestedColumns(columns, request.query.fields), version);
    const { next, rows, count } = reached;
    return {
      maker: encoder,
      from: next === undefined ? 'beginning' : next === null ? 'end' : { next, done: rows, count },
    };
  };
  const { dataset, version, batches: pages } = await source.wholeRows(name, request.query, begin, signal);
  return { dataset, columns: requestedColumns(dataset.columns, request.query.fields), version, pages };
}

const selectionBlock = 1_000;

function changed(where: string): ServiceError {
  const reason = explain('newer-while-read');
  return new ServiceError('dataset-changed', reason, where, { retry: true });
}

/** A position in a selection: the index of the range, and the position of the row in the view. */
function placeOf(mark: string | null | undefined, ranges: readonly RowRange[]): { range: number; at: number } {
  const [range = 0, at = ranges[0]?.from ?? 0] = typeof mark === 'string' ? mark.split(':').map(Number) : [];
  return { range, at };
}

async function openSelection(
  source: Source,
  request: ExportRequest,
  ranges: readonly RowRange[],
  openSink: OpenSink,
  signal: AbortSignal,
): Promise<PageStream> {
  const { namespace, dataset: slug } = request.reference;
  const name = { namespace, dataset: slug };
  const { dataset } = await source.readDataset(name, signal);
  const columns = requestedColumns(dataset.columns, request.query.fields);
  const { version } = await source.rows(name).read(request.query, ranges[0]?.from ?? 0, 1, signal);
  const { encoder, reached } = await openSink(columns, version);
  const total = ranges.reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0);

  async function* pages(): AsyncGenerator<EncodedBatch, void, undefined> {
    if (reached.next === null) return;
    let { range, at } = placeOf(reached.next, ranges);
    for (; range < ranges.length; range += 1, at = ranges[range]?.from ?? 0) {
      const end = ranges[range]?.to ?? 0;
      while (at < end) {
        const limit = Math.min(selectionBlock, end - at);
        const block = await source.rows(name).read(request.query, at, limit, signal);
        if (block.version !== version) throw changed(dataset.data);
        at = block.rows.length < limit ? end : at + block.rows.length;
        const more = at < end || ranges.slice(range + 1).some(({ from, to }) => from < to);
        const next = more ? `${range}:${at}` : null;
        yield { content: encoder.ofRows(block.rows), size: block.rows.length, next, count: total };
      }
    }
  }
  return { dataset, columns, version, pages: pages() };
}

/** How often and how long a job repeats what failed temporarily. */
export const defaultLimits: RetryLimits = {
  attempts: 10,
  firstDelayMs: 1_000,
  maxDelayMs: 60_000,
  maxRetryAfterMs: 60_000,
};
