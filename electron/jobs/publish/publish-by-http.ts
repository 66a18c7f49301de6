import path from 'node:path';
import { Readable } from 'node:stream';
import { storedType } from '#shared/api/column.ts';
import { isOfKind } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import { replacementOf } from '#shared/replacement.ts';
import type { PublishRequest, PublishResult, Replacement } from '#shared/rpc/jobs.ts';
import type { VersionOrigin } from '#shared/version-metadata.ts';
import { afterTemporaryMs, retryAfterMs, ServiceError } from '../../connector/errors.ts';
import { type FileToSend, formDataOf } from '../../connector/http/form.ts';
import { jsonBody } from '../../connector/http/json-body.ts';
import type { Message } from '../../connector/http/write.ts';
import { systemClock } from '../../lib/clock.ts';
import { type Exact, member } from '../../lib/exact-json.ts';
import { Retries, type RetryLimits } from '../../lib/http/retry.ts';
import { type FilePublishing, LossError } from '../../service/service.ts';
import { type CheckedFile, IngestError, type ReadingOptions, type SourceFiles } from '../../service/user-files.ts';
import { defaultLimits } from '../export/page-stream.ts';
import type { JobService } from '../job-deps.ts';
import type { JobWork } from '../queue/job-failure.ts';
import {
  type PreparedDestination,
  prepareDestination,
  readRecordOf,
  removeEmpty,
  type Undo,
} from './prepare-destination.ts';

export interface HttpPublishing {
  readonly service: JobService;
  /** Prepares the file before it is sent. */
  readonly files: SourceFiles;
  readonly request: PublishRequest;
  readonly file: ReadingOptions;
  /** Descriptions of columns, by their names in the version. */
  readonly columns: FilePublishing['columns'];
  readonly origin?: VersionOrigin;
  /** Identifies the attempt: repeating it after a lost answer does not publish the file twice. */
  readonly attempt: string;
  readonly work: JobWork;
  /** How long to retry after temporary failures; the defaults if missing. */
  readonly retryLimits?: RetryLimits | undefined;
}

/**
 * Publishes to a service over HTTP. The file is read, typed and checked on this computer, by the same rules as for the
 * local service, and errors are reported before anything is sent; the checked Parquet file is sent.
 */
export async function publishByHttp(parts: HttpPublishing): Promise<PublishResult> {
  const { files, request, file, work } = parts;
  const rejects = request.rejects === null ? {} : { rejects: path.resolve(request.rejects) };
  const long = { signal: work.signal, onProgress: work.report };
  return files.withChecked(file, rejects, long, (checked) => send(parts, checked));
}

/** What a file would change in a dataset of another service, by its record; null if there is nothing to replace. */
export async function replacementThere(
  { source }: JobService,
  name: { readonly namespace: string; readonly dataset: string },
  checked: Pick<CheckedFile, 'rows' | 'columns'>,
  signal: AbortSignal,
): Promise<Replacement | null> {
  try {
    const { dataset, rows } = await source.readDataset(name, signal);
    const isEmpty = !dataset.versions.some(({ ready }) => ready);
    const columns = dataset.columns.map(({ name: column, type }) => ({ name: column, type: storedType(type) }));
    return isEmpty ? null : replacementOf({ rows, columns }, checked);
  } catch (error) {
    if (isOfKind(error, 'not-found')) return null;
    throw error;
  }
}

async function send(parts: HttpPublishing, checked: CheckedFile): Promise<PublishResult> {
  const { service, request, work } = parts;
  if (request.refuseLoss === true && request.mode !== 'append') {
    const name = { namespace: request.namespace.slug, dataset: request.dataset.slug };
    const replacement = await replacementThere(service, name, checked, work.signal);
    if (replacement?.loses === true) throw new LossError(replacement);
  }
  const made: Undo[] = [];
  try {
    const { place, reply } = await sendFile(parts, checked, made);
    const { dataset } = place;
    const slug = place.create === null ? member(reply, 'slug') : firstVersion(reply);
    const address = new URL(`${dataset}version/${encodeURIComponent(String(slug ?? ''))}/`);
    if (place.create !== null) made.push(() => removeEmpty(parts, dataset));
    await stateProvenance(parts, dataset);
    made.push(async () => {
      // Nobody has seen it: it does not go to the trash of a service that has one.
      const forGood = new URL('?permanent=true', address);
      await service.source.send({ method: 'DELETE', address: forGood });
    });
    const version = { version: String(slug ?? ''), checksum: await untilReady(parts, address) };
    made.length = 0;
    await place.open();
    return {
      kind: 'publish',
      reference: { connection: request.connection, namespace: request.namespace.slug, dataset: request.dataset.slug },
      address: dataset,
      ...version,
      rows: checked.rows,
      conversions: checked.conversions,
      rejected: checked.rejected,
      rejects: checked.rejected > 0 ? request.rejects : null,
    };
  } catch (error) {
    for (const undo of made.reverse()) await undo().catch(() => undefined);
    throw error;
  }
}

