import { Outlines, Profiles, ProfilesProgress } from '#shared/api/profile.ts';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import type { LocatedDataset } from '../../../catalogue/records/readable-dataset.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { type QueryParameter, rowQueryParameters } from '../../openapi/query-parameter.ts';
import { invalid } from '../../plugins/api-error.ts';
import { type Exchange, workOf } from '../../plugins/exchange.ts';
import type { Answer, Resource } from '../../resources/resource.ts';
import resources from '../../resources/resources.json' with { type: 'json' };
import { requestedVersion, resolvedQuery } from '../../responses/rows-response.ts';
import { readOnlyDataset } from '../namespaces/find.ts';

/** JSON with exact big integers, which `JSON.stringify` does not support. */
function exactJson(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(exactJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${exactJson(inner)}`);
  return `{${members.join(',')}}`;
}

function columnsAnswer(exchange: Exchange, found: LocatedDataset, slug: string | null, columns: readonly unknown[]) {
  const { namespace, dataset } = found;
  const version = slug === null ? null : exchange.links.version(namespace.slug, dataset.slug, slug);
  return { kind: 'json', json: Buffer.from(exactJson({ version, columns }), 'utf8') } satisfies Answer;
}

async function profilesAnswer(deps: ServiceDeps, exchange: Exchange, found: LocatedDataset) {
  const version = await requestedVersion(deps.locator, found.dataset.id, exchange.query);
  const query = await resolvedQuery(deps, exchange, found.dataset.id, version?.names ?? new Set());
  if (version === null) return columnsAnswer(exchange, found, null, []);
  const rows = deps.rows.open(version.stored);
  const columns: ColumnProfile[] = [];
  for (const column of query.fields ?? version.stored.columns.map(({ name }) => name))
    columns.push(await rows.profile(query, column, workOf(exchange)));
  return columnsAnswer(exchange, found, version.slug, columns);
}

async function outlinesAnswer(deps: ServiceDeps, exchange: Exchange, found: LocatedDataset) {
  const stray = exchange.query.find(([name]) => name !== 'version' && name !== '_format');
  if (stray !== undefined) throw invalid({ [stray[0]]: ['This is not a known parameter.'] });
  const version = await requestedVersion(deps.locator, found.dataset.id, exchange.query);
  if (version === null) return columnsAnswer(exchange, found, null, []);
  return columnsAnswer(exchange, found, version.slug, await deps.rows.open(version.stored).outline(workOf(exchange)));
}

const profileParameters: readonly QueryParameter[] = rowQueryParameters.filter(
  ({ name }) => name !== 'ordering' && name !== '_collation',
);

/** `…/datasets/<dataset_slug>/profile/` (an extension): profiles of the columns' values. */
export function datasetProfile(deps: ServiceDeps): Resource<LocatedDataset> {
  return readOnlyDataset(resources.datasetProfile, deps.locator, {
    parameters: profileParameters,
    answers: { 200: Profiles },
    handle: (exchange, found) => profilesAnswer(deps, exchange, found),
  });
}

/**
 * `…/datasets/<dataset_slug>/profile/progress/` (an extension): the progress of the profiles that requests to
 * `profile/` with the same filters wait for. The request is answered at once, and starts nothing.
 */
export function profileProgress(deps: ServiceDeps): Resource<LocatedDataset> {
  return readOnlyDataset(resources.profileProgress, deps.locator, {
    parameters: profileParameters,
    answers: { 200: ProfilesProgress },
    handle: async (exchange, { dataset }) => {
      const version = await requestedVersion(deps.locator, dataset.id, exchange.query);
      const query = await resolvedQuery(deps, exchange, dataset.id, version?.names ?? new Set());
      const running = version === null ? [] : deps.rows.open(version.stored).profileProgress(query);
      const requested = query.fields === null ? null : new Set(query.fields);
      const record: ProfilesProgress = {
        columns: running.filter(({ column }) => requested === null || requested.has(column)),
      };
      return { kind: 'record', record, headers: { 'Cache-Control': 'no-store' } };
    },
  });
}

const versionParameters: readonly QueryParameter[] = rowQueryParameters.filter(({ name }) => name === 'version');

/** `…/datasets/<dataset_slug>/outline/` (an extension): column statistics that need no reading of rows. */
export function datasetOutline(deps: ServiceDeps): Resource<LocatedDataset> {
  return readOnlyDataset(resources.datasetOutline, deps.locator, {
    parameters: versionParameters,
    answers: { 200: Outlines },
    handle: (exchange, found) => outlinesAnswer(deps, exchange, found),
  });
}
