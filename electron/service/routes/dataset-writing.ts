import type { ColumnWrite, DatasetWrite } from '#shared/api/dataset.ts';
import { changeDataset, createDataset, type DatasetEntry, deleteDataset, findDataset } from '../catalogue/datasets.ts';
import type { NamespaceEntry } from '../catalogue/namespaces.ts';
import type { LocatedDataset } from '../catalogue/readable-dataset.ts';
import { columnsOfDatasets } from '../catalogue/versions.ts';
import type { ServiceDeps } from '../deps.ts';
import { invalid, notFound } from '../plugins/api-error.ts';
import type { Exchange } from '../plugins/exchange.ts';
import type { ValidBody } from '../plugins/validation.ts';
import { datasetRecords } from '../records/gather.ts';
import { removeVersions } from '../remove-versions.ts';
import { refusingContent, refusingTakenSlug } from './namespace-writing.ts';
import type { Answer } from './resource.ts';
import { commitImage, noImages, writtenImage } from './written-image.ts';

/** Makes a dataset in a namespace. */
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
        ...names,
      }),
    );
    return noImages;
  });
  deps.announce();
  if (made === null) throw notFound();
  return made;
}

/** Changes a dataset and what is said of its columns; `replace` (PUT) empties what the body does not name. */
export async function rewriteDataset(
  deps: ServiceDeps,
  exchange: Exchange,
  { namespace, dataset }: LocatedDataset,
  body: ValidBody,
  replace: boolean,
): Promise<Answer> {
  const { records } = deps.catalogue;
  const given: Partial<DatasetWrite> = { ...(replace ? { description: '' } : {}), ...body.fields };
  const notes = given.columns ?? [];
  await refuseUnknownColumns(deps, dataset, notes);
  const image = await writtenImage(body, dataset, replace);
  const { label, slug, description } = given;
  const change = {
    ...(label === undefined ? {} : { label }),
    ...(slug === undefined ? {} : { slug }),
    ...(description === undefined ? {} : { description }),
  };
  await commitImage(deps.images, image, (names) =>
    refusingTakenSlug('dataset', changeDataset(records, dataset, { ...change, ...names }, notes)),
  );
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

/** Removes a dataset, the rows of its versions and its images. @param onlyEmpty only where it has no version */
export async function dropDataset(deps: ServiceDeps, dataset: DatasetEntry, onlyEmpty: boolean): Promise<Answer> {
  const { keys, images } = await refusingContent(
    'version',
    deleteDataset(deps.catalogue.records, dataset.id, onlyEmpty),
  );
  await removeVersions(deps, keys);
  for (const names of images) await deps.images.remove(names);
  deps.announce();
  return { kind: 'empty', status: 204 };
}
