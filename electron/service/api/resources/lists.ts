import type { Page } from '#shared/api/page.ts';
import { everyRow, type RowQuery, rowQueryFromParameters } from '#shared/row-query.ts';
import { neighbours, readSlice } from '../bodies/query-pairs.ts';
import { pagingParameters, selectionParameters } from '../openapi/query-parameter.ts';
import type { PageForm } from '../pages/page-context.ts';
import type { Exchange } from '../plugins/exchange.ts';
import { type ItemFields, selectItems } from '../routes/datasets/select-items.ts';
import type { Answer } from './resource.ts';

export const listParameters = [...pagingParameters, ...selectionParameters];

export interface RecordList<Item, Shown extends object> {
  /** All items that the caller may see, in default order. */
  readonly items: readonly Item[];
  /** The comparable fields, by their names in the record. */
  readonly fields: ItemFields<Item>;
  /** Names of the record's other fields. */
  readonly others: readonly string[];
  /** Creates the records for the items of a page. */
  readonly show: (items: readonly Item[]) => Promise<readonly Shown[]>;
  /** The forms that the caller may use here. */
  readonly forms?: () => Promise<readonly PageForm[]>;
}

/** The response of a list: the requested page of the selected items. @throws {ApiError} 400 naming the parameter */
export async function listAnswer<Item, Shown extends object>(
  exchange: Exchange,
  list: RecordList<Item, Shown>,
): Promise<Answer> {
  const slice = readSlice(exchange.query);
  const query = listQuery(exchange, new Set([...Object.keys(list.fields), ...list.others]));
  const selected = await selectItems(list.items, query, list.fields);
  const shown = await list.show(selected.slice(slice.offset, slice.offset + slice.limit));
  const count = selected.length;
  const beside = neighbours(exchange.address, exchange.query, slice, count);
  const page = async () => ({ paging: { count, ...slice, ...beside }, forms: (await list.forms?.()) ?? [] });
  if (query.fields === null) {
    const record: Page<Shown> = { count, ...beside, results: [...shown] };
    return { kind: 'record', record, page };
  }
  const json = JSON.stringify({ count, ...beside, results: shown.map((record) => projected(record, query.fields)) });
  return { kind: 'json', json: Buffer.from(json, 'utf8'), page };
}

function listQuery(exchange: Exchange, names: ReadonlySet<string>): RowQuery {
  if (exchange.query.length === 0) return everyRow;
  return rowQueryFromParameters(exchange.query, names);
}

function projected(record: object, names: RowQuery['fields']): object {
  return Object.fromEntries((names ?? []).map((name) => [name, (record as Record<string, unknown>)[name]]));
}
