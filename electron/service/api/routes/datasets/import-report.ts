import { ImportReport } from '#shared/api/publishing.ts';
import { mayWrite } from '../../../catalogue/access/access.ts';
import { findImport, type ImportEntry } from '../../../catalogue/imports/import-reports.ts';
import type { Locator } from '../../../catalogue/records/readable-dataset.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { denied, notFound } from '../../plugins/api-error.ts';
import type { Resource } from '../../resources/resource.ts';
import { findReadableDataset } from '../namespaces/find.ts';

interface FoundImport {
  readonly entry: ImportEntry;
  readonly datasetId: number;
}

/** `…/version/<version_slug>/report/` (an extension): the report of a publication, for callers who may write. */
export function importReport(deps: ServiceDeps, locator: Locator): Resource<FoundImport> {
  return {
    path: '/api/v1/namespaces/:namespace/datasets/:dataset/version/:version/report/',
    name: 'Import Report',
    description: 'The outcome of publishing a version, even if it failed.',
    tag: 'versions',
    find: async (exchange) => {
      const { namespace, dataset } = await findReadableDataset(locator, exchange);
      if (!mayWrite(namespace, exchange.caller)) throw denied(exchange.caller);
      const entry = await findImport(deps.catalogue.records, dataset.id, exchange.path.version ?? '');
      if (entry === null) throw notFound();
      return { entry, datasetId: dataset.id };
    },
    actions: {
      GET: {
        summary: 'Read the report of a publication',
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
    },
  };
}
