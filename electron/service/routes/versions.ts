import { pageOf } from '#shared/api/page.ts';
import { Version } from '#shared/api/version.ts';
import { mayRead } from '../catalogue/access.ts';
import { type DatasetEntry, listDatasets } from '../catalogue/datasets.ts';
import { listNamespaces } from '../catalogue/namespaces.ts';
import type { LocatedDataset, Locator } from '../catalogue/readable-dataset.ts';
import { findVersion, listVersions, type VersionEntry } from '../catalogue/versions.ts';
import type { ServiceDeps } from '../deps.ts';
import { notFound } from '../plugins/api-error.ts';
import type { Exchange } from '../plugins/exchange.ts';
import { showsVersion } from '../records/gather.ts';
import { versionRecord } from '../records/records.ts';
import { findReadableDataset } from './find.ts';
import { pageAnswer } from './lists.ts';
import type { Answer, Resource } from './resource.ts';

async function versionPage(deps: ServiceDeps, exchange: Exchange, located: readonly LocatedDataset[]): Promise<Answer> {
  const byId = new Map(located.map((one) => [one.dataset.id, one]));
  const versions = (await listVersions(deps.catalogue.records, [...byId.keys()])).flatMap((version) => {
    const owner = byId.get(version.datasetId);
    const shown = owner !== undefined && showsVersion(version, owner.namespace, exchange.caller);
    return shown ? [{ version, owner }] : [];
  });
  return await pageAnswer(exchange, versions, async (page) =>
    page.map(({ version, owner }) => versionRecord(exchange.links, owner.namespace.slug, owner.dataset.slug, version)),
  );
}

/** `versions/`: the versions of all datasets that the caller may see, newest first. */
export function versionList(deps: ServiceDeps): Resource<null> {
  const { records } = deps.catalogue;
  return {
    path: '/api/v1/versions/',
    name: 'Version List',
    description: 'The versions of all datasets, newest first.',
    tag: 'versions',
    find: async () => null,
    actions: {
      GET: {
        summary: 'List the versions of all datasets',
        answers: { 200: pageOf(Version) },
        handle: async (exchange) => {
          const visible = (await listNamespaces(records)).filter((one) => mayRead(one, exchange.caller));
          const byId = new Map(visible.map((namespace) => [namespace.id, namespace]));
          const datasets = await listDatasets(records, [...byId.keys()]);
          const located = datasets.flatMap((dataset: DatasetEntry) => {
            const namespace = byId.get(dataset.namespaceId);
            return namespace === undefined ? [] : [{ namespace, dataset }];
          });
          return await versionPage(deps, exchange, located);
        },
      },
    },
  };
}

/** `…/datasets/<dataset_slug>/versions/`: the versions of one dataset, newest first. */
export function datasetVersionList(deps: ServiceDeps, locator: Locator): Resource<LocatedDataset> {
  return {
    path: '/api/v1/namespaces/:namespace/datasets/:dataset/versions/',
    name: 'Dataset Version List',
    description: 'The versions of a dataset, newest first.',
    tag: 'versions',
    find: (exchange) => findReadableDataset(locator, exchange),
    actions: {
      GET: {
        summary: 'List the versions of a dataset',
        answers: { 200: pageOf(Version) },
        handle: async (exchange, located) => await versionPage(deps, exchange, [located]),
      },
    },
  };
}

/** A version with the dataset and namespace that it is of. */
export interface FoundVersion extends LocatedDataset {
  readonly version: VersionEntry;
}

/** The version that an address names. @throws {ApiError} 404; 401 or 403 where the caller may not read it. */
export async function findReadableVersion(
  deps: ServiceDeps,
  locator: Locator,
  exchange: Exchange,
): Promise<FoundVersion> {
  const located = await findReadableDataset(locator, exchange);
  const version = await findVersion(deps.catalogue.records, located.dataset.id, exchange.path.version ?? '');
  if (version === null || !showsVersion(version, located.namespace, exchange.caller)) throw notFound();
  return { ...located, version };
}

/** `…/version/<version_slug>/`: one version. */
export function versionInstance(deps: ServiceDeps, locator: Locator): Resource<FoundVersion> {
  return {
    path: '/api/v1/namespaces/:namespace/datasets/:dataset/version/:version/',
    name: 'Version Instance',
    description: "A dated version of a dataset's data.",
    tag: 'versions',
    find: (exchange) => findReadableVersion(deps, locator, exchange),
    actions: {
      GET: {
        summary: 'Read a version',
        answers: { 200: Version },
        handle: async ({ links }, { namespace, dataset, version }) => ({
          kind: 'record',
          record: versionRecord(links, namespace.slug, dataset.slug, version),
        }),
      },
    },
  };
}
