import { pageOf } from '#shared/api/page.ts';
import {
  CodedColumn,
  type CodedColumn as CodedColumnRecord,
  CodedColumnWrite,
  type CodedColumnWrite as ColumnCodes,
  UnlistedReport,
} from '#shared/api/records/coded-column.ts';
import { maxCodes } from '#shared/codes/code-list.ts';
import { mayWrite } from '../../../catalogue/access/access.ts';
import { linkCodes } from '../../../catalogue/records/datasets.ts';
import type { LocatedDataset } from '../../../catalogue/records/readable-dataset.ts';
import { type ColumnEntry, columnsOfDatasets } from '../../../catalogue/records/versions.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { type LinkedList, linkedLists, listVersion, readCodeList } from '../../../operations/codes/linked-lists.ts';
import { unlistedCodes } from '../../../operations/codes/unlisted-codes.ts';
import { rowQueryParameters } from '../../openapi/query-parameter.ts';
import { invalid, notFound } from '../../plugins/api-error.ts';
import { type Exchange, workOf } from '../../plugins/exchange.ts';
import { listAnswer, listParameters } from '../../resources/lists.ts';
import { type Resource, readOnly } from '../../resources/resource.ts';
import resources from '../../resources/resources.json' with { type: 'json' };
import { requestedVersion } from '../../responses/rows-response.ts';
import { findReadableDataset, readOnlyDataset } from '../namespaces/find.ts';
import { datasetOfAddress } from '../queries/query-writing.ts';
import { ownFields } from './select-items.ts';

/** The column at an address. */
interface FoundColumn extends LocatedDataset {
  readonly column: ColumnEntry;
}

function codesAddress({ links }: Exchange, list: LinkedList | undefined): string | null {
  return list === undefined ? null : links.dataset(list.namespace.slug, list.dataset.slug);
}

function recordsOf(exchange: Exchange, { namespace, dataset }: LocatedDataset, lists: ReadonlyMap<string, LinkedList>) {
  return ({ type, description, name, label }: ColumnEntry): CodedColumnRecord => ({
    ...{ type, description, name, label },
    codes: codesAddress(exchange, lists.get(name)),
    url: exchange.links.column(namespace.slug, dataset.slug, name),
  });
}

async function columnsOf(deps: ServiceDeps, { dataset }: LocatedDataset): Promise<readonly ColumnEntry[]> {
  return (await columnsOfDatasets(deps.catalogue.records, [dataset.id])).get(dataset.id) ?? [];
}

async function listsOf(deps: ServiceDeps, { caller }: Exchange, { dataset }: LocatedDataset) {
  return await linkedLists(deps, dataset.id, { kind: 'caller', caller });
}

/** `…/datasets/<dataset_slug>/columns/` (an extension): the columns with their code lists. */
export function columnList(deps: ServiceDeps): Resource<LocatedDataset> {
  return readOnlyDataset(resources.columnList, deps.locator, {
    parameters: listParameters,
    answers: { 200: pageOf(CodedColumn) },
    handle: async (exchange, located) => {
      const lists = await listsOf(deps, exchange, located);
      return await listAnswer(exchange, {
        items: await columnsOf(deps, located),
        fields: {
          ...ownFields('type', 'description', 'name', 'label'),
          codes: ({ name }) => codesAddress(exchange, lists.get(name)),
        },
        others: ['url'],
        show: async (shown) => shown.map(recordsOf(exchange, located, lists)),
      });
    },
  });
}

async function findColumn(deps: ServiceDeps, exchange: Exchange): Promise<FoundColumn> {
  const located = await findReadableDataset(deps.locator, exchange);
  const column = (await columnsOf(deps, located)).find(({ name }) => name === exchange.path.column);
  if (column === undefined) throw notFound();
  return { ...located, column };
}

/** `…/columns/<column>/` (an extension): the specification's column has no field for its code list. */
export function columnInstance(deps: ServiceDeps): Resource<FoundColumn> {
  const answer = async (exchange: Exchange, found: FoundColumn) => {
    const record = recordsOf(exchange, found, await listsOf(deps, exchange, found))(found.column);
    return { kind: 'record', record } as const;
  };
  return {
    ...resources.columnInstance,
    find: (exchange) => findColumn(deps, exchange),
    mayWrite: ({ caller }, { namespace }) => mayWrite(namespace, caller),
    actions: {
      GET: { answers: { 200: CodedColumn }, handle: answer },
      PATCH: {
        body: CodedColumnWrite,
        answers: { 200: CodedColumn },
        failures: [415],
        handle: async (exchange, found, { fields }) => {
          const { codes } = fields as Partial<ColumnCodes>;
          if (codes !== undefined) {
            const id = codes === null ? null : await listAt(deps, exchange, found, codes);
            await linkCodes(deps.catalogue.records, found.dataset.id, found.column.name, id);
            deps.announce();
          }
          return await answer(exchange, found);
        },
      },
    },
  };
}

/** The id of the dataset at an address, which must be a code list. @throws {ApiError} 400 */
async function listAt(
  deps: ServiceDeps,
  exchange: Exchange,
  { column }: FoundColumn,
  address: string,
): Promise<number> {
  if (column.type === 'geometry' || column.type === 'float') {
    throw invalid({ codes: [`${column.name} is ${column.type}: codes are integer, char or text.`] });
  }
  const located = await datasetOfAddress(deps.locator, exchange, address, 'codes');
  if ((await listVersion(deps.catalogue.records, located)) === null) {
    const limit = maxCodes.toLocaleString('en');
    throw invalid({ codes: [`A code list has the columns "code" and "label", and at most ${limit} rows.`] });
  }
  return located.dataset.id;
}

/** `…/columns/<column>/unlisted/` (an extension): values that are in no list, or not valid. */
export function unlistedCodeReport(deps: ServiceDeps): Resource<FoundColumn> {
  return readOnly(resources.unlistedCodes, (exchange) => findColumn(deps, exchange), {
    parameters: rowQueryParameters.filter(({ name }) => name === 'version'),
    answers: { 200: UnlistedReport },
    handle: async (exchange, found) => {
      const { name } = found.column;
      const version = await requestedVersion(deps.locator, found.dataset.id, exchange.query);
      const list = (await listsOf(deps, exchange, found)).get(name);
      const codes = codesAddress(exchange, list);
      const nothing: UnlistedReport = { codes, period: null, count: 0, rows: 0, values: [] };
      if (version === null || list === undefined || !version.names.has(name))
        return { kind: 'record', record: nothing };
      const work = workOf(exchange);
      const codeList = await readCodeList(deps.rows, list.version, work);
      const report = await unlistedCodes(deps, version.stored, name, codeList, work);
      const record: UnlistedReport = { codes, ...report, values: [...report.values] };
      return { kind: 'record', record };
    },
  });
}
