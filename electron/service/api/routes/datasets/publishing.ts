import { rm } from 'node:fs/promises';
import path from 'node:path';
import { PublishFields } from '#shared/api/publishing.ts';
import { isReadableFile } from '#shared/file-name.ts';
import { given } from '#shared/given.ts';
import type { FileColumnOptions } from '#shared/rpc/source-file.ts';
import { isImporting } from '../../../catalogue/imports/unfinished-imports.ts';
import type { LocatedDataset } from '../../../catalogue/records/readable-dataset.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { type PublishOptions, type StartedVersion, startVersion } from '../../../operations/publish/publish.ts';
import type { ReadingOptions } from '../../../reading/reading.ts';
import { lastValue, type QueryPairs } from '../../bodies/query-pairs.ts';
import { invalid, refusal } from '../../plugins/api-error.ts';
import { callerKey, type Exchange } from '../../plugins/exchange.ts';
import { validBody } from '../../plugins/validation.ts';
import { versionRecord } from '../../records/records.ts';
import type { Answer } from '../../resources/resource.ts';
import { type ReceivedUpload, type Reception, receiveUpload } from '../../uploads/receive.ts';

/** Checks the CSRF token of a form in a session. */
export type ForgeryGate = (token: string | null) => Promise<void>;

/** Accepts a file as the next version of a dataset: responds when it is received, and reads it afterwards. */
export async function publishOverHttp(
  deps: ServiceDeps,
  exchange: Exchange,
  { namespace, dataset }: LocatedDataset,
  gate: ForgeryGate,
): Promise<Answer> {
  const guard = async (fields: QueryPairs) => await gate(lastValue(fields, '_csrf'));
  const leave = deps.imports.admit(callerKey(exchange));
  let begun: StartedVersion;
  try {
    const file = await receiveUpload(deps.dataFolder, exchange.request, receptionFor(deps, guard));
    begun = await releasing(file, leave, async (releaseSource) => {
      const fields = readFields(file);
      if (fields.mode === 'append' && (await isImporting(deps.catalogue.records, dataset.id))) {
        throw refusal(409, 'Another version of this dataset is being created. Append these rows when it is ready.');
      }
      const start = (reading: ReadingOptions, options: PublishOptions) =>
        startVersion(deps, dataset.id, reading, options);
      return await begin(
        deps,
        start,
        { file, fields },
        {
          ...senderOf(exchange),
          releaseSource,
          mode: fields.mode ?? 'replace',
        },
      );
    });
  } catch (error) {
    leave();
    throw error;
  }
  // The state at acceptance: by now the version may be ready or removed.
  const { id, slug } = begun;
  const empty = { key: '', checksum: '', rows: 0, bytes: 0, metadata: '', author: null };
  const version = { id, datasetId: dataset.id, slug, ready: false, ...empty };
  const record = versionRecord(exchange.links, namespace.slug, dataset.slug, version);
  return { kind: 'record', status: 202, record, headers: { Location: record.url } };
}

/** The caller whose turn an import takes, and the account that publishes the version: none for the desktop's own. */
export function senderOf(exchange: Exchange): Pick<PublishOptions, 'caller' | 'author'> {
  const { caller } = exchange;
  const isAccount = caller !== null && !caller.isOperator;
  return { caller: callerKey(exchange), ...(isAccount && { author: caller.username }) };
}

/** Options of receiving files to publish. */
export function receptionFor({ timeouts, rows }: ServiceDeps, onFields: Reception['onFields']): Reception {
  return { silenceMs: timeouts.pieceMs, onFields, makeRoom: (bytes) => rows.makeRoom(bytes) };
}

