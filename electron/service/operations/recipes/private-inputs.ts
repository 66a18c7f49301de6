import { explain } from '#shared/failures.ts';
import { recipeOfVersion } from '#shared/version-metadata.ts';
import { isPublic } from '../../catalogue/access/access.ts';
import type { Records } from '../../catalogue/database/catalogue.ts';
import type { DatasetEntry } from '../../catalogue/records/datasets.ts';
import { findNamespace, type NamespaceEntry } from '../../catalogue/records/namespaces.ts';
import { listVersions } from '../../catalogue/records/versions.ts';
import { findSource, requestCheck } from '../../catalogue/sources/sources.ts';
import { IngestError } from '../../reading/reading.ts';
import { lookUpDataset } from '../find-dataset.ts';
import { choiceOfRecipe, type Recipe, recipeIn } from './recipe.ts';

/** Datasets that a recipe reads and not everybody may read, or that are gone, without the confirmed ones. */
export async function unconfirmedInputs(
  records: Records,
  { reads, confirmed }: Pick<Recipe, 'reads' | 'confirmed'>,
): Promise<string[]> {
  const found: string[] = [];
  for (const name of reads.filter((one) => !confirmed.includes(one))) {
    const [slug = '', dataset = ''] = name.split('/');
    const namespace = await findNamespace(records, slug);
    const input = await lookUpDataset(records, { namespace: slug, dataset });
    // One that was renamed or removed may have been private.
    const isShown = namespace !== null && input !== null && isPublic(namespace) && !input.hidden;
    if (!isShown) found.push(name);
  }
  return found;
}

/** Datasets that the versions of a dataset were made from, whatever its recipe is now. */
async function readByVersions(records: Records, datasetId: number): Promise<string[]> {
  const versions = await listVersions(records, [datasetId]);
  const inputs = versions.flatMap(({ metadata }) => recipeOfVersion(metadata)?.inputs ?? []);
  return inputs.map(({ name }) => name.split('@', 1)[0] ?? '');
}

/** Records that everybody may read what a dataset's recipe makes from these inputs, for which it may have waited. */
async function confirmInputs(records: Records, datasetId: number, recipe: Recipe): Promise<void> {
  const choice = JSON.stringify(choiceOfRecipe(recipe));
  await records.updateTable('sources').set({ choice }).where('dataset_id', '=', datasetId).execute();
  if (recipe.run === 'on-change') await requestCheck(records, datasetId);
}

/** Why what is made from these inputs is not shown to everybody. */
export function privateInputs(names: readonly string[]): IngestError {
  return new IngestError(explain('recipe-private', { names: names.join(', ') }));
}

type Visibility = Pick<NamespaceEntry, 'published' | 'ownerId' | 'allowedGroups'>;

/**
 * Refuses to show everybody what was made from inputs that are not public, unless that is confirmed, which is recorded
 * with the recipe.
 * @param namespace as it will be, like the datasets
 * @throws {IngestError} `recipe-private` naming the inputs
 */
export async function confirmShown(
  records: Records,
  namespace: Visibility,
  datasets: readonly Pick<DatasetEntry, 'id' | 'hidden'>[],
  isConfirmed: boolean,
): Promise<void> {
  if (!isPublic(namespace)) return;
  for (const { id } of datasets.filter(({ hidden }) => !hidden)) {
    const choice = (await findSource(records, id))?.choice;
    const recipe = choice === undefined ? null : recipeIn(choice);
    const { reads, confirmed } = recipe ?? { reads: [], confirmed: [] };
    const all = [...new Set([...reads, ...(await readByVersions(records, id))])];
    const open = await unconfirmedInputs(records, { reads: all, confirmed });
    if (open.length === 0) continue;
    if (!isConfirmed) throw privateInputs(open);
    if (recipe !== null) await confirmInputs(records, id, { ...recipe, confirmed: [...confirmed, ...open] });
  }
}
