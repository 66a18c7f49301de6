import type { Column } from '#shared/api/column.ts';
import { isDecimalText } from '#shared/number/decimal.ts';
import { decidingTerms, type Filter, type RowQuery, splitList } from '#shared/row-query.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { quoteIdentifier, quoteLiteral } from '#shared/text/quoting.ts';

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

type Typed = Pick<Column, 'name' | 'type'>;

const isText = ({ type }: Typed) => type === 'char' || type === 'text';
const isNumber = ({ type }: Typed) => type === 'integer' || type === 'float';

/** A value of a column as SQL writes it. */
function literal(column: Typed, value: string): string {
  return isNumber(column) && isDecimalText(value.trim()) ? value.trim() : quoteLiteral(value);
}

const signs = { exact: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** The condition of a filter, with the meaning that it has over HTTP; null for one that SQL has no words for. */
export function conditionSql({ lookup, value }: Pick<Filter, 'lookup' | 'value'>, column: Typed): string | null {
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
      return isNumber(column) ? `${name} = ${literal(column, value)}` : folded.join(' = ');
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
    case 'bbox':
      // Geometries are GeoJSON text there.
      return null;
  }
}

/** What follows WHERE; empty if all rows are selected. */
function whereSql({ filters, join, search }: RowQuery, columns: readonly Typed[]): string {
  const conditions = filters.flatMap((filter) => {
    const column = columns.find(({ name }) => name === filter.column);
    return column === undefined ? [] : (conditionSql(filter, column) ?? []);
  });
  const joined = conditions.join(join === 'or' ? '\n   OR ' : '\n  AND ');
  if (search === '') return joined;
  const found = columns
    .filter(isText)
    .map((column) => conditionSql({ lookup: 'icontains', value: search }, column))
    .join(' OR ');
  const rest = joined === '' ? [] : [join === 'or' && conditions.length > 1 ? `(${joined})` : joined];
  return [...rest, `(${found})`].join('\n  AND ');
}

/** The statement with the rows of a view, in its order and with its columns. */
export function viewSql(
  reference: Pick<DatasetReference, 'namespace' | 'dataset'>,
  view: RowQuery,
  columns: readonly Typed[],
): string {
  const { fields, ordering, collation, version } = view;
  const isOrderedText = (name: string) => columns.some((column) => column.name === name && isText(column));
  const terms = decidingTerms(ordering).map(({ column, descending }) => {
    const collated = collation !== undefined && isOrderedText(column) ? ` COLLATE ${collation}` : '';
    return `${quoteIdentifier(column)}${collated}${descending ? ' DESC' : ''}`;
  });
  const where = whereSql(view, columns);
  return [
    `SELECT ${fields === null ? '*' : fields.map(quoteIdentifier).join(', ')}`,
    `FROM ${inputName(reference, version)}`,
    ...(where === '' ? [] : [`WHERE ${where}`]),
    ...(terms.length === 0 ? [] : [`ORDER BY ${terms.join(', ')}`]),
  ].join('\n');
}
