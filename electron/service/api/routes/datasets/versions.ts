import { pageOf } from '#shared/api/page.ts';
import { ImportReport, PublishFields } from '#shared/api/publishing.ts';
import { Provenance, ProvenanceWrite } from '#shared/api/records/provenance.ts';
import { Version } from '#shared/api/records/version.ts';
import { mayWrite } from '../../../catalogue/access/access.ts';
import { inTransaction } from '../../../catalogue/database/catalogue.ts';
import { findImport, type ImportEntry, reportCancelled } from '../../../catalogue/imports/imports.ts';
import { namespaceEntries } from '../../../catalogue/records/namespaces.ts';
import { type LocatedDataset, readableDatasets } from '../../../catalogue/records/readable-dataset.ts';
import { trashVersion } from '../../../catalogue/records/trash.ts';
import { versionDatetime } from '../../../catalogue/records/version-slug.ts';
import {
  changeProvenance,
  deleteVersion,
  findStoredVersion,
  findVersion,
  listVersions,
  provenanceOf,
  type VersionEntry,
} from '../../../catalogue/records/versions.ts';
import { findSource, rejectContent } from '../../../catalogue/sources/sources.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { rejectedContent } from '../../../operations/follow/compare-versions.ts';
import { deleteForm } from '../../pages/forms.ts';
import { denied, notFound } from '../../plugins/api-error.ts';
import type { Exchange } from '../../plugins/exchange.ts';
import type { ForgeryCheck } from '../../plugins/forgery.ts';
import { shownVersion } from '../../records/gather.ts';
import { versionRecord } from '../../records/records.ts';
import { listAnswer, listParameters } from '../../resources/lists.ts';
import { type Answer, type Resource, readOnly, rewriting } from '../../resources/resource.ts';
import resources from '../../resources/resources.json' with { type: 'json' };
import { findReadableDataset } from '../namespaces/find.ts';
import { deletionParameters, readDeletion } from '../namespaces/namespace-writing.ts';
import { publishOverHttp } from './publishing.ts';

async function versionPage(deps: ServiceDeps, exchange: Exchange, located: readonly LocatedDataset[]): Promise<Answer> {
  const byId = new Map(located.map((one) => [one.dataset.id, one]));
  const versions = (await listVersions(deps.catalogue.records, [...byId.keys()])).flatMap((one) => {
    const owner = byId.get(one.datasetId);
    if (owner === undefined) return [];
    const version = shownVersion(one, owner.namespace, exchange.caller);
    return version === null ? [] : [{ version, owner }];
  });
  const datasetOf = (owner: LocatedDataset) => exchange.links.dataset(owner.namespace.slug, owner.dataset.slug);
  return await listAnswer(exchange, {
    items: versions,
    fields: {
      id: ({ version }) => version.id,
      dataset: ({ owner }) => datasetOf(owner),
      label: ({ version }) => version.slug,
      slug: ({ version }) => version.slug,
      datetime: ({ version }) => versionDatetime(version.slug),
      checksum: ({ version }) => version.checksum,
      ready: ({ version }) => version.ready,
    },
    others: ['metadata', 'url'],
    show: async (page) =>
      page.map(({ version, owner }) =>
        versionRecord(exchange.links, owner.namespace.slug, owner.dataset.slug, version),
      ),
  });
}

/** `versions/`: the versions of all datasets that the caller may see, newest first. */
export function versionList(deps: ServiceDeps): Resource<null> {
  const { records } = deps.catalogue;
  return readOnly(resources.versionList, async () => null, {
    parameters: listParameters,
    answers: { 200: pageOf(Version) },
    handle: async (exchange) => {
      const located = await readableDatasets(records, await namespaceEntries(records), exchange.caller);
      return await versionPage(deps, exchange, located);
    },
  });
}

/** `…/datasets/<dataset_slug>/versions/`: the versions of one dataset, newest first. */
export function datasetVersionList(deps: ServiceDeps, checkForgery: ForgeryCheck): Resource<LocatedDataset> {
  return {
    ...resources.datasetVersionList,
    parses: ['text/csv', 'application/json', 'application/octet-stream', 'multipart/form-data'],
    find: (exchange) => findReadableDataset(deps.locator, exchange),
    mayWrite: ({ caller }, { namespace }) => mayWrite(namespace, caller),
    actions: {
      GET: {
        parameters: listParameters,
        answers: { 200: pageOf(Version) },
        handle: async (exchange, located) => await versionPage(deps, exchange, [located]),
      },
      POST: {
        body: PublishFields,
        streamed: true,
        answers: { 202: Version },
        failures: [409, 413, 415, 429, 503, 507],
        handle: async (exchange, located, _, reply) =>
          await publishOverHttp(deps, exchange, located, async (token) => {
            if (exchange.session !== null) await checkForgery(exchange.request, reply, token);
          }),
      },
    },
  };
}

export interface FoundVersion extends LocatedDataset {
  readonly version: VersionEntry;
}