/** Starts publishing a received file, which is removed at the end, or if publishing cannot start. */
export async function releasing<Begun>(
  file: ReceivedUpload,
  leave: () => void,
  act: (release: () => Promise<void>) => Promise<Begun>,
): Promise<Begun> {
  const release = async () => {
    leave();
    await rm(file.path, { force: true });
  };
  try {
    return await act(release);
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Starts publishing a received file, and continues after the response.
 * @param start starts the version
 * @param onFailed called if the started version failed
 */
export async function begin<Begun extends StartedVersion>(
  deps: ServiceDeps,
  start: (reading: ReadingOptions, options: PublishOptions) => Promise<Begun>,
  { file, fields }: { readonly file: ReceivedUpload; readonly fields: PublishFields },
  sender: Pick<PublishOptions, 'caller' | 'author' | 'releaseSource' | 'mode'>,
  onFailed: (begun: Begun, signal: AbortSignal) => Promise<void> = async () => {},
): Promise<Begun> {
  refuseUnreadable(file);
  const columns = fields.columns ?? [];
  const reading: ReadingOptions = { path: file.path, ...given({ name: nameOf(file) }), columns: columns.map(override) };
  return await new Promise((resolve, reject) => {
    deps.background.start(async (signal) => {
      let begun: Begun | null = null;
      try {
        begun = await start(reading, {
          ...sender,
          signal,
          sourceName: fields.origin?.address ?? fields.source ?? file.name,
          ...given({ licence: fields.licence, note: fields.note, origin: fields.origin, request: fields.request }),
          columns: columns.map(({ source: from, name, label, description }) => ({
            name: name ?? from,
            ...given({ label, description }),
          })),
        });
        resolve(begun);
        await begun.done;
      } catch (error) {
        // Once the version has started, its report informs the client; before, the response does.
        reject(error);
        if (begun === null) return;
        deps.log.warn({ err: error, version: begun.slug }, 'A file could not be published.');
        await onFailed(begun, signal);
      }
    });
  });
}

/** Endings for the media types of JSON, by which the reader knows it where the content could also be text. */
const jsonEndings: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/geo+json': 'geojson',
};

/** The media types of data, and those that do not identify the content. */
const readableTypes: ReadonlySet<string> = new Set([
  ...['', 'application/octet-stream', 'application/x-www-form-urlencoded', 'text/plain'],
  ...['application/zip', 'application/gzip', 'application/x-gzip'],
  ...['text/csv', 'text/tab-separated-values', 'text/pc-axis'],
  ...Object.keys(jsonEndings),
  ...['application/vnd.apache.parquet', 'application/vnd.ms-excel', 'application/vnd.oasis.opendocument.spreadsheet'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]);

function mediaTypeOf({ contentType }: ReceivedUpload): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

/** The name by which the reader recognises a file, with the ending of its media type if it has none of data. */
function nameOf(file: ReceivedUpload): string | undefined {
  const ending = jsonEndings[mediaTypeOf(file)];
  if (ending !== undefined && !isReadableFile(file.name)) return `${path.basename(file.name) || 'data'}.${ending}`;
  return path.basename(file.name) || undefined;
}

/** The content shows later which format it is. @throws {ApiError} 415 if neither name nor media type is one of data */
function refuseUnreadable(file: ReceivedUpload): void {
  const { name, contentType } = file;
  const mediaType = mediaTypeOf(file);
  if (!isReadableFile(name) && !readableTypes.has(mediaType))
    throw refusal(415, `Unsupported media type "${contentType}" in request.`);
}

function readFields(file: ReceivedUpload): PublishFields {
  const body = validBody(PublishFields, { kind: 'form', fields: file.fields, files: new Map() }, false);
  const fields = body.fields as PublishFields;
  refuseRepeated(fields);
  return fields;
}

/** @throws {ApiError} 400 if a column of the file is named twice */
export function refuseRepeated({ columns = [] }: PublishFields): void {
  const names = columns.map((column) => column.source);
  if (new Set(names).size < names.length) throw invalid({ columns: ['A column is named twice.'] });
}

function override(column: NonNullable<PublishFields['columns']>[number]): FileColumnOptions {
  const { source, name, type, drop } = column;
  return {
    source,
    ...given({ name, type, drop }),
  };
}