/** States where the data of a new dataset come from, if the service has a place for it. */
async function stateProvenance({ service, request: { provenance }, work }: HttpPublishing, dataset: string) {
  if (provenance === undefined) return;
  const address = new URL(`${dataset}provenance/`);
  await service.source
    .send({ method: 'PATCH', address, body: jsonBody(provenance) }, work.signal)
    .catch((error: unknown) => {
      if (!isOfKind(error, 'not-found')) throw error;
    });
}

function firstVersion(dataset: Exact): Exact | undefined {
  const versions = member(dataset, 'versions');
  return Array.isArray(versions) ? member(versions[0], 'slug') : undefined;
}

function fieldsOf(parts: HttpPublishing, checked: CheckedFile): Record<string, string> {
  const { request, origin, attempt } = parts;
  const columns = describedColumns(parts, checked);
  return {
    ...given({ licence: request.licence, note: request.note }),
    // The sent file is made of that of the user, and has a name that nobody knows.
    ...(origin === undefined ? { source: path.basename(request.path) } : { origin: JSON.stringify(origin) }),
    request: attempt,
    ...(columns.length > 0 ? { columns: JSON.stringify(columns) } : {}),
  };
}

/**
 * Sends the file. Rows to append to a version still being made wait until that is ready; if another process created the
 * dataset at the same time, they are sent as a version of that.
 */
async function sendFile(parts: HttpPublishing, checked: CheckedFile, made: Undo[]) {
  const { service, request, work } = parts;
  const retries = new Retries(defaultLimits, (error) => (error instanceof ServiceError ? retryAfterMs(error) : null));
  for (;;) {
    const place = await prepareDestination(parts, made);
    const stream = Readable.from(counted(await checked.read(), checked, work));
    const content = { stream, bytes: checked.bytes };
    const message = messageOf(parts, place, checked, content);
    try {
      return { place, reply: (await service.source.send(message, work.signal)).value };
    } catch (error) {
      stream.destroy();
      const status = error instanceof ServiceError ? error.status : null;
      const isCrossed = place.create !== null && status === 400 && (await readRecordOf(parts, place.dataset)) !== null;
      if (!isCrossed && (request.mode !== 'append' || status !== 409)) throw error;
      work.report({ phase: 'waiting-for-version', rows: 0, bytes: 0, fraction: null });
      await retries.pause(error, work.signal);
    }
  }
}

/**
 * Sends the file as a version, or creates a dataset together with its first one. The fields are in the form with it: an
 * address could not hold the descriptions of thousands of columns.
 */
function messageOf(
  parts: HttpPublishing,
  { dataset, create }: PreparedDestination,
  checked: CheckedFile,
  content: FileToSend,
): Message {
  const address = create?.address ?? new URL(`${dataset}versions/`);
  const fields = create?.fields ?? { mode: parts.request.mode };
  const file = { field: 'file', name: `${parts.request.dataset.slug}.parquet`, type: parquetType, ...content };
  return { method: 'POST', address, body: formDataOf({ ...fields, ...fieldsOf(parts, checked) }, file) };
}

/**
 * Descriptions of columns sent beside the file. Names in Parquet differ in more than their case: a column that was
 * renamed in the file gets its own name back.
 */
function describedColumns({ file, columns: described, origin }: HttpPublishing, checked: CheckedFile) {
  const asText = new Set(origin === undefined ? [] : textColumns(file));
  const notes = new Map(described.map(({ name, ...note }) => [name, note]));
  return checked.columns.flatMap(({ name, storedName: source }) => {
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

/** Columns that are text whatever their values: without this, short ones of a copy would become `char`. */
function textColumns({ columns = [] }: ReadingOptions): readonly string[] {
  return columns.filter(({ type }) => type === 'text').map(({ name, source }) => name ?? source);
}

async function* counted(stream: NodeJS.ReadableStream, { rows, bytes }: CheckedFile, work: JobWork) {
  let sent = 0;
  for await (const piece of stream) {
    sent += piece.length;
    work.report({ phase: 'sending', rows, bytes: sent, fraction: bytes === 0 ? 1 : sent / bytes });
    yield piece;
  }
}

const parquetType = 'application/vnd.apache.parquet';

const firstPollMs = 50;
const maxPollMs = 2_000;

/** Polls a version until it is ready or removed. @returns its checksum */
async function untilReady(parts: HttpPublishing, version: URL): Promise<string> {
  const { service, work, retryLimits = defaultLimits } = parts;
  const retries = new Retries(retryLimits, afterTemporaryMs);
  for (let pause = firstPollMs; ; pause = Math.min(maxPollMs, pause * 1.5)) {
    try {
      const record = await service.source.readRecord(version, work.signal);
      if (member(record, 'ready') === true) return String(member(record, 'checksum') ?? '');
      retries.progressed();
    } catch (error) {
      if (isOfKind(error, 'not-found')) throw await removalReason(parts, version);
      await retries.pause(error, work.signal);
    }
    work.report({ phase: 'importing', rows: 0, bytes: 0, fraction: null });
    await systemClock.sleep(pause, work.signal);
  }
}

async function removalReason({ service }: HttpPublishing, version: URL): Promise<Error> {
  const report = await service.source.readRecord(new URL('report/', version)).catch(() => null);
  const message = member(report, 'message');
  return new IngestError(
    typeof message === 'string' && message !== ''
      ? explain('service-said', { text: message })
      : explain('file-not-taken'),
  );
}
