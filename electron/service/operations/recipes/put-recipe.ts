import { explain } from '#shared/failures.ts';
import { usualGuards } from '#shared/follow.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { isPublic } from '../../catalogue/access/access.ts';
import { inTransaction } from '../../catalogue/database/in-transaction.ts';
import { createDataset, type DatasetEntry } from '../../catalogue/records/datasets.ts';
import type { NamespaceEntry } from '../../catalogue/records/namespaces.ts';
import { changeSource, findSource, putSource, requestCheck } from '../../catalogue/sources/sources.ts';
import { IngestError } from '../../reading/reading.ts';
import { releaseHeld } from '../follow/publish-candidate.ts';
import { privateInputs, unconfirmedInputs } from './private-inputs.ts';
import { choiceOfRecipe, type Recipe, recipeIn } from './recipe.ts';
import { findCycle } from './recipe-graph.ts';
import { datasetsOf, type StatementReader } from './resolve-inputs.ts';
import { type RecipeDeps, resolveStatement } from './resolve-statement.ts';

/** A recipe for a dataset, which is created hidden if there is none. */
export interface RecipeRequest extends Pick<Recipe, 'sql' | 'run' | 'author'> {
  readonly namespace: NamespaceEntry;
  readonly slug: string;
  readonly dataset: DatasetEntry | null;
  /** Whether rows of inputs that are not public may be shown to everybody. */
  readonly confirmPrivate: boolean;
}

/**
 * Gives a dataset a recipe, with the rights of its author.
 * @returns the dataset
 * @throws {IngestError} for a statement that cannot run, a cycle, or inputs that are not public
 */
export async function putRecipe(
  deps: RecipeDeps,
  request: RecipeRequest,
  reader: StatementReader,
  work: LongWork,
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const { records } = deps.catalogue;
  const { namespace, slug, dataset, sql, run, author, confirmPrivate } = request;
  const name = `${namespace.slug}/${slug}`;
  const before = dataset === null ? null : await findSource(records, dataset.id);
  const old = before === null ? null : recipeIn(before.choice);
  if (before !== null && old === null) throw new IngestError(explain('recipe-over-source', { dataset: name }));
  const { inputs: read } = await resolveStatement(deps, sql, reader, work);
  const inputs = [...new Set(read.filter((one) => !one.name.includes('@')).map((one) => one.name))];
  const cycle = await findCycle(records, name, inputs);
  if (cycle !== null) throw new IngestError(explain('recipe-cycle', { names: cycle.join(' ← ') }));
  const reads = datasetsOf(read);
  const confirmed = (old?.confirmed ?? []).filter((one) => reads.includes(one));
  const isShown = dataset?.hidden === false && isPublic(namespace);
  const open = isShown ? await unconfirmedInputs(records, { reads, confirmed }) : [];
  if (open.length > 0 && !confirmPrivate) throw privateInputs(open);
  const choice = choiceOfRecipe({ sql, run, author, inputs, reads, confirmed: [...confirmed, ...open] });
  const { held, ...made } = await inTransaction(records, async (transaction) => {
    const made = dataset ?? (await createDataset(transaction, hiddenDataset(namespace, slug)));
    if (old === null) {
      const source = { choice, every: 'manual', allowPrivate: false, nextCheck: null, guards: usualGuards };
      const retention = { kind: 'all' } as const;
      await putSource(transaction, made.id, { ...source, retention }, new Date().toISOString());
    } else {
      await changeSource(transaction, made.id, { choice });
      if (run === 'on-change') await requestCheck(transaction, made.id);
    }
    // What waits for a decision was made by another statement, perhaps from other inputs.
    const held = old !== null && old.sql !== sql ? await releaseHeld(transaction, made.id) : null;
    return { id: made.id, isNew: dataset === null, held };
  });
  if (held !== null) await deps.rows.remove(held);
  return made;
}

/** A derived dataset starts private. */
function hiddenDataset(namespace: NamespaceEntry, slug: string) {
  return { namespaceId: namespace.id, slug, label: slug, hidden: true };
}
