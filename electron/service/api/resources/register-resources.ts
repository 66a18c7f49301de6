import { Type } from 'typebox';
import { loginThrottle } from '../../accounts/login-throttle.ts';
import type { ServiceDeps } from '../../deps.ts';
import { openQueryResults } from '../../operations/recipes/query-results.ts';
import { describeApi } from '../openapi/describe-api.ts';
import { login, logout, tokenObtain } from '../routes/accounts/login.ts';
import { groupInstance, groupList, userInstance, userList } from '../routes/accounts/users.ts';
import { columnInstance, columnList, unlistedCodeReport } from '../routes/datasets/columns.ts';
import { datasetStatistics, rowList, rowsProgress } from '../routes/datasets/data.ts';
import { datasetInstance, datasetList, namespaceDatasetList } from '../routes/datasets/datasets.ts';
import { versionDiff } from '../routes/datasets/diff.ts';
import { download } from '../routes/datasets/download.ts';
import { datasetOutline, datasetProfile, profileProgress } from '../routes/datasets/profile.ts';
import {
  datasetProvenance,
  datasetVersionList,
  importReport,
  versionInstance,
  versionList,
} from '../routes/datasets/versions.ts';
import { apiVersions, discovery, metaInstance } from '../routes/discovery.ts';
import { namespaceInstance, namespaceList } from '../routes/namespaces/namespaces.ts';
import { queryInstance, queryList } from '../routes/queries/queries.ts';
import { queryRows } from '../routes/queries/query-data.ts';
import { datasetChanges } from '../routes/sources/changes.ts';
import { datasetSource } from '../routes/sources/source.ts';
import { datasetRecipe, joinReport, recipeRun, versionRecompute } from '../routes/sql/recipe.ts';
import { sqlQuery } from '../routes/sql/sql.ts';
import { trashInstance, trashList, trashRestore } from '../routes/trash.ts';
import { registerResource } from './register-resource.ts';
import { type AnyResource, type Resource, type ResourceHost, readOnly } from './resource.ts';
import resources from './resources.json' with { type: 'json' };

/** Registers every resource of the API. */
export async function registerResources(host: ResourceHost, deps: ServiceDeps): Promise<void> {
  registerResource(host, apiVersions);
  registerResource(host, discovery(deps));
  registerResource(host, metaInstance);
  registerResource(host, namespaceList(deps));
  registerResource(host, namespaceInstance(deps));
  registerResource(host, datasetList(deps));
  registerResource(host, namespaceDatasetList(deps, host.checkForgery));
  registerResource(host, datasetInstance(deps));
  registerResource(host, rowList(deps));
  registerResource(host, rowsProgress(deps));
  registerResource(host, versionList(deps));
  await registerStreamed(host, datasetVersionList(deps, host.checkForgery));
  registerResource(host, versionInstance(deps));
  registerResource(host, versionDiff(deps));
  registerResource(host, importReport(deps));
  registerResource(host, download(deps));
  registerResource(host, datasetStatistics(deps));
  registerResource(host, datasetProvenance(deps));
  registerResource(host, columnList(deps));
  registerResource(host, columnInstance(deps));
  registerResource(host, unlistedCodeReport(deps));
  registerResource(host, datasetSource(deps));
  registerResource(host, datasetChanges(deps));
  registerResource(host, datasetOutline(deps));
  registerResource(host, datasetProfile(deps));
  registerResource(host, profileProgress(deps));
  registerResource(host, groupList(deps));
  registerResource(host, groupInstance(deps));
  registerResource(host, userList(deps));
  registerResource(host, userInstance(deps));
  registerResource(host, queryList(deps));
  registerResource(host, queryInstance(deps));
  registerResource(host, queryRows(deps));
  registerResource(host, trashList(deps));
  registerResource(host, trashInstance(deps));
  registerResource(host, trashRestore(deps));
  if (deps.sql !== 'off') {
    const results = openQueryResults(deps.rows);
    host.app.addHook('onClose', () => results.close());
    registerResource(host, sqlQuery(deps, results));
    registerResource(host, joinReport(deps, results));
    registerResource(host, datasetRecipe(deps));
    registerResource(host, recipeRun(deps));
    registerResource(host, versionRecompute(deps));
  }
  const throttle = loginThrottle(deps.catalogue.logins);
  registerResource(host, tokenObtain(deps, throttle));
  registerResource(host, login(deps, throttle));
  registerResource(host, logout(deps));
  registerResource(host, apiSchema(host.described));
}

/** Registers a resource that reads its bodies as streams, whatever their media type. */
async function registerStreamed<Target>(host: ResourceHost, resource: Resource<Target>): Promise<void> {
  await host.app.register(async (app) => {
    app.removeContentTypeParser(['application/json', 'application/x-www-form-urlencoded']);
    app.addContentTypeParser('*', (_, __, done) => done(null));
    registerResource({ ...host, app }, resource);
  });
}

/** `/api/v1/schema/` (an extension): the OpenAPI document. @param described read at the first request */
function apiSchema(described: readonly AnyResource[]): Resource<null> {
  return readOnly(resources.apiSchema, async () => null, {
    answers: { 200: Type.Record(Type.String(), Type.Unknown()) },
    handle: async ({ links }) => ({
      kind: 'json',
      json: Buffer.from(JSON.stringify(describeApi(described, links.base)), 'utf8'),
    }),
  });
}
