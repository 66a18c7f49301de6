import { type CodeList, codeListColumns, codeListOf, maxCodes } from '#shared/codes/code-list.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { everyRow } from '#shared/row-query.ts';
import { member } from '../../lib/exact-json.ts';
import { jsonBody } from '../http/json-body.ts';
import { addressWith } from '../http/layout.ts';
import { offers } from '../service-api.ts';
import type { Source } from '../source.ts';
import { integerField, listField, readWholeList, slugIn, textField } from './fields.ts';

/** A code list, and the columns of a dataset that it belongs to. */
export interface LinkedCodes {
  readonly columns: readonly string[];
  readonly list: DatasetName;
  readonly codes: CodeList;
}

function columnsAddress({ layout }: Pick<Source, 'layout'>, { namespace, dataset }: DatasetName): URL {
  return new URL('columns/', layout.dataset(namespace, dataset));
}

function columnAddress(source: Pick<Source, 'layout'>, name: DatasetName, column: string): URL {
  return new URL(`${encodeURIComponent(column)}/`, columnsAddress(source, name));
}

/** The code lists of a dataset's columns, each once; null if the service does not know any. */
export async function readCodeLists(source: Source, name: DatasetName, signal: AbortSignal) {
  if (!(await offers(source, 'codes'))) return null;
  const start = addressWith(columnsAddress(source, name), [['limit', '10000']]);
  const all = await readWholeList(source, start, signal);
  const linked = all.filter((column) => textField(column, 'codes') !== '');
  const addresses = [...new Set(linked.map((column) => textField(column, 'codes')))];
  return await Promise.all(
    addresses.map(async (address): Promise<LinkedCodes> => {
      const ofList = linked.filter((column) => textField(column, 'codes') === address);
      const list = { namespace: slugIn(address, 'namespaces'), dataset: slugIn(address, 'datasets') };
      const columns = ofList.map((column) => textField(column, 'name'));
      return { columns, list, codes: await readCodes(source, list, signal) };
    }),
  );
}

const pageLimit = 10_000;

async function readCodes(source: Source, list: DatasetName, signal: AbortSignal): Promise<CodeList> {
  const { dataset } = await source.readDataset(list, signal);
  const own = new Set(dataset.columns.map(({ name }) => name));
  const fields = codeListColumns.filter((name) => own.has(name));
  const records: Record<string, unknown>[] = [];
  for (let isLast = false; !isLast && records.length < maxCodes; ) {
    const page = await source.rows(list).read({ ...everyRow, fields }, records.length, pageLimit, signal);
    for (const row of page.rows) records.push(Object.fromEntries(fields.map((name, at) => [name, row[at]])));
    isLast = page.last || page.rows.length === 0;
  }
  return codeListOf(records);
}

/** Sets the code list of a column; null removes it. */
export async function writeCodeList(
  source: Source,
  name: DatasetName,
  { column, list }: { readonly column: string; readonly list: DatasetName | null },
  signal: AbortSignal,
): Promise<void> {
  const codes = list === null ? null : source.layout.dataset(list.namespace, list.dataset);
  const address = columnAddress(source, name, column);
  await source.send({ method: 'PATCH', address, body: jsonBody({ codes }) }, signal);
}

/** The values of a column that are no codes of its list. */
export async function readUnlisted(
  source: Source,
  name: DatasetName,
  { column, version }: { readonly column: string; readonly version: string | null },
  signal: AbortSignal,
) {
  const parameters = version === null ? [] : [['version', version] as const];
  const address = addressWith(new URL('unlisted/', columnAddress(source, name, column)), parameters);
  const { value } = await source.client.getJson(address, { signal });
  return {
    count: integerField(value, 'count'),
    rows: integerField(value, 'rows'),
    values: listField(value, 'values').map((one) => String(member(one, 'value'))),
  };
}
