import type { Locator } from '../catalogue/readable-dataset.ts';
import type { ServiceDeps } from '../deps.ts';
import { rowList } from './data.ts';
import { datasetInstance, datasetList, namespaceDatasetList } from './datasets.ts';
import { apiVersions, discovery, projectMeta } from './discovery.ts';
import { namespaceInstance, namespaceList } from './namespaces.ts';
import { type ResourceHost, registerResource } from './register-resource.ts';
import { datasetVersionList, versionInstance, versionList } from './versions.ts';

/** Registers every resource of the API. */
export function registerResources(host: ResourceHost, deps: ServiceDeps, locator: Locator): void {
  registerResource(host, apiVersions);
  registerResource(host, discovery);
  registerResource(host, projectMeta);
  registerResource(host, namespaceList(deps));
  registerResource(host, namespaceInstance(deps, locator));
  registerResource(host, datasetList(deps));
  registerResource(host, namespaceDatasetList(deps, locator));
  registerResource(host, datasetInstance(deps, locator));
  registerResource(host, rowList(deps, locator));
  registerResource(host, versionList(deps));
  registerResource(host, datasetVersionList(deps, locator));
  registerResource(host, versionInstance(deps, locator));
}
