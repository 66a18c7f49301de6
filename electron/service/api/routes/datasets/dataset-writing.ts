import type { ColumnWrite, DatasetWrite } from '#shared/api/records/dataset.ts';
import { given } from '#shared/given.ts';
import { changeDataset, createDataset, type DatasetEntry, findDataset } from '../../../catalogue/records/datasets.ts';
import type { NamespaceEntry } from '../../../catalogue/records/namespaces.ts';
import { noImages } from '../../../catalogue/records/namespaces.ts';
import type { LocatedDataset } from '../../../catalogue/records/readable-dataset.ts';
import { columnsOfDatasets } from '../../../catalogue/records/versions.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { showLists } from '../../../operations/publish/publish-codes.ts';
import { invalid, notFound } from '../../plugins/api-error.ts';
import type { Exchange } from '../../plugins/exchange.ts';
import type { ValidBody } from '../../plugins/validation.ts';
import { datasetRecords } from '../../records/gather.ts';
import type { Answer } from '../../resources/resource.ts';
import { commitImage, writtenImage } from '../../responses/written-image.ts';
import { assertShown, refusingTakenSlug } from '../namespaces/namespace-writing.ts';

/** Creates a dataset in a namespace. */
export async function makeDataset(
  deps: ServiceDeps,
  namespace: NamespaceEntry,
  body: ValidBody,
): Promise<DatasetEntry> {
  const { records } = deps.catalogue;
  const given = body.fields as unknown as DatasetWrite;
  const image = await writtenImage(body, noImages, false);
  let made: DatasetEntry | null = null;
  await commitImage(deps.images, image, async (names) => {
    made = await refusingTakenSlug(
      'dataset',
      createDataset(records, {
        namespaceId: namespace.id,
        slug: given.slug,
        label: given.label,
        description: given.description ?? '',
        columns: given.columns ?? [],
        hidden: given.hidden ?? false,
        ...names,
      }),
    );
    return noImages;
  });
  deps.announce();
  if (made === null) throw notFound();
  return made;
}

/**
 * Changes a dataset and the descriptions of its columns; `replace` (PUT) clears missing fields, but not `hidden`, so
 * that a client that does not know this field shows nothing. A form leaves out a box that is not ticked.
 */
export async function rewriteDataset(
  deps: ServiceDeps,
  exchange: Exchange,
  { namespace, dataset }: LocatedDataset,
  body: ValidBody,
  replace: boolean,
): Promise<Answer> {
  const { records } = deps.catalogue;
  const missing = { ...(replace && { description: '' }), ...(replace && body.isForm && { hidden: false }) };
  const fields: Partial<DatasetWrite> = { ...missing, ...body.fields };
  const notes = fields.columns ?? [];
  await refuseUnknownColumns(deps, dataset, notes);
  const shown = { id: dataset.id, hidden: fields.hidden ?? dataset.hidden };
  await assertShown(deps, namespace, [shown], fields, dataset.hidden);
  const image = await writtenImage(body, dataset, replace);
  const { label, slug, description, hidden } = fields;
  const change = given({ label, slug, description, hidden });
  await commitImage(deps.images, image, (names) =>
    refusingTakenSlug('dataset', changeDataset(records, dataset, { ...change, ...names }, notes)),
  );
  if (dataset.hidden && !shown.hidden) await showLists(deps, dataset);
  deps.announce();
  const changed = await findDataset(records, namespace.id, slug ?? dataset.slug);
  if (changed === null) throw notFound();
  const [record] = await datasetRecords(records, exchange, [changed], () => namespace);
  return { kind: 'record', record };
}

async function refuseUnknownColumns(
  deps: ServiceDeps,
  dataset: DatasetEntry,
  notes: readonly ColumnWrite[],
): Promise<void> {
  if (notes.length === 0) return;
  const columns = (await columnsOfDatasets(deps.catalogue.records, [dataset.id])).get(dataset.id) ?? [];
  const known = new Set(columns.map((column) => column.name));
  const unknown = notes.filter((note) => !known.has(note.name)).map((note) => `There is no column "${note.name}".`);
  if (unknown.length > 0) throw invalid({ columns: unknown });
}
