import { pageOf } from '#shared/api/page.ts';
import { DatasetWithFile } from '#shared/api/publishing.ts';
import { Dataset, DatasetWrite } from '#shared/api/records/dataset.ts';
import { everyRow } from '#shared/row-query.ts';
import { isOwn, mayWrite } from '../../../catalogue/access/access.ts';
import { type NamespaceEntry, namespaceEntries } from '../../../catalogue/records/namespaces.ts';
import { type LocatedDataset, readableDatasets } from '../../../catalogue/records/readable-dataset.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { removeDataset } from '../../../operations/remove-dataset.ts';
import { areaField, deleteForm, fileField, formTextField, slugField, tickField } from '../../pages/forms.ts';
import type { PageForm } from '../../pages/page-context.ts';
import { notFound } from '../../plugins/api-error.ts';
import { callerKey, type Exchange } from '../../plugins/exchange.ts';
import type { ForgeryCheck } from '../../plugins/forgery.ts';
import { datasetRecords, ownerOf } from '../../records/gather.ts';
import { statisticsOf } from '../../records/statistics.ts';
import { listAnswer, listParameters } from '../../resources/lists.ts';
import {
  type Answer,
  isFileForm,
  type PageExtras,
  type Resource,
  readOnly,
  rewriting,
} from '../../resources/resource.ts';
import resources from '../../resources/resources.json' with { type: 'json' };
import { findReadableDataset, findReadableNamespace } from '../namespaces/find.ts';
import { deletionParameters, newDatasetForm, readDeletion, refusingContent } from '../namespaces/namespace-writing.ts';
import { makeDatasetOfForm } from './dataset-with-file.ts';
import { makeDataset, rewriteDataset } from './dataset-writing.ts';
import { ownFields } from './select-items.ts';

const captiveParameter = {
  name: '_captive',
  description: 'Returns the dataset record, as without it.',
  schema: { type: 'string', enum: ['true'] },
};

async function datasetPage(
  deps: ServiceDeps,
  exchange: Exchange,
  namespaces: readonly NamespaceEntry[],
  forms: readonly PageForm[] = [],
): Promise<Answer> {
  const { records } = deps.catalogue;
  const located = await readableDatasets(records, namespaces, exchange.caller);
  const owners = new Map(located.map(({ dataset, namespace }) => [dataset, namespace]));
  return await listAnswer(exchange, {
    items: [...owners.keys()],
    fields: {
      ...ownFields('id', 'label', 'slug', 'description', 'hidden'),
      namespace: (one) => exchange.links.namespace(ownerOf(owners, one).slug),
    },
    others: ['image', 'showcase_image', 'thumbnail_image', 'url', 'versions', 'data', 'columns', 'download'],
    show: (shown) => datasetRecords(records, exchange, shown, (dataset) => ownerOf(owners, dataset)),
    forms: async () => forms,
  });
}

/** `datasets/`: the datasets of all namespaces that the caller may see. */
export function datasetList(deps: ServiceDeps): Resource<null> {
  return readOnly(resources.datasetList, async () => null, {
    parameters: listParameters,
    answers: { 200: pageOf(Dataset) },
    handle: async (exchange) => await datasetPage(deps, exchange, await namespaceEntries(deps.catalogue.records)),
  });
}

/** `namespaces/<namespace_slug>/datasets/`: the datasets of one namespace. */
export function namespaceDatasetList(deps: ServiceDeps, checkForgery: ForgeryCheck): Resource<NamespaceEntry> {
  return {
    ...resources.namespaceDatasetList,
    find: (exchange) => findReadableNamespace(deps.locator, exchange),
    mayWrite: ({ caller }, namespace) => mayWrite(namespace, caller),
    actions: {
      GET: {
        parameters: listParameters,
        answers: { 200: pageOf(Dataset) },
        handle: async (exchange, namespace) => {
          const forms = mayWrite(namespace, exchange.caller) ? [newDatasetForm(exchange.address)] : [];
          return await datasetPage(deps, exchange, [namespace], forms);
        },
      },
      POST: {
        body: DatasetWrite,
        fileForm: DatasetWithFile,
        answers: { 201: Dataset, 202: Dataset },
        failures: [415, 429, 507],
        handle: async (exchange, namespace, body, reply) => {
          if (isFileForm(exchange.request)) {
            return await makeDatasetOfForm(deps, exchange, namespace, async (token) => {
              if (exchange.session !== null) await checkForgery(exchange.request, reply, token);
            });
          }
          const dataset = await makeDataset(deps, namespace, body);
          const [record] = await datasetRecords(deps.catalogue.records, exchange, [dataset], () => namespace);
          const address = exchange.links.dataset(namespace.slug, dataset.slug);
          return { kind: 'record', status: 201, record, headers: { Location: address } };
        },
      },
    },
  };
}

