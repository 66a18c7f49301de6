import { setTimeout as sleep } from 'node:timers/promises';
import { DatasetWithFile, type PublishFields } from '#shared/api/publishing.ts';
import { DatasetWrite } from '#shared/api/records/dataset.ts';
import { dropAbandoned } from '../../../catalogue/imports/unfinished-imports.ts';
import { type DatasetEntry, findDataset } from '../../../catalogue/records/datasets.ts';
import type { NamespaceEntry } from '../../../catalogue/records/namespaces.ts';
import { noImages } from '../../../catalogue/records/namespaces.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { type PublishOptions, startDataset } from '../../../operations/publish/publish.ts';
import type { ReadingOptions } from '../../../reading/reading.ts';
import { lastValue, type QueryPairs } from '../../bodies/query-pairs.ts';
import { invalid, notFound } from '../../plugins/api-error.ts';
import { callerKey, type Exchange } from '../../plugins/exchange.ts';
import { type ValidBody, validBody } from '../../plugins/validation.ts';
import { datasetRecords } from '../../records/gather.ts';
import type { Answer } from '../../resources/resource.ts';
import { commitImage, writtenImage } from '../../responses/written-image.ts';
import { type ReceivedForm, type ReceivedUpload, receiveForm } from '../../uploads/receive.ts';
import { refusingTakenSlug } from '../namespaces/namespace-writing.ts';
import { makeDataset } from './dataset-writing.ts';
import { begin, type ForgeryGate, receptionFor, refuseRepeated, releasing, senderOf } from './publishing.ts';

/** Milliseconds for which the report of a dataset that could not be created stays available to the client. */
const reportRetentionMs = 10 * 60_000;

/**
 * Creates a dataset from a form: with a file, together with its first version (an extension), and listed only once that
 * version is ready; without a file, as from any other body.
 */
export async function makeDatasetOfForm(
  deps: ServiceDeps,
  exchange: Exchange,
  namespace: NamespaceEntry,
  gate: ForgeryGate,
): Promise<Answer> {
  let leave = () => {};
  const beforeFile = async (fields: QueryPairs) => {
    await gate(lastValue(fields, '_csrf'));
    await refuseEarly(deps, namespace, fields);
    leave = deps.imports.admit(callerKey(exchange));
  };
  const reception = { ...receptionFor(deps, beforeFile), smallFiles: new Set(['image']) };
  try {
    const received = await receiveForm(deps.dataFolder, exchange.request, reception);
    const { file } = received;
    if (file === null) {
      leave();
      await gate(lastValue(received.fields, '_csrf'));
      const dataset = await makeDataset(deps, namespace, bodyOf(received, DatasetWrite));
      return await answer(deps, exchange, namespace, dataset, 201);
    }
    const dataset = await releasing(file, leave, (releaseSource) =>
      makeWithFile(deps, namespace, { ...received, file }, { ...senderOf(exchange), releaseSource }),
    );
    // Accepted: the dataset is not visible yet.
    return await answer(deps, exchange, namespace, dataset, 202);
  } catch (error) {
    leave();
    throw error;
  }
}

function bodyOf({ fields, others }: ReceivedForm, schema: typeof DatasetWrite | typeof DatasetWithFile): ValidBody {
  return validBody(schema, { kind: 'form', fields, files: others }, false);
}

/** Refuses invalid requests before the file is sent. @throws {ApiError} 400 */
async function refuseEarly(deps: ServiceDeps, namespace: NamespaceEntry, fields: QueryPairs): Promise<void> {
  const slug = lastValue(fields, 'slug');
  const there = slug === null ? null : await findDataset(deps.catalogue.records, namespace.id, slug);
  if (there?.provisional === false) throw invalid({ slug: ['dataset with this slug already exists.'] });
}

async function makeWithFile(
  deps: ServiceDeps,
  namespace: NamespaceEntry,
  received: ReceivedForm & { readonly file: ReceivedUpload },
  sender: Pick<PublishOptions, 'caller' | 'author' | 'releaseSource'>,
): Promise<DatasetEntry> {
  const body = bodyOf(received, DatasetWithFile);
  const { label, slug, description = '', hidden = false, ...given } = body.fields as unknown as DatasetWithFile;
  const columns = (given.columns ?? []).map((column) => {
    const source = column.source ?? column.name;
    if (source === undefined) throw invalid({ columns: ['A column needs its `source`, or its `name`.'] });
    return { ...column, source };
  });
  const fields: PublishFields = { ...given, columns };
  refuseRepeated(fields);
  const image = await writtenImage(body, noImages, false);
  let made: DatasetEntry | null = null;
  await commitImage(deps.images, image, async (names) => {
    const place = { namespaceId: namespace.id, label, slug, description, hidden, ...names };
    const start = (reading: ReadingOptions, options: PublishOptions) =>
      startDataset(deps, async () => place, reading, options);
    const beginning = begin(deps, start, { file: received.file, fields }, sender, ({ dataset }, signal) =>
      removeLater(deps, dataset, signal),
    );
    made = (await refusingTakenSlug('dataset', beginning)).dataset;
    return noImages;
  });
  if (made === null) throw notFound();
  return made;
}

/** Removes a dataset whose first version failed, after the client had time to read the report. */
async function removeLater(deps: ServiceDeps, { id }: DatasetEntry, signal: AbortSignal): Promise<void> {
  try {
    for (;;) {
      await sleep(reportRetentionMs, undefined, { signal, ref: false });
      const dropped = await dropAbandoned(deps.catalogue.records, id);
      if (dropped === 'importing') continue;
      if (dropped !== null) await deps.images.remove(dropped);
      return;
    }
  } catch (error) {
    // The next start removes the dataset.
    if (!signal.aborted) deps.log.error({ err: error }, 'A dataset whose creation failed could not be removed.');
  }
}

async function answer(
  deps: ServiceDeps,
  exchange: Exchange,
  namespace: NamespaceEntry,
  dataset: DatasetEntry,
  status: 201 | 202,
): Promise<Answer> {
  const [record] = await datasetRecords(deps.catalogue.records, exchange, [dataset], () => namespace);
  return {
    kind: 'record',
    status,
    record,
    headers: { Location: exchange.links.dataset(namespace.slug, dataset.slug) },
  };
}
