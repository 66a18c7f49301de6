import type { SavedQuery } from '#shared/api/records/query.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { FormField, PageForm } from '../../pages/page-context.ts';
import type { Exchange } from '../../plugins/exchange.ts';
import { areaField, formTextField } from '../../responses/page-forms.ts';

function hiddenField(name: string, value: string): FormField {
  return { ...formTextField(name, '', value), kind: 'hidden' };
}

/** The form that saves the query of a page of rows. */
export function saveQueryForm(exchange: Exchange, dataset: string, query: RowQuery): PageForm {
  const { ordering, filters, join, collation, fields, search, version } = query;
  const extensions = { ...(join && { join }), ...(collation && { collation }), ...(version !== null && { version }) };
  const parameters = { ordering, filters, fields, search, ...extensions };
  return {
    action: `${exchange.links.base}/api/v1/queries/`,
    title: 'Save this query',
    submit: 'Save',
    fields: [
      hiddenField('dataset', dataset),
      hiddenField('parameters', JSON.stringify(parameters)),
      formTextField('label', 'Label', '', {
        required: true,
        help: 'Keeps the search, the order, the filters, the columns and the version of this page.',
      }),
    ],
  };
}

/** The form that changes a saved query. */
export function changeQueryForm(record: SavedQuery): PageForm {
  return {
    action: `${record.url}?_method=PATCH`,
    title: 'Change this query',
    submit: 'Save',
    fields: [
      formTextField('label', 'Label', record.label, { required: true }),
      areaField(
        'parameters',
        'Parameters',
        JSON.stringify(record.parameters, null, 2),
        'JSON: ordering, filters, fields, search, and version if it is bound to one.',
      ),
    ],
  };
}
