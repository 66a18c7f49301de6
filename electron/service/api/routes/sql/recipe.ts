import { RecipeRecord, RecipeRun, RecipeWrite, RecomputeRecord } from '#shared/api/records/recipe.ts';
import { guardsOf, guardsRecord } from '#shared/api/records/source.ts';
import { Version } from '#shared/api/records/version.ts';
import { JoinReport, JoinReportRequest } from '#shared/api/sql.ts';
import { englishText } from '#shared/english/english-text.ts';
import { mayWrite } from '../../../catalogue/access/access.ts';
import { type DatasetEntry, findDataset } from '../../../catalogue/records/datasets.ts';
import type { NamespaceEntry } from '../../../catalogue/records/namespaces.ts';
import type { LocatedDataset } from '../../../catalogue/records/readable-dataset.ts';
import { findVersion } from '../../../catalogue/records/versions.ts';
import { findSource, type StoredSource, statusOf } from '../../../catalogue/sources/sources.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { sourcesOver } from '../../../operations/follow/local-sources.ts';
import { type QueryResults, reportJoin } from '../../../operations/recipes/query-results.ts';
import { authorOf, type Recipe, recipeIn } from '../../../operations/recipes/recipe.ts';
import { resolveStatement } from '../../../operations/recipes/resolve-statement.ts';
import { putRecipe, recompute, recomputeLimitMs, runRecipe } from '../../../operations/recipes/run-recipe.ts';
import { removeVersions } from '../../../operations/remove-dataset.ts';
import { IngestError } from '../../../reading/reading.ts';
import { denied, invalid, notFound } from '../../plugins/api-error.ts';
import { type Exchange, workOf } from '../../plugins/exchange.ts';
import { versionRecord } from '../../records/records.ts';
import type { Answer, Resource } from '../../resources/resource.ts';
import resources from '../../resources/resources.json' with { type: 'json' };
import { findReadableDataset, findReadableNamespace } from '../namespaces/find.ts';
import { assertMayRunSql, inputRecords, withStatementErrors } from './sql.ts';

/** The place of a recipe: its dataset may be missing, and is then created with it. */
interface RecipePlace {
  readonly namespace: NamespaceEntry;
  readonly slug: string;
  readonly dataset: DatasetEntry | null;
}

async function findPlace({ catalogue, locator }: ServiceDeps, exchange: Exchange): Promise<RecipePlace> {
  const namespace = await findReadableNamespace(locator, exchange);
  const slug = exchange.path.dataset ?? '';
  // For other readers a dataset that is hidden or missing has no recipe to be refused.
  const isRead = ['GET', 'HEAD'].includes(exchange.request.method);
  if (isRead && !mayWrite(namespace, exchange.caller)) await findReadableDataset(locator, exchange);
  return { namespace, slug, dataset: await findDataset(catalogue.records, namespace.id, slug) };
}

/** A statement names datasets, also private ones: only callers who may write see it. */
const mayUse = ({ caller }: Exchange, { namespace }: RecipePlace) => mayWrite(namespace, caller);

async function recipeOfPlace(
  { catalogue }: ServiceDeps,
  { dataset }: RecipePlace,
): Promise<{ readonly entry: StoredSource; readonly recipe: Recipe }> {
  const entry = dataset === null ? null : await findSource(catalogue.records, dataset.id);
  const recipe = entry === null ? null : recipeIn(entry.choice);
  if (entry === null || recipe === null) throw notFound();
  return { entry, recipe };
}

async function answerOf(deps: ServiceDeps, exchange: Exchange, place: RecipePlace, status = 200): Promise<Answer> {
  const { entry, recipe } = await recipeOfPlace(deps, place);
  const reader = { kind: 'caller', caller: exchange.caller } as const;
  const resolved = await resolveStatement(deps, recipe.sql, reader, workOf(exchange)).catch((error: unknown) => {
    // The state says what is missing.
    if (error instanceof IngestError) return { inputs: [] };
    throw error;
  });
  const dataset = exchange.links.dataset(place.namespace.slug, place.slug);
  const record: RecipeRecord = {
    url: `${dataset}recipe/`,
    dataset,
    sql: recipe.sql,
    run: recipe.run,
    inputs: inputRecords(exchange.links, resolved),
    guards: guardsRecord(entry.guards),
    last_run: entry.lastCheck,
    next_run: entry.nextCheck,
    state: statusOf(entry),
    problem: entry.problem === null ? '' : englishText(entry.problem),
  };
  return { kind: 'record', status, record };
}