/** `namespaces/<namespace_slug>/datasets/<dataset_slug>/`: one dataset. */
export function datasetInstance(deps: ServiceDeps): Resource<LocatedDataset> {
  return {
    ...resources.datasetInstance,
    find: (exchange) => findReadableDataset(deps.locator, exchange),
    mayWrite: ({ caller }, { namespace }) => mayWrite(namespace, caller),
    actions: {
      GET: {
        parameters: [captiveParameter],
        answers: { 200: Dataset },
        handle: (exchange, located) => datasetAnswer(deps, exchange, located),
      },
      ...rewriting(DatasetWrite, Dataset, (exchange, located: LocatedDataset, body, isWhole) =>
        rewriteDataset(deps, exchange, located, body, isWhole),
      ),
      DELETE: {
        parameters: deletionParameters,
        answers: { 204: null },
        failures: [409],
        async handle(exchange, { dataset }) {
          await refusingContent('version', removeDataset(deps, dataset, readDeletion(exchange)));
          return { kind: 'empty', status: 204 };
        },
      },
    },
  };
}

async function datasetAnswer(deps: ServiceDeps, exchange: Exchange, located: LocatedDataset): Promise<Answer> {
  const { namespace, dataset } = located;
  const [record] = await datasetRecords(deps.catalogue.records, exchange, [dataset], () => namespace);
  if (record === undefined) throw notFound();
  const isLook = exchange.request.method === 'GET' && !isOwn(namespace, exchange.caller);
  if (isLook) deps.usage.viewed(dataset.id);
  return { kind: 'record', record, page: () => datasetExtras(deps, exchange, located, record) };
}

/** Number of rows on a dataset's page. */
const firstRowCount = 10;

/** Additional content of a dataset's page: figures, the first rows, and forms for users who may write. */
async function datasetExtras(
  deps: ServiceDeps,
  exchange: Exchange,
  { namespace, dataset }: LocatedDataset,
  record: Dataset,
): Promise<PageExtras> {
  const version = await deps.locator.version(dataset.id, null);
  const page =
    version === null
      ? null
      : await deps.rows.open(version.stored).page(everyRow, 0, firstRowCount, { caller: callerKey(exchange) });
  return {
    details: {
      kind: 'dataset',
      dataset: record,
      statistics: await statisticsOf(deps, exchange.links, dataset),
      firstRows: page === null ? null : `[${page.json.toString('utf8')}]`,
    },
    forms: mayWrite(namespace, exchange.caller) ? datasetForms(record) : [],
  };
}

function datasetForms(dataset: Dataset): PageForm[] {
  const upload: PageForm = {
    action: `${dataset.url}versions/`,
    title: 'Publish a new version',
    submit: 'Publish',
    fields: [
      {
        ...formTextField('mode', 'Rows', ''),
        kind: 'select',
        value: ['replace'],
        choices: [
          { value: 'replace', label: 'Replace the present rows' },
          { value: 'append', label: 'Add to the present rows' },
        ],
      },
      fileField(
        'file',
        'File',
        true,
        'CSV, TSV, JSON, NDJSON, GeoJSON, Parquet, XLSX, XLS, ODS or PC-Axis; may be compressed with gzip.',
      ),
    ],
  };
  const edit: PageForm = {
    action: `${dataset.url}?_method=PUT`,
    title: 'Change this dataset',
    submit: 'Save',
    fields: [
      formTextField('label', 'Label', dataset.label, { required: true }),
      slugField(dataset.slug),
      areaField('description', 'Description', dataset.description),
      tickField('hidden', 'Hidden', dataset.hidden === true, 'Whether only those who may write here see it.'),
      fileField('image', 'Image', false, 'PNG, JPEG or WebP, up to 10 MB.'),
      areaField(
        'columns',
        'Columns',
        JSON.stringify(
          dataset.columns.map(({ name, label, description }) => ({ name, label, description })),
          null,
          2,
        ),
        'JSON: label and description of each column, found by its name.',
      ),
    ],
  };
  return [upload, edit, deleteForm(dataset.url, 'dataset')];
}
