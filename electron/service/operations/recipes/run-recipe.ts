import type { RecomputeRecord } from '#shared/api/records/recipe.ts';
import { type ExplanationCode, explain } from '#shared/failures.ts';
import { type Guards, type SourceState, usualGuards } from '#shared/follow.ts';
import { recipeOfVersion, type VersionRecipe } from '#shared/version-metadata.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { isPublic, type StatementReader } from '../../catalogue/access/access.ts';
import { inTransaction, type Records } from '../../catalogue/database/catalogue.ts';
import { type ColumnNote, createDataset, type DatasetEntry, findDataset } from '../../catalogue/records/datasets.ts';
import { findNamespace, type NamespaceEntry } from '../../catalogue/records/namespaces.ts';
import { columnsOfDatasets, findStoredVersion, findVersion } from '../../catalogue/records/versions.ts';
import { recordCheck } from '../../catalogue/sources/checks.ts';
import {
  changeSource,
  findSource,
  putSource,
  requestCheck,
  type StoredSource,
} from '../../catalogue/sources/sources.ts';
import { IsolatedProcessError } from '../../reading/process/isolated-process.ts';
import { IngestError } from '../../reading/reading.ts';
import { maxStatementMs, newResultKey } from '../../reading/statements/statement.ts';
import { type CandidateOutcome, type FollowDeps, publishCandidate, releaseHeld } from '../follow/publish-candidate.ts';
import { withUnpublishedRows } from '../publish/unpublished-rows.ts';
import { privateInputs, unconfirmedInputs } from './private-inputs.ts';
import { choiceOfRecipe, type Recipe, readerOfRecipe, recipeIn } from './recipe.ts';
import { findCycle, newestInputs } from './recipe-graph.ts';
import { datasetsOf, type PinnedVersions, type ResolvedInput } from './resolve-inputs.ts';
import {
  columnNotesOf,
  listsOfColumns,
  type RecipeDeps,
  type ResolvedStatement,
  resolveStatement,
  runnable,
} from './resolve-statement.ts';

/** Maximum duration of a run. */
const runLimitMs = 60 * 60_000;
/** When a run that failed for no fault of its statement is repeated. */
const retryMs = 60 * 60_000;

/** Failures that a change of rights ends, and a change of an input does not. */
const rightsCodes: ReadonlySet<ExplanationCode> = new Set(['recipe-author', 'recipe-private']);

/** How a version names another one that it was made from. */
export function inputRecord({
  name,
  namespace,
  dataset,
  slug,
  version,
}: ResolvedInput): VersionRecipe['inputs'][number] {
  const address = `/api/v1/namespaces/${namespace}/datasets/${dataset}/version/${slug}/`;
  return { name, address, version: slug, checksum: version.checksum };
}

/**
 * Runs the recipe of a dataset over the newest versions of its inputs, and publishes the result as data of a followed
 * dataset are: held by a guard, or not at all if the rows are equal. A failure is recorded, and thrown.
 * @param now from when a failed run is repeated later; milliseconds since 1970
 * @returns null if the dataset has no recipe, or got another one meanwhile
 * @throws {IngestError | IsolatedProcessError | RemovedVersionError | DamagedVersionError}
 */
export async function runRecipe(
  deps: FollowDeps,
  datasetId: number,
  work: LongWork,
  now = Date.now(),
): Promise<CandidateOutcome | null> {
  const { records } = deps.catalogue;
  const entry = await findSource(records, datasetId);
  const recipe = entry === null ? null : recipeIn(entry.choice);
  if (entry === null || recipe === null) return null;
  const started = performance.now();
  const at = new Date().toISOString();
  // What is published while it runs is for the next run.
  const state = await newestInputs(records, recipe.inputs);
  const elapsedMs = () => performance.now() - started;
  try {
    return await publishResult(deps, entry, recipe, { at, state, elapsedMs }, work);
  } catch (error) {
    work.signal?.throwIfAborted();
    if ((await currentRecipe(records, datasetId, recipe)) === null) return null;
    const isOwnFault = error instanceof IngestError;
    const isLasting = isOwnFault && !rightsCodes.has(error.reason.code);
    const reason = isOwnFault || error instanceof IsolatedProcessError ? error.reason : explain('something-wrong');
    await recordCheck(records, datasetId, {
      at,
      outcome: 'failed',
      reason,
      bytes: 0,
      milliseconds: Math.round(elapsedMs()),
      full: false,
      state,
      nextCheck: isLasting || recipe.run === 'by-hand' ? null : new Date(now + retryMs).toISOString(),
    });
    deps.announce();
    throw error;
  }
}

interface RunFacts {
  readonly at: string;
  readonly state: SourceState;
  elapsedMs(): number;
}

async function publishResult(
  deps: FollowDeps,
  entry: StoredSource,
  recipe: Recipe,
  facts: RunFacts,
  work: LongWork,
): Promise<CandidateOutcome | null> {
  const { records } = deps.catalogue;
  const home = await findNamespace(records, entry.namespace);
  if (home === null) return null;
  const reader = await readerOfRecipe(records, recipe, home);
  const resolved = await resolveStatement(deps, recipe.sql, reader, work, pinnedIn(facts.state));
  const reads = datasetsOf(resolved.inputs);
  await assertShown(records, entry.datasetId, recipe, reads);
  const inputs = resolved.inputs.map(inputRecord);
  return await publishCandidate(
    deps,
    {
      ...facts,
      datasetId: entry.datasetId,
      content: { kind: 'statement', statement: runnable(resolved, { maxRows: null, limitMs: runLimitMs }) },
      recipe: { sql: recipe.sql, inputs },
      columns: await missingNotes(deps, entry.datasetId, resolved),
      lists: await listsOfColumns(deps, resolved, reader),
      sourceName: inputs.map(({ name, version }) => `${name.split('@', 1)[0]} @ ${version}`).join(', '),
      expectedRows: null,
      bytes: 0,
      nextCheck: null,
      assertCurrent: (transaction) => assertShown(transaction, entry.datasetId, recipe, reads),
    },
    work,
  );
}

