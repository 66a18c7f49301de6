import { rm } from 'node:fs/promises';
import path from 'node:path';
import { PublishFields } from '#shared/api/publishing.ts';
import type { LocatedDataset } from '../catalogue/readable-dataset.ts';
import { isImporting } from '../catalogue/unfinished-imports.ts';
import type { ServiceDeps } from '../deps.ts';
import { invalid, refusal } from '../plugins/api-error.ts';
import { callerKey } from '../plugins/caller-key.ts';
import type { Exchange } from '../plugins/exchange.ts';
import { lastValue, type QueryPairs } from '../plugins/query-pairs.ts';
import { validBody } from '../plugins/validation.ts';
import { type BegunVersion, beginVersion, type PublishOptions } from '../publish.ts';
import { versionRecord } from '../records/records.ts';
import type { ColumnOverride, Source } from '../rows/row-store.ts';
import { type ReceivedFile, receiveFile } from '../uploads/receive.ts';
import { sourceKind } from '../uploads/source-format.ts';
import type { Answer } from './resource.ts';

/** Checks what a request under a session proves, with the token that its form carried. */
export type ForgeryGate = (token: string | null) => Promise<void>;

/** Takes a file in as the next version of a dataset: answered when it is received, read afterwards. */
export async function publishOverHttp(
  deps: ServiceDeps,
  exchange: Exchange,
  { namespace, dataset }: LocatedDataset,
  gate: ForgeryGate,
): Promise<Answer> {
  const { dataFolder, patience } = deps;
  const guard = async (fields: QueryPairs) => await gate(lastValue(fields, '_csrf'));
  const caller = callerKey(exchange);
  const leave = deps.imports.admit(caller);
  let begun: BegunVersion;
  try {
    const file = await receiveFile(dataFolder, exchange.request, {
      silenceMs: patience.piece,
      onFields: guard,
      makeRoom: (bytes) => deps.rows.makeRoom(bytes),
    });
    const release = async () => {
      leave();
      await rm(file.path, { force: true });
    };
    begun = await begin(deps, dataset.id, file, { caller, releaseSource: release }).catch(async (error: unknown) => {
      await release();
      throw error;
    });
  } catch (error) {
    leave();
    throw error;
  }
  // As it was when it was accepted: by now it may be ready, or gone.
  const { id, slug } = begun;
  const empty = { key: '', checksum: '', rows: 0, bytes: 0, metadata: '' };
  const version = { id, datasetId: dataset.id, slug, ready: false, ...empty };
  const record = versionRecord(exchange.links, namespace.slug, dataset.slug, version);
  return { kind: 'record', status: 202, record, headers: { Location: record.url } };
}

async function begin(
  deps: ServiceDeps,
  datasetId: number,
  file: ReceivedFile,
  sender: Pick<PublishOptions, 'caller' | 'releaseSource'>,
): Promise<BegunVersion> {
  const fields = readFields(file);
  const kind = await sourceKind(file.path, file.name, file.contentType);
  if (kind === null) throw refusal(415, `Unsupported media type "${file.contentType}" in request.`);
  if (fields.mode === 'append' && (await isImporting(deps.catalogue.records, datasetId))) {
    throw refusal(409, 'Another version of this dataset is being made: rows can follow it when it is ready.');
  }
  const columns = fields.columns ?? [];
  const name = file.name === '' ? {} : { name: path.basename(file.name) };
  const source: Source = { path: file.path, ...name, ...kind, columns: columns.map(override) };
  return await new Promise((resolve, reject) => {
    deps.background.start(async (signal) => {
      try {
        const begun = await beginVersion(deps, datasetId, source, {
          ...sender,
          signal,
          mode: fields.mode ?? 'replace',
          sourceName: fields.origin?.address ?? file.name,
          ...(fields.licence === undefined ? {} : { licence: fields.licence }),
          ...(fields.origin === undefined ? {} : { origin: fields.origin }),
          ...(fields.request === undefined ? {} : { request: fields.request }),
          columns: columns.map(({ source: from, name, label, description }) => ({
            name: name ?? from,
            ...(label === undefined ? {} : { label }),
            ...(description === undefined ? {} : { description }),
          })),
        });
        resolve(begun);
        await begun.done;
      } catch (error) {
        // Once the version has begun, its report tells the sender; before, the request does.
        reject(error);
        deps.log.warn({ err: error, dataset: datasetId }, 'A file could not be published.');
      }
    });
  });
}

function readFields(file: ReceivedFile): PublishFields {
  const body = validBody(PublishFields, { kind: 'form', fields: file.fields, files: new Map() }, false);
  const fields = body.fields as PublishFields;
  const names = (fields.columns ?? []).map((column) => column.source);
  if (new Set(names).size < names.length) throw invalid({ columns: ['A column is named twice.'] });
  return fields;
}

function override(column: NonNullable<PublishFields['columns']>[number]): ColumnOverride {
  const { source, name, type, drop } = column;
  return {
    source,
    ...(name === undefined ? {} : { name }),
    ...(type === undefined ? {} : { type }),
    ...(drop === undefined ? {} : { drop }),
  };
}
