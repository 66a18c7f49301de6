import { explain } from '#shared/failures.ts';
import { isPublic } from '../../catalogue/access/access.ts';
import type { Records } from '../../catalogue/database/catalogue.ts';
import type { DatasetEntry } from '../../catalogue/records/datasets.ts';
import { findNamespace, type NamespaceEntry } from '../../catalogue/records/namespaces.ts';
import { changeSource, findSource } from '../../catalogue/sources/sources.ts';
import { IngestError } from '../../reading/reading.ts';
import { lookUpDataset } from '../find-dataset.ts';
import { choiceOfRecipe, recipeIn } from './recipe.ts';

/** The inputs among some that not everybody may read; one that is missing reveals nothing. */
export async function privateAmong(records: Records, inputs: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of inputs) {
    const [slug = '', dataset = ''] = name.split('/');
    const namespace = await findNamespace(records, slug);
    const input = await lookUpDataset(records, { namespace: slug, dataset });
    if (namespace !== null && input !== null && !(isPublic(namespace) && !input.hidden)) found.push(name);
  }
  return found;
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
    const inputs = await privateAmong(records, recipe.reads);
    const open = inputs.filter((name) => !recipe.confirmed.includes(name));
    if (open.length === 0) continue;
    if (!isConfirmed) throw new IngestError(explain('recipe-private', { names: open.join(', ') }));
    await changeSource(records, id, {
      choice: choiceOfRecipe({ ...recipe, confirmed: [...recipe.confirmed, ...open] }),
    });
  }
}