/** What comes along with unchanged columns, without those that the dataset describes itself. */
async function missingNotes(deps: FollowDeps, datasetId: number, resolved: ResolvedStatement): Promise<ColumnNote[]> {
  const own = (await columnsOfDatasets(deps.catalogue.records, [datasetId])).get(datasetId) ?? [];
  const described = new Set(
    own.filter((one) => one.label !== one.name || one.description !== '').map((one) => one.name),
  );
  return (await columnNotesOf(deps, resolved)).filter(({ name }) => !described.has(name));
}

function pinnedIn(state: SourceState): PinnedVersions {
  return new Map(
    Object.entries(state).flatMap(([name, slug]): [string, string][] =>
      typeof slug === 'string' ? [[name, slug]] : [],
    ),
  );
}

/** The recipe of a dataset if it is still this one, perhaps with other confirmations. */
async function currentRecipe(records: Records, datasetId: number, { sql, author }: Recipe) {
  const entry = await findSource(records, datasetId);
  const recipe = entry === null ? null : recipeIn(entry.choice);
  return entry !== null && recipe?.sql === sql && recipe.author === author ? { entry, recipe } : null;
}

/**
 * An input may have become private, or the dataset public, since the recipe was written.
 * @param reads names of its inputs
 * @throws {IngestError} @throws {Error} if the dataset has another recipe now
 */
async function assertShown(records: Records, datasetId: number, given: Recipe, reads: readonly string[]) {
  const current = await currentRecipe(records, datasetId, given);
  if (current === null) throw new Error('The recipe was changed while it ran.');
  const { entry, recipe } = current;
  const home = await findNamespace(records, entry.namespace);
  const own = home === null ? null : await findDataset(records, home.id, entry.dataset);
  if (home === null || own === null || own.hidden || !isPublic(home)) return;
  const open = await unconfirmedInputs(records, { reads, confirmed: recipe.confirmed });
  if (open.length > 0) throw privateInputs(open);
}

/** Maximum duration for callers who may run recipes, and for all other readers. */
export const recomputeLimitMs = { writers: 60 * 60_000, readers: maxStatementMs } as const;

/**
 * Runs the recipe of a version again on exactly the versions that it names, and compares the result.
 * @param limitMs how long computing it may take
 * @returns null for a version that no recipe made, or that is missing
 * @throws {IsolatedProcessError}
 */
export async function recompute(
  deps: RecipeDeps,
  { datasetId, slug, limitMs }: { readonly datasetId: number; readonly slug: string; readonly limitMs: number },
  reader: StatementReader,
  work: LongWork,
): Promise<RecomputeRecord | null> {
  const { records } = deps.catalogue;
  const recipe = recipeOfVersion((await findVersion(records, datasetId, slug))?.metadata ?? '');
  const version = recipe === null ? null : await findStoredVersion(records, datasetId, slug);
  if (recipe === null || version === null) return null;
  const pinned = new Map(recipe.inputs.map(({ name, version: slug }) => [name, slug]));
  const gone = { verdict: 'input-gone', rows: null } as const;
  let resolved: Awaited<ReturnType<typeof resolveStatement>>;
  try {
    resolved = await resolveStatement(deps, recipe.sql, reader, work, pinned);
  } catch (error) {
    if (error instanceof IngestError) return { ...gone, message: error.message };
    throw error;
  }
  const isSame = recipe.inputs.every((input) =>
    resolved.inputs.some(({ name, version: read }) => name === input.name && read.checksum === input.checksum),
  );
  if (!isSame) return { ...gone, message: 'An input has another checksum than when the version was made.' };
  const statement = runnable(resolved, { maxRows: null, limitMs });
  const derive = () => deps.rows.derive(newResultKey(), statement, work);
  return await withUnpublishedRows(deps.rows, derive, async (again): Promise<RecomputeRecord> => {
    if (again.checksum === version.checksum) return { verdict: 'same', rows: 0, message: '' };
    const { added, removed, changed } = await deps.rows.open(version).diff(again, [], work);
    const rows = added + removed + changed;
    return { verdict: 'differs', rows, message: `${rows} rows differ.` };
  });
}

/** A recipe for a dataset, which is created hidden if there is none. */
interface RecipeRequest extends Pick<Recipe, 'sql' | 'run' | 'author'> {
  readonly namespace: NamespaceEntry;
  readonly slug: string;
  readonly dataset: DatasetEntry | null;
  /** Whether rows of inputs that are not public may be shown to everybody. */
  readonly confirmPrivate: boolean;
  /** When a version is held; missing for the usual, or as it was. */
  readonly guards?: Guards;
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
  const { namespace, slug, dataset, sql, run, author, confirmPrivate, guards } = request;
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
      const source = { choice, every: 'manual', allowPrivate: false, nextCheck: null, guards: guards ?? usualGuards };
      const retention = { kind: 'all' } as const;
      await putSource(transaction, made.id, { ...source, retention }, new Date().toISOString());
    } else {
      await changeSource(transaction, made.id, { choice, ...(guards !== undefined && { guards }) });
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