/** The version at an address. @throws {ApiError} 404; 401 or 403 if the caller may not read it */
export async function findReadableVersion(deps: ServiceDeps, exchange: Exchange): Promise<FoundVersion> {
  const located = await findReadableDataset(deps.locator, exchange);
  const found = await findVersion(deps.catalogue.records, located.dataset.id, exchange.path.version ?? '');
  const version = found === null ? null : shownVersion(found, located.namespace, exchange.caller);
  if (version === null) throw notFound();
  return { ...located, version };
}

/** `…/version/<version_slug>/`: one version. */
export function versionInstance(deps: ServiceDeps): Resource<FoundVersion> {
  return {
    ...resources.versionInstance,
    find: (exchange) => findReadableVersion(deps, exchange),
    mayWrite: ({ caller }, { namespace }) => mayWrite(namespace, caller),
    actions: {
      GET: {
        answers: { 200: Version },
        handle: async ({ links, caller }, { namespace, dataset, version }) => {
          const record = versionRecord(links, namespace.slug, dataset.slug, version);
          const forms = mayWrite(namespace, caller) ? [deleteForm(record.url, 'version')] : [];
          return { kind: 'record', record, page: async () => ({ forms }) };
        },
      },
      DELETE: {
        parameters: deletionParameters.filter(({ name }) => name === 'permanent'),
        answers: { 204: null },
        handle: async (exchange, { dataset, version }) => {
          const { permanent } = readDeletion(exchange);
          const { records } = deps.catalogue;
          await deps.imports.cancel(version.key);
          const newest = (await listVersions(records, [dataset.id])).find(({ ready }) => ready);
          // A user who returns to the previous version does not want this content again at the next check.
          const rejects = newest?.id === version.id && (await findSource(records, dataset.id)) !== null;
          const stored = rejects ? await findStoredVersion(records, dataset.id) : null;
          const rejected = stored?.key === version.key ? await rejectedContent(deps.rows, stored) : version.checksum;
          await inTransaction(records, async (transaction) => {
            if (version.ready && !permanent) await trashVersion(transaction, version.id);
            else await deleteVersion(transaction, version.id);
            await reportCancelled(transaction, dataset.id, version.slug);
            if (rejects) await rejectContent(transaction, dataset.id, rejected);
          });
          if (!version.ready || permanent) await deps.rows.remove(version.key);
          deps.announce();
          return { kind: 'empty', status: 204 };
        },
      },
    },
  };
}

interface FoundImport {
  readonly entry: ImportEntry;
  readonly datasetId: number;
}

/** `…/version/<version_slug>/report/` (an extension): the report of a publication, for callers who may write. */
export function importReport(deps: ServiceDeps): Resource<FoundImport> {
  return readOnly(
    resources.importReport,
    async (exchange) => {
      const { namespace, dataset } = await findReadableDataset(deps.locator, exchange);
      if (!mayWrite(namespace, exchange.caller)) throw denied(exchange.caller);
      const entry = await findImport(deps.catalogue.records, dataset.id, exchange.path.version ?? '');
      if (entry === null) throw notFound();
      return { entry, datasetId: dataset.id };
    },
    {
      answers: { 200: ImportReport },
      handle: async (_, { entry, datasetId }) => ({
        kind: 'record',
        record: {
          version: entry.slug,
          state: entry.state,
          message: entry.message,
          faults: [...entry.badValues],
          fault_count: entry.badCount,
          progress: entry.state === 'importing' ? await deps.progress.of(datasetId, entry.slug) : null,
          started: entry.started,
          finished: entry.finished,
        } satisfies ImportReport,
      }),
    },
  );
}

/**
 * `…/datasets/<dataset_slug>/provenance/` (an extension): licence, source and contact: the specification's record has
 * no fields for them, and a version, which never changes, cannot contain them.
 */
export function datasetProvenance(deps: ServiceDeps): Resource<LocatedDataset> {
  const { records } = deps.catalogue;
  const answer = async ({ dataset }: LocatedDataset): Promise<Answer> => {
    const record = await provenanceOf(records, dataset.id);
    if (record === null) throw notFound();
    return { kind: 'record', record };
  };
  const write = async (located: LocatedDataset, change: ProvenanceWrite): Promise<Answer> => {
    await changeProvenance(records, located.dataset.id, change);
    deps.announce();
    return await answer(located);
  };
  return {
    ...resources.datasetProvenance,
    find: (exchange) => findReadableDataset(deps.locator, exchange),
    mayWrite: ({ caller }, { namespace }) => mayWrite(namespace, caller),
    actions: {
      GET: {
        answers: { 200: Provenance },
        handle: (_, located) => answer(located),
      },
      ...rewriting(ProvenanceWrite, Provenance, (_, located: LocatedDataset, { fields }, isWhole) =>
        write(located, { ...(isWhole && { licence: '', source: '', contact: '' }), ...(fields as ProvenanceWrite) }),
      ),
    },
  };
}