/** `…/datasets/<dataset_slug>/recipe/` (an extension): the statement that makes the versions of a dataset. */
export function datasetRecipe(deps: ServiceDeps): Resource<RecipePlace> {
  const { records } = deps.catalogue;
  return {
    ...resources.datasetRecipe,
    find: (exchange) => findPlace(deps, exchange),
    mayRead: mayUse,
    mayWrite: mayUse,
    actions: {
      GET: {
        answers: { 200: RecipeRecord },
        failures: [408],
        handle: (exchange, place) => answerOf(deps, exchange, place),
      },
      PUT: {
        body: RecipeWrite,
        answers: { 200: RecipeRecord, 201: RecipeRecord },
        async handle(exchange, place, { fields }) {
          const {
            sql,
            run = 'by-hand',
            confirm_private_inputs: confirmPrivate = false,
            guards,
          } = fields as RecipeWrite;
          const { caller } = exchange;
          if (!/^[\w-]{1,100}$/.test(place.slug)) throw notFound();
          if (caller === null) throw denied(caller);
          const author = await authorOf(records, caller);
          const given = guards === undefined ? {} : { guards: guardsOf(guards) };
          const request = { ...place, sql, run, author, confirmPrivate, ...given };
          const made = await withRecipeErrors(() =>
            putRecipe(deps, request, { kind: 'caller', caller }, workOf(exchange)),
          );
          deps.announce();
          const dataset = await findDataset(records, place.namespace.id, place.slug);
          return await answerOf(deps, exchange, { ...place, dataset }, made.isNew ? 201 : 200);
        },
      },
      DELETE: {
        answers: { 204: null },
        async handle(_, place) {
          await recipeOfPlace(deps, place);
          const sources = sourcesOver(
            records,
            async () => deps.announce(),
            (keys) => removeVersions(deps, keys),
          );
          await sources.remove({ namespace: place.namespace.slug, dataset: place.slug });
          return { kind: 'empty', status: 204 };
        },
      },
    },
  };
}

/** Errors of the confirmation are those of its field. @throws {ApiError} */
async function withRecipeErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  return await withStatementErrors(async () => {
    try {
      return await work();
    } catch (error) {
      throw privateInputsError(error) ?? error;
    }
  });
}

/** The answer to a change that would show what is made from private inputs; null for any other error. */
export function privateInputsError(error: unknown) {
  const isPrivate = error instanceof IngestError && error.reason.code === 'recipe-private';
  return isPrivate ? invalid({ confirm_private_inputs: [error.message] }) : null;
}

/** `…/datasets/<dataset_slug>/recipe/run/` (an extension): makes a version now. */
export function recipeRun(deps: ServiceDeps): Resource<RecipePlace> {
  return {
    ...resources.recipeRun,
    find: (exchange) => findPlace(deps, exchange),
    mayRead: mayUse,
    mayWrite: mayUse,
    actions: {
      POST: {
        answers: { 200: RecipeRun, 202: Version },
        async handle(exchange, place) {
          const { entry } = await recipeOfPlace(deps, place);
          const outcome = await withRecipeErrors(() => runRecipe(deps, entry.datasetId, workOf(exchange)));
          if (outcome === null) throw notFound();
          const { outcome: kind, version, reasons } = outcome;
          const made = version === null ? null : await findVersion(deps.catalogue.records, entry.datasetId, version);
          if (made === null) {
            const record: RecipeRun = { unchanged: kind === 'unchanged', held: reasons.map(englishText) };
            return { kind: 'record', record };
          }
          const record = versionRecord(exchange.links, place.namespace.slug, place.slug, made);
          return { kind: 'record', status: 202, record, headers: { Location: record.url } };
        },
      },
    },
  };
}

/** `sql/join-report/` (an extension): how two inputs would match, before they are joined. */
export function joinReport(deps: ServiceDeps, results: QueryResults): Resource<null> {
  return {
    ...resources.joinReport,
    find: (exchange) => assertMayRunSql(deps, exchange),
    actions: {
      POST: {
        body: JoinReportRequest,
        answers: { 200: JoinReport },
        async handle(exchange, _, { fields }) {
          const { caller, links } = exchange;
          const work = workOf(exchange);
          const reader = { kind: 'caller', caller } as const;
          const { resolved, ...report } = await withStatementErrors(
            () => reportJoin(deps, results, fields as JoinReportRequest, reader, work),
            'on',
          );
          return { kind: 'record', record: { ...report, inputs: inputRecords(links, resolved) } };
        },
      },
    },
  };
}

/** `…/version/<version_slug>/recompute/` (an extension): makes a derived version again, and compares the two. */
export function versionRecompute(deps: ServiceDeps): Resource<LocatedDataset> {
  return {
    ...resources.versionRecompute,
    async find(exchange) {
      await assertMayRunSql(deps, exchange);
      return await findReadableDataset(deps.locator, exchange);
    },
    actions: {
      POST: {
        answers: { 200: RecomputeRecord },
        async handle(exchange, { namespace, dataset }) {
          const { caller, path } = exchange;
          const work = workOf(exchange);
          const reader = { kind: 'caller', caller } as const;
          const limitMs = mayWrite(namespace, caller) ? recomputeLimitMs.writers : recomputeLimitMs.readers;
          const version = { datasetId: dataset.id, slug: path.version ?? '', limitMs };
          const record = await withStatementErrors(() => recompute(deps, version, reader, work));
          if (record === null) throw notFound();
          return { kind: 'record', record };
        },
      },
    },
  };
}
