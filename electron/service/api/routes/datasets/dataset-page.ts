import type { Dataset } from '#shared/api/records/dataset.ts';
import { everyRow } from '#shared/row-query.ts';
import { mayWrite } from '../../../catalogue/access/access.ts';
import type { LocatedDataset, Locator } from '../../../catalogue/records/readable-dataset.ts';
import type { ServiceDeps } from '../../../deps.ts';
import type { PageForm } from '../../pages/page-context.ts';
import { callerKey } from '../../plugins/caller-key.ts';
import type { Exchange } from '../../plugins/exchange.ts';
import { statisticsOf } from '../../records/statistics.ts';
import type { PageExtras } from '../../resources/resource.ts';
import { areaField, deleteForm, fileField, formTextField, slugField, tickField } from '../../responses/page-forms.ts';

/** Number of rows on a dataset's page. */
const firstRowCount = 10;

/** Additional content of a dataset's page: figures, the first rows, and forms for users who may write. */
export async function datasetExtras(
  deps: ServiceDeps,
  locator: Locator,
  exchange: Exchange,
  { namespace, dataset }: LocatedDataset,
  record: Dataset,
): Promise<PageExtras> {
  const version = await locator.version(dataset.id, null);
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
