import { type ExplanationCode, explain } from '#shared/failures.ts';
import type { SourceState } from '#shared/follow.ts';
import type { VersionRecipe } from '#shared/version-metadata.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { isPublic } from '../../catalogue/access/access.ts';
import type { Records } from '../../catalogue/database/catalogue.ts';
import { type ColumnNote, findDataset } from '../../catalogue/records/datasets.ts';
import { findNamespace } from '../../catalogue/records/namespaces.ts';
import { columnsOfDatasets } from '../../catalogue/records/versions.ts';
import { recordCheck } from '../../catalogue/sources/checks.ts';
import { findSource, type StoredSource } from '../../catalogue/sources/sources.ts';
import { IsolatedProcessError } from '../../reading/process/isolated-process.ts';
import { IngestError } from '../../reading/reading.ts';
import { type CandidateOutcome, type FollowDeps, publishCandidate } from '../follow/publish-candidate.ts';
import { privateInputs, unconfirmedInputs } from './private-inputs.ts';
import { type Recipe, readerOfRecipe, recipeIn } from './recipe.ts';
import { newestInputs } from './recipe-graph.ts';
import { datasetsOf, type PinnedVersions, type ResolvedInput } from './resolve-inputs.ts';
import { columnNotesOf, type ResolvedStatement, resolveStatement, runnable } from './resolve-statement.ts';

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
      sourceName: inputs.map(({ name, version }) => `${name.split('@', 1)[0]} @ ${version}`).join(', '),
      expectedRows: null,
      ignoredColumns: [],
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
