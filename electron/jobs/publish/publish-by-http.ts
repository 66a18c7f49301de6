import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { PublishRequest, PublishResult } from '#shared/rpc/jobs.ts';
import { say } from '#shared/sentences/say.ts';
import { ServiceError } from '../../connector/errors.ts';
import { member } from '../../connector/exact-json.ts';
import type { VersionOrigin } from '../../service/publish.ts';
import type { RowStore, StoredVersion } from '../../service/rows/row-store.ts';
import { IngestError } from '../../service/rows/row-store.ts';
import { isPassing, type Patience, usualPatience, wait, waitBefore } from '../export/patience.ts';
import type { JobService } from '../job-deps.ts';
import type { JobWork } from '../queue/job-work.ts';
import type { FileSource } from './file-source.ts';
import { preparePlace } from './place-by-http.ts';

export interface HttpPublishing {
  readonly service: JobService;
  /** Where the file is made ready before it is sent. */
  readonly rows: RowStore;
  readonly request: PublishRequest;
  readonly file: Pick<FileSource, 'source' | 'notes'>;
  /** Where a copy was made from. */
  readonly origin?: VersionOrigin;
  /** Names the attempt: repeating it after a lost answer does not publish the file twice. */
  readonly attempt: string;
  readonly work: JobWork;
  /** How long the service is waited for; the usual where it is left out. */
  readonly patience?: Patience | undefined;
}

/**
 * Publishes to a service over HTTP. The file is read, typed and checked on this computer, by the same rules as for the
 * local service and with its errors told before anything is sent; what is sent is the checked Parquet file.
 */
export async function publishByHttp(parts: HttpPublishing): Promise<PublishResult> {
  const { rows, request, file, work } = parts;
  const key = `job-${randomBytes(12).toString('hex')}`;
  const rejects = request.rejects === null ? {} : { rejects: path.resolve(request.rejects) };
  try {
    const stored = await rows.ingest(key, file.source, rejects, { signal: work.signal, onProgress: work.report });
    return await send(parts, stored);
  } finally {
    await rows.remove(key);
  }
}

async function send(parts: HttpPublishing, stored: StoredVersion): Promise<PublishResult> {
  const { request, file, origin, attempt } = parts;
  const made: (() => Promise<void>)[] = [];
  try {
    const { dataset, open } = await preparePlace(parts, made);
    const address = new URL(`${dataset}versions/`);
    address.searchParams.set('mode', request.mode);
    if (request.licence !== undefined) address.searchParams.set('licence', request.licence);
    if (origin !== undefined) address.searchParams.set('origin', JSON.stringify(origin));
    address.searchParams.set('request', attempt);
    const asText = new Set(origin === undefined ? [] : textColumns(file.source));
    const columns = file.notes.map(({ name, ...note }) => ({
      source: name,
      ...note,
      ...(asText.has(name) ? { type: 'text' as const } : {}),
    }));
    if (columns.length > 0) address.searchParams.set('columns', JSON.stringify(columns));
    const reply = await sendFile(parts, stored, address);
    const version = await untilReady(parts, dataset, String(member(reply.value, 'slug') ?? ''));
    made.length = 0;
    await open();
    return {
      kind: 'publish',
      reference: { connection: request.connection, namespace: request.namespace.slug, dataset: request.dataset.slug },
      address: dataset,
      ...version,
      rows: stored.rows,
      conversions: [...stored.conversions],
      rejected: stored.rejected,
      rejects: stored.rejected > 0 ? request.rejects : null,
    };
  } catch (error) {
    for (const undo of made.reverse()) await undo().catch(() => undefined);
    throw error;
  }
}

/** Sends the file; where rows are to follow those of a version that is just being made, as soon as that one is ready. */
async function sendFile(parts: HttpPublishing, stored: StoredVersion, address: URL) {
  const { service, rows, request, work } = parts;
  for (let attempt = 2; ; attempt += 1) {
    const stream = Readable.from(counted(await rows.storedFile(stored), stored, work));
    const body = { type: 'application/vnd.apache.parquet', content: { stream, bytes: stored.bytes } };
    try {
      return await service.source.send({ method: 'POST', address, body }, work.signal);
    } catch (error) {
      const waits = request.mode === 'append' && error instanceof ServiceError && error.status === 409;
      if (!waits || attempt > usualPatience.attempts) throw error;
      work.report({ phase: 'waiting for another version', rows: 0, bytes: 0, fraction: null });
      await wait(waitBefore(attempt, error, usualPatience) ?? usualPatience.longest, work.signal);
    }
  }
}

/** Columns that are text whatever their values: a copy says so, or the short ones would become `char`. */
function textColumns({ columns = [] }: FileSource['source']): readonly string[] {
  return columns.filter(({ type }) => type === 'text').map(({ name, source }) => name ?? source);
}

async function* counted(stream: NodeJS.ReadableStream, { rows, bytes }: StoredVersion, work: JobWork) {
  let sent = 0;
  for await (const piece of stream) {
    sent += piece.length;
    work.report({ phase: 'sending', rows, bytes: sent, fraction: bytes === 0 ? 1 : sent / bytes });
    yield piece;
  }
}

const firstPause = 50;
const longestPause = 2_000;

/** Asks for the version until it is ready, or gone. */
async function untilReady(
  parts: HttpPublishing,
  dataset: string,
  slug: string,
): Promise<{ version: string; checksum: string }> {
  const { service, work, patience = usualPatience } = parts;
  const address = new URL(`${dataset}version/${encodeURIComponent(slug)}/`);
  let failures = 1;
  for (let pause = firstPause; ; pause = Math.min(longestPause, pause * 1.5)) {
    try {
      const record = await service.source.readRecord(address, work.signal);
      if (member(record, 'ready') === true)
        return { version: slug, checksum: String(member(record, 'checksum') ?? '') };
      failures = 1;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'not-found') throw await whyGone(parts, address);
      failures += 1;
      const waitMs = isPassing(error) ? waitBefore(failures, error, patience) : null;
      if (waitMs === null) throw error;
      await wait(waitMs, work.signal);
    }
    work.report({ phase: 'waiting for the service to take it in', rows: 0, bytes: 0, fraction: null });
    await wait(pause, work.signal);
  }
}

async function whyGone({ service }: HttpPublishing, version: URL): Promise<Error> {
  const report = await service.source.readRecord(new URL('report/', version)).catch(() => null);
  const message = member(report, 'message');
  return new IngestError(typeof message === 'string' && message !== '' ? message : say('file-not-taken'));
}
