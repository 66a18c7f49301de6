import { type Column, isNumeric } from '../api/column.ts';
import { isDecimalText } from '../number/decimal.ts';
import { decidingTerms, type Filter, type RowQuery, splitList } from '../row-query.ts';
import type { DatasetReference } from '../rpc/records.ts';
import { hasOffset, isInstant } from '../time/instant.ts';
import type { MomentKind } from '../time/moment-kind.ts';
import { quoteIdentifier, quoteLiteral } from './quoting.ts';

/** How a statement names a dataset, in its newest version or in one. */
export function inputName(
  { namespace, dataset }: Pick<DatasetReference, 'namespace' | 'dataset'>,
  version: string | null,
): string {
  return quoteIdentifier(`${namespace}/${dataset}${version === null ? '' : `@${version}`}`);
}

/** The datasets that a statement names. */
export function namedDatasets(sql: string): ReadonlySet<string> {
  return new Set(Array.from(sql.matchAll(/"([\w-]+\/[\w-]+)(?:@\d+)?"/g), ([, name = '']) => name));
}

/** A column as far as a statement depends on it. */
export type ViewedColumn = Pick<Column, 'name' | 'type'> & { readonly moment?: MomentKind };

const isText = ({ type }: ViewedColumn) => type === 'char' || type === 'text';

/** A value of a column as SQL writes it. */
function literal(column: ViewedColumn, value: string): string {
  return isNumeric(column.type) && isDecimalText(value.trim()) ? value.trim() : quoteLiteral(value);
}

const signs = { exact: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** The condition of a filter, with the meaning that it has over HTTP; null for one that SQL has no words for. */
export function conditionSql({ lookup, value }: Pick<Filter, 'lookup' | 'value'>, column: ViewedColumn): string | null {
  const name = quoteIdentifier(column.name);
  const text = isText(column) ? name : `CAST(${name} AS VARCHAR)`;
  const folded = [`lower(${text})`, quoteLiteral(value.toLowerCase())] as const;
  const plain = [text, quoteLiteral(value)] as const;
  switch (lookup) {
    case 'exact':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return `${name} ${signs[lookup]} ${literal(column, value)}`;
    case 'ne':
      // Not `IS DISTINCT FROM`: within OR, the engine would leave out rows of missing or equal values.
      return `(${name} = ${literal(column, value)}) IS NOT TRUE`;
    case 'in':
      return `${name} IN (${splitList(value)
        .map((item) => literal(column, item))
        .join(', ')})`;
    case 'range': {
      const [from = '', to = ''] = splitList(value);
      return `${name} BETWEEN ${literal(column, from)} AND ${literal(column, to)}`;
    }
    case 'isnull':
      return `${name} IS ${/^(true|1)$/i.test(value.trim()) ? '' : 'NOT '}NULL`;
    case 'iexact':
      return isNumeric(column.type) ? `${name} = ${literal(column, value)}` : folded.join(' = ');
    case 'contains':
    case 'icontains':
      return `contains(${(lookup === 'contains' ? plain : folded).join(', ')})`;
    case 'startswith':
    case 'istartswith':
      return `starts_with(${(lookup === 'startswith' ? plain : folded).join(', ')})`;
    case 'endswith':
    case 'iendswith':
      return `ends_with(${(lookup === 'endswith' ? plain : folded).join(', ')})`;
    case 'regex':
      return `regexp_matches(${plain.join(', ')})`;
    case 'iregex':
      return `regexp_matches(${plain.join(', ')}, 'i')`;
    case 'under':
      // Only the service knows the codes of a list.
      return null;
    case 'bbox':
      // Geometries are GeoJSON text there.
      return null;
  }
}

/** What follows WHERE, empty if all rows are selected; null for a view with a condition that SQL has no words for. */
function whereSql({ filters, join, search }: RowQuery, columns: readonly ViewedColumn[]): string | null {
  const conditions: string[] = [];
  for (const filter of filters) {
    const column = columns.find(({ name }) => name === filter.column);
    const isByInstant = isInstant(column?.moment) && splitList(filter.value).some(hasOffset);
    const condition = column === undefined || isByInstant ? null : conditionSql(filter, column);
    if (condition === null) return null;
    conditions.push(condition);
  }
  const joined = conditions.join(join === 'or' ? '\n   OR ' : '\n  AND ');
  if (search === '') return joined;
  const found = columns
    .filter(isText)
    .map((column) => conditionSql({ lookup: 'icontains', value: search }, column))
    .join(' OR ');
  const rest = joined === '' ? [] : [join === 'or' && conditions.length > 1 ? `(${joined})` : joined];
  return [...rest, `(${found})`].join('\n  AND ');
}

/** FROM and WHERE for the rows of a view; null if SQL has no words for one of its conditions. */
export function fromSql(
  reference: Pick<DatasetReference, 'namespace' | 'dataset'>,
  view: RowQuery,
  columns: readonly ViewedColumn[],
): string | null {
  const where = whereSql(view, columns);
  if (where === null) return null;
  return `FROM ${inputName(reference, view.version)}${where === '' ? '' : `\nWHERE ${where}`}`;
}

/**
 * The statement with the rows of a view, in its order and with its columns.
 * @returns null for one that SQL has no words for, such as a box on a map
 */
export function viewSql(
  reference: Pick<DatasetReference, 'namespace' | 'dataset'>,
  view: RowQuery,
  columns: readonly ViewedColumn[],
): string | null {
  const { fields, ordering, collation } = view;
  const from = fromSql(reference, view, columns);
  const terms = decidingTerms(ordering);
  const orderedBy = (name: string) => columns.find((column) => column.name === name);
  // Only the service knows the order of a list.
  const isListed = collation === 'codes' && terms.length > 0;
  if (from === null || isListed || terms.some(({ column }) => isInstant(orderedBy(column)?.moment))) return null;
  const order = terms.map(({ column, descending }) => {
    const known = orderedBy(column);
    const collated = collation !== undefined && known !== undefined && isText(known) ? ` COLLATE ${collation}` : '';
    return `${quoteIdentifier(column)}${collated}${descending ? ' DESC' : ''}`;
  });
  return [
    `SELECT ${fields === null ? '*' : fields.map(quoteIdentifier).join(', ')}`,
    from,
    ...(order.length === 0 ? [] : [`ORDER BY ${order.join(', ')}`]),
  ].join('\n');
}
