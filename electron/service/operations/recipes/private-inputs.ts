import { explain } from '#shared/failures.ts';
import { isPublic } from '../../catalogue/access/access.ts';
import type { Records } from '../../catalogue/database/catalogue.ts';
import type { DatasetEntry } from '../../catalogue/records/datasets.ts';
import { findNamespace, type NamespaceEntry } from '../../catalogue/records/namespaces.ts';
import { changeSource, findSource } from '../../catalogue/sources/sources.ts';
import { IngestError } from '../../reading/reading.ts';
import { lookUpDataset } from '../find-dataset.ts';
import { choiceOfRecipe, type Recipe, recipeIn } from './recipe.ts';

/** Datasets that a recipe reads and not everybody may read, without the confirmed ones; a missing one reveals nothing. */
export async function unconfirmedInputs(
  records: Records,
  { reads, confirmed }: Pick<Recipe, 'reads' | 'confirmed'>,
): Promise<string[]> {
  const found: string[] = [];
  for (const name of reads.filter((one) => !confirmed.includes(one))) {
    const [slug = '', dataset = ''] = name.split('/');
    const namespace = await findNamespace(records, slug);
    const input = await lookUpDataset(records, { namespace: slug, dataset });
    if (namespace !== null && input !== null && !(isPublic(namespace) && !input.hidden)) found.push(name);
  }
  return found;
}

/** Why what is made from these inputs is not shown to everybody. */
export function privateInputs(names: readonly string[]): IngestError {
  return new IngestError(explain('recipe-private', { names: names.join(', ') }));
}

type Visibility = Pick<NamespaceEntry, 'published' | 'ownerId' | 'allowedGroups'>;

/**
 * Refuses to show everybody what was made from inputs that are not public, unless that is confirmed, which is recorded.
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
  for (const { id, hidden } of datasets) {
    const entry = hidden ? null : await findSource(records, id);
    const recipe = entry === null ? null : recipeIn(entry.choice);
    if (recipe === null) continue;
    const open = await unconfirmedInputs(records, recipe);
    if (open.length === 0) continue;
    if (!isConfirmed) throw privateInputs(open);
    await changeSource(records, id, {
      choice: choiceOfRecipe({ ...recipe, confirmed: [...recipe.confirmed, ...open] }),
    });
  }
}
