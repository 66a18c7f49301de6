import { explain } from '#shared/failures.ts';
import type { SourceState } from '#shared/follow.ts';
import type { VersionRecipe } from '#shared/version-metadata.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { isPublic } from '../../catalogue/access/access.ts';
import type { Records } from '../../catalogue/database/catalogue.ts';
import { findDataset } from '../../catalogue/records/datasets.ts';
import { findNamespace, type NamespaceEntry } from '../../catalogue/records/namespaces.ts';
import { recordCheck } from '../../catalogue/sources/checks.ts';
import { findSource, type StoredSource } from '../../catalogue/sources/sources.ts';
import { IsolatedProcessError } from '../../reading/process/isolated-process.ts';
import { IngestError } from '../../reading/reading.ts';
import { type CandidateOutcome, type FollowDeps, publishCandidate } from '../follow/publish-candidate.ts';
import { privateInputs, unconfirmedInputs } from './private-inputs.ts';
import { type Recipe, readerOfRecipe, recipeIn } from './recipe.ts';
import { newestInputs } from './recipe-graph.ts';
import { datasetsOf, type PinnedVersions, type ResolvedInput } from './resolve-inputs.ts';
import { columnNotesOf, resolveStatement, runnable } from './resolve-statement.ts';

/** Maximum duration of a run. */
const runLimitMs = 60 * 60_000;
/** When a run that failed for no fault of its statement is repeated. */
const retryMs = 60 * 60_000;

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
 * @returns null if the dataset has no recipe
 * @throws {IngestError | IsolatedProcessError | RemovedVersionError | DamagedVersionError}
 */
export async function runRecipe(deps: FollowDeps, datasetId: number, work: LongWork): Promise<CandidateOutcome | null> {
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
    const isOwnFault = error instanceof IngestError;
    const reason = isOwnFault || error instanceof IsolatedProcessError ? error.reason : explain('something-wrong');
    await recordCheck(records, datasetId, {
      at,
      outcome: 'failed',
      reason,
      bytes: 0,
      milliseconds: Math.round(elapsedMs()),
      full: false,
      state,
      nextCheck: isOwnFault || recipe.run === 'by-hand' ? null : new Date(Date.now() + retryMs).toISOString(),
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
  await assertShown(records, home, { ...entry, recipe }, resolved.inputs);
  const inputs = resolved.inputs.map(inputRecord);
  return await publishCandidate(
    deps,
    {
      ...facts,
      datasetId: entry.datasetId,
      content: { kind: 'statement', statement: runnable(resolved, { maxRows: null, limitMs: runLimitMs }) },
      recipe: { sql: recipe.sql, inputs },
      columns: await columnNotesOf(deps, resolved),
      sourceName: inputs.map(({ name, version }) => `${name.split('@', 1)[0]} @ ${version}`).join(', '),
      expectedRows: null,
      ignoredColumns: [],
      bytes: 0,
      nextCheck: null,
    },
    work,
  );
}

function pinnedIn(state: SourceState): PinnedVersions {
  return new Map(
    Object.entries(state).flatMap(([name, slug]): [string, string][] =>
      typeof slug === 'string' ? [[name, slug]] : [],
    ),
  );
}

/** An input may have become private since the recipe was written. @throws {IngestError} */
async function assertShown(
  records: Records,
  home: NamespaceEntry,
  { dataset, recipe: { confirmed } }: Pick<StoredSource, 'dataset'> & { readonly recipe: Recipe },
  inputs: readonly ResolvedInput[],
): Promise<void> {
  const own = await findDataset(records, home.id, dataset);
  if (own === null || own.hidden || !isPublic(home)) return;
  const open = await unconfirmedInputs(records, { reads: datasetsOf(inputs), confirmed });
  if (open.length > 0) throw privateInputs(open);
}
