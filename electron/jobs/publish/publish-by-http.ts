import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { PublishRequest, PublishResult } from '#shared/rpc/jobs.ts';
import { say } from '#shared/sentences/say.ts';
import { ServiceError } from '../../connector/errors.ts';
import { type Exact, member } from '../../connector/exact-json.ts';
import { type FileContent, formOf } from '../../connector/http/form.ts';
import type { Message } from '../../connector/http/write.ts';
import { storedNames } from '../../service/ingest/stored-names.ts';
import type { VersionOrigin } from '../../service/publish.ts';
import type { RowStore, StoredVersion } from '../../service/rows/row-store.ts';
import { IngestError } from '../../service/rows/row-store.ts';
import { isPassing, type Patience, usualPatience, wait, waitBefore } from '../export/patience.ts';
import type { JobService } from '../job-deps.ts';
import type { JobWork } from '../queue/job-work.ts';
import type { FileSource } from './file-source.ts';
import { type PreparedPlace, preparePlace, recordOf, removeEmpty, type Undo } from './place-by-http.ts';

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
  const { service, request } = parts;
  const made: Undo[] = [];
  try {
    const { place, reply } = await sendFile(parts, stored, made);
    const { dataset } = place;
    const slug = place.create === null ? member(reply, 'slug') : firstVersion(reply);
    const address = versionAddress(dataset, String(slug ?? ''));
    if (place.create !== null) made.push(() => removeEmpty(parts, dataset));
    made.push(async () => void (await service.source.send({ method: 'DELETE', address })));
    const version = { version: String(slug ?? ''), checksum: await untilReady(parts, address) };
    made.length = 0;
    await place.open();
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

function firstVersion(dataset: Exact): Exact | undefined {
  const versions = member(dataset, 'versions');
  return Array.isArray(versions) ? member(versions[0], 'slug') : undefined;
}

function versionAddress(dataset: string, slug: string): URL {
  return new URL(`${dataset}version/${encodeURIComponent(slug)}/`);
}

/** What is said with the file. */
function fieldsOf(parts: HttpPublishing, stored: StoredVersion): Record<string, string> {
  const { request, origin, attempt } = parts;
  const columns = describedColumns(parts, stored);
  return {
    ...(request.licence === undefined ? {} : { licence: request.licence }),
    ...(origin === undefined ? {} : { origin: JSON.stringify(origin) }),
    request: attempt,
    ...(columns.length > 0 ? { columns: JSON.stringify(columns) } : {}),
  };
}

/**
 * Sends the file; where rows are to follow those of a version that is just being made, as soon as that one is ready, and
 * where another process made the dataset at the same time, as a version of that.
 */
async function sendFile(parts: HttpPublishing, stored: StoredVersion, made: Undo[]) {
  const { service, rows, request, work } = parts;
  for (let attempt = 2; ; attempt += 1) {
    const place = await preparePlace(parts, made);
    const stream = Readable.from(counted(await rows.storedFile(stored), stored, work));
    const content = { stream, bytes: stored.bytes };
    const message =
      place.create === null
        ? versionMessage(parts, place, stored, content)
        : datasetMessage(parts, place, stored, content);
    try {
      return { place, reply: (await service.source.send(message, work.signal)).value };
    } catch (error) {
      stream.destroy();
      if (attempt > usualPatience.attempts || !(error instanceof ServiceError)) throw error;
      const crossed = place.create !== null && error.status === 400 && (await recordOf(parts, place.dataset)) !== null;
      if (crossed) continue;
      if (request.mode !== 'append' || error.status !== 409) throw error;
      work.report({ phase: 'waiting for another version', rows: 0, bytes: 0, fraction: null });
      await wait(waitBefore(attempt, error, usualPatience) ?? usualPatience.longest, work.signal);
    }
  }
}

/** Sends a version to a dataset that is there. */
function versionMessage(
  parts: HttpPublishing,
  { dataset }: PreparedPlace,
  stored: StoredVersion,
  content: FileContent,
): Message {
  const address = new URL(`${dataset}versions/`);
  const fields = { mode: parts.request.mode, ...fieldsOf(parts, stored) };
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value);
  return { method: 'POST', address, body: { type: parquetType, content } };
}

/** Makes a dataset together with its first version. */
function datasetMessage(
  parts: HttpPublishing,
  { create }: PreparedPlace,
  stored: StoredVersion,
  content: FileContent,
): Message {
  if (create === null) throw new Error('The dataset is there already.');
  const file = { field: 'file', name: `${parts.request.dataset.slug}.parquet`, type: parquetType, ...content };
  return {
    method: 'POST',
    address: create.address,
    body: formOf({ ...create.fields, ...fieldsOf(parts, stored) }, file),
  };
}

/**
 * What is said of columns beside the file. In Parquet names differ in more than their case: a column that is called
 * otherwise in the file gets its own name back.
 */
function describedColumns({ file, origin }: HttpPublishing, stored: StoredVersion) {
  const asText = new Set(origin === undefined ? [] : textColumns(file.source));
  const notes = new Map(file.notes.map(({ name, ...note }) => [name, note]));
  const sources = storedNames(stored.columns.map(({ name }) => name));
  return stored.columns.flatMap(({ name }, position) => {
    const source = sources[position] ?? name;
    const note = notes.get(name);
    if (source === name && note === undefined && !asText.has(name)) return [];
    return [
      {
        source,
        ...(source === name ? {} : { name }),
        ...note,
        ...(asText.has(name) ? { type: 'text' as const } : {}),
      },
    ];
  });
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

const parquetType = 'application/vnd.apache.parquet';

const firstPause = 50;
const longestPause = 2_000;

/** Asks for a version until it is ready, or gone. @returns its checksum */
async function untilReady(parts: HttpPublishing, version: URL): Promise<string> {
  const { service, work, patience = usualPatience } = parts;
  let failures = 1;
  for (let pause = firstPause; ; pause = Math.min(longestPause, pause * 1.5)) {
    try {
      const record = await service.source.readRecord(version, work.signal);
      if (member(record, 'ready') === true) return String(member(record, 'checksum') ?? '');
      failures = 1;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'not-found') throw await whyGone(parts, version);
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
