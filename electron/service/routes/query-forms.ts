import type { SavedQuery } from '#shared/api/query.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { Exchange } from '../plugins/exchange.ts';
import type { FormField, PageForm } from '../render/api/page-context.ts';
import { areaField, textField } from './page-forms.ts';

function hiddenField(name: string, value: string): FormField {
  return { ...textField(name, '', value), kind: 'hidden' };
}

/** The form that keeps what a page of rows was asked for as a saved query. */
export function saveQueryForm(exchange: Exchange, dataset: string, query: RowQuery): PageForm {
  const { ordering, filters, fields, search, version } = query;
  const parameters = { ordering, filters, fields, search, ...(version === null ? {} : { version }) };
  return {
    method: 'POST',
    action: `${exchange.links.base}/api/v1/queries/`,
    encoding: 'application/x-www-form-urlencoded',
    title: 'Save this query',
    submit: 'Save',
    dangerous: false,
    fields: [
      hiddenField('dataset', dataset),
      hiddenField('parameters', JSON.stringify(parameters)),
      textField('label', 'Label', '', {
        required: true,
        help: 'Keeps the search, the order, the filters, the columns and the version of this page.',
      }),
    ],
  };
}

/** The form that changes a saved query. */
export function changeQueryForm(record: SavedQuery): PageForm {
  return {
    method: 'PATCH',
    action: `${record.url}?_method=PATCH`,
    encoding: 'application/x-www-form-urlencoded',
    title: 'Change this query',
    submit: 'Save',
    dangerous: false,
    fields: [
      textField('label', 'Label', record.label, { required: true }),
      areaField(
        'parameters',
        'Parameters',
        JSON.stringify(record.parameters, null, 2),
        'JSON: ordering, filters, fields, search, and version where it is bound to one.',
      ),
    ],
  };
}
