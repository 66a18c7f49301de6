import type { DatasetName } from '#shared/dataset-name.ts';
import type { SourceState } from '#shared/follow.ts';
import type { Records } from '../../catalogue/database/catalogue.ts';
import { addressOfChoice, isFirstNode } from '../../catalogue/database/dialect.ts';
import { trashed } from '../../catalogue/records/namespaces.ts';
import { versionDatetime } from '../../catalogue/records/version-slug.ts';
import { type DueSource, findSource, type StoredSource } from '../../catalogue/sources/sources.ts';
import { lookUpDataset } from '../find-dataset.ts';
import { unconfirmedInputs } from './private-inputs.ts';
import { type Recipe, recipeAddress, recipeIn } from './recipe.ts';

/** A derived dataset with its recipe. */
interface DerivedDataset {
  readonly name: string;
  readonly entry: StoredSource;
  readonly recipe: Recipe;
}

/** Milliseconds for which an input must not have changed before a recipe runs again. */
const debounceMs = 2_000;

/** @param dueHere only those that this node runs, if several share the catalogue */
async function derivedDatasets(records: Records, dueHere: boolean): Promise<DerivedDataset[]> {
  const all = records
    .selectFrom('sources')
    .innerJoin('datasets', 'datasets.id', 'sources.dataset_id')
    .select('dataset_id')
    .where(addressOfChoice(records), '=', recipeAddress)
    .where('datasets.namespace_id', 'not in', trashed(records));
  const rows = await (dueHere ? all.where(isFirstNode(records)) : all).execute();
  const found: DerivedDataset[] = [];
  for (const { dataset_id: id } of rows) {
    const entry = await findSource(records, id);
    const recipe = entry === null ? null : recipeIn(entry.choice);
    if (entry !== null && recipe !== null) found.push({ name: `${entry.namespace}/${entry.dataset}`, entry, recipe });
  }
  return found;
}

/** The newest versions of inputs; null for one that is missing. */
export async function newestInputs(records: Records, inputs: readonly string[]): Promise<SourceState> {
  const state: Record<string, string | null> = {};
  for (const name of inputs) {
    const [namespace = '', dataset = ''] = name.split('/');
    state[name] = await newestSlug(records, { namespace, dataset });
  }
  return state;
}

async function newestSlug(records: Records, name: DatasetName): Promise<string | null> {
  const dataset = await lookUpDataset(records, name);
  if (dataset === null) return null;
  const row = await records
    .selectFrom('versions')
    .select((of) => of.fn.max('slug').as('slug'))
    .where('dataset_id', '=', dataset.id)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return row?.slug ?? null;
}

/** The names that lead from a dataset through recipes back to itself; null if none do. */
export async function findCycle(
  records: Records,
  name: string,
  inputs: readonly string[],
): Promise<readonly string[] | null> {
  const all = new Map(
    (await derivedDatasets(records, false)).map(({ name: derived, recipe }) => [derived, recipe.inputs]),
  );
  all.set(name, inputs);
  const seen = new Set<string>();
  const search = (at: string, path: readonly string[]): readonly string[] | null => {
    for (const input of all.get(at) ?? []) {
      if (input === name) return [...path, input];
      if (seen.has(input)) continue;
      seen.add(input);
      const found = search(input, [...path, input]);
      if (found !== null) return found;
    }
    return null;
  };
  return search(name, [name]);
}

/**
 * The derived datasets to make again because an input has a newer version, or can be read again after a failure, those
 * that others are made from first.
 * @param at ISO 8601
 */
export async function dueRecipes(records: Records, at: string): Promise<DueSource[]> {
  const all = await derivedDatasets(records, true);
  const changed = new Set<string>();
  const settled = new Set<string>();
  for (const { name, entry, recipe } of all) {
    if (recipe.run !== 'on-change' || entry.paused !== 'no') continue;
    const now = await newestInputs(records, recipe.inputs);
    const before = entry.state;
    const isNewest = before !== null && recipe.inputs.every((input) => now[input] === before[input]);
    // One that failed for an input that was removed or hidden for a while, and is as it was.
    const isMended = entry.problem !== null && (await unconfirmedInputs(records, recipe)).length === 0;
    if (isNewest && !isMended) continue;
    changed.add(name);
    const newest = Object.values(now).map((slug) => (typeof slug === 'string' ? Date.parse(versionDatetime(slug)) : 0));
    if (Math.max(0, ...newest) + debounceMs <= Date.parse(at)) settled.add(name);
  }
  const inputsOf = new Map(all.map(({ name, recipe }) => [name, recipe.inputs]));
  const waits = (name: string, seen: Set<string>): boolean =>
    (inputsOf.get(name) ?? []).some((input) => {
      if (seen.has(input)) return false;
      seen.add(input);
      return changed.has(input) || waits(input, seen);
    });
  return all
    .filter(({ name }) => settled.has(name) && !waits(name, new Set()))
    .map(({ entry: { datasetId, namespace, dataset, requested } }) => ({
      datasetId,
      namespace,
      dataset,
      address: recipeAddress,
      requested,
    }));
}
