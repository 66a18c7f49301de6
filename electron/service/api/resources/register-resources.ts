import { Type } from 'typebox';
import { loginThrottle } from '../../accounts/login-throttle.ts';
import type { Locator } from '../../catalogue/records/readable-dataset.ts';
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
export async function registerResources(host: ResourceHost, deps: ServiceDeps, locator: Locator): Promise<void> {
  registerResource(host, apiVersions);
  registerResource(host, discovery(deps));
  registerResource(host, metaInstance);
  registerResource(host, namespaceList(deps));
  registerResource(host, namespaceInstance(deps, locator));
  registerResource(host, datasetList(deps));
  registerResource(host, namespaceDatasetList(deps, locator, host.checkForgery));
  registerResource(host, datasetInstance(deps, locator));
  registerResource(host, rowList(deps, locator));
  registerResource(host, rowsProgress(deps, locator));
  registerResource(host, versionList(deps));
  await registerStreamed(host, datasetVersionList(deps, locator, host.checkForgery));
  registerResource(host, versionInstance(deps, locator));
  registerResource(host, versionDiff(deps, locator));
  registerResource(host, importReport(deps, locator));
  registerResource(host, download(deps, locator));
  registerResource(host, datasetStatistics(deps, locator));
  registerResource(host, datasetProvenance(deps, locator));
  registerResource(host, columnList(deps, locator));
  registerResource(host, columnInstance(deps, locator));
  registerResource(host, unlistedCodeReport(deps, locator));
  registerResource(host, datasetSource(deps, locator));
  registerResource(host, datasetChanges(deps, locator));
  registerResource(host, datasetOutline(deps, locator));
  registerResource(host, datasetProfile(deps, locator));
  registerResource(host, profileProgress(deps, locator));
  registerResource(host, groupList(deps));
  registerResource(host, groupInstance(deps));
  registerResource(host, userList(deps));
  registerResource(host, userInstance(deps));
  registerResource(host, queryList(deps, locator));
  registerResource(host, queryInstance(deps, locator));
  registerResource(host, queryRows(deps, locator));
  registerResource(host, trashList(deps));
  registerResource(host, trashInstance(deps));
  registerResource(host, trashRestore(deps));
  if (deps.sql !== 'off') {
    const results = openQueryResults(deps.rows);
    host.app.addHook('onClose', () => results.close());
    registerResource(host, sqlQuery(deps, results));
    registerResource(host, joinReport(deps, results));
    registerResource(host, datasetRecipe(deps, locator));
    registerResource(host, recipeRun(deps, locator));
    registerResource(host, versionRecompute(deps, locator));
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
