import { type AggregateQuery, type Having, havingFilter } from '#shared/aggregate-query.ts';
import type { ColumnType } from '#shared/api/column.ts';
import { explain } from '#shared/failures.ts';
import { wholeEnds } from '#shared/number/decimal.ts';
import { splitList } from '#shared/row-query.ts';
import { isDecimalText } from '#shared/text/decimal-text.ts';
import { type Bind, filterToSql } from '../views/filter-to-sql.ts';
import { InvalidFilterError } from '../views/invalid-filter.ts';
import type { GroupStatement } from './group-sql.ts';

/** The WHERE condition over the columns of the groups; empty if all match. */
export function havingSql(
  query: AggregateQuery,
  { aggregates }: GroupStatement,
  referenceOf: (name: string) => string,
  bind: Bind,
): string {
  const types = new Map(aggregates.map(({ name, type }) => [name, type]));
  const conditions = query.having.map((having) => {
    const type = types.get(having.name);
    try {
      if (having.lookup !== 'isnull' && type !== 'integer' && type !== 'float') {
        throw new InvalidFilterError('', explain('only-numbers-compared', { name: having.name, type: type ?? '?' }));
      }
      const reference = referenceOf(having.name);
      if (type === 'integer' && having.lookup !== 'isnull') return `(${wholeCondition(having, reference, bind)})`;
      return `(${filterToSql(havingFilter(having), { type: type as ColumnType }, reference, bind)})`;
    } catch (error) {
      if (!(error instanceof InvalidFilterError)) throw error;
      throw new InvalidFilterError(`_having__${having.name}__${having.lookup}`, error.reason);
    }
  });
  return conditions.join(' AND ');
}

/** A condition on whole numbers of any size, also compared with fractions: above 2.5 means at least three. */
function wholeCondition({ lookup, value }: Having, reference: string, bind: Bind): string {
  const bound = (whole: bigint) => `CAST(${bind(String(whole))} AS DECIMAL(38, 0))`;
  const ends = (text: string) => {
    if (!isDecimalText(text.trim())) throw new InvalidFilterError('', explain('number-required'));
    return wholeEnds(text);
  };
  if (lookup === 'range') {
    const [from, to, ...more] = splitList(value).map(ends);
    if (from === undefined || to === undefined || more.length > 0) {
      throw new InvalidFilterError('', explain('range-required'));
    }
    return `${reference} BETWEEN ${bound(from.ceiling)} AND ${bound(to.floor)}`;
  }
  if (lookup === 'in') {
    const whole = splitList(value)
      .map(ends)
      .filter(({ floor, ceiling }) => floor === ceiling);
    return whole.length === 0 ? 'false' : `${reference} IN (${whole.map(({ floor }) => bound(floor)).join(', ')})`;
  }
  const { floor, ceiling } = ends(value);
  switch (lookup) {
    case 'gt':
      return `${reference} > ${bound(floor)}`;
    case 'gte':
      return `${reference} >= ${bound(ceiling)}`;
    case 'lt':
      return `${reference} < ${bound(ceiling)}`;
    case 'lte':
      return `${reference} <= ${bound(floor)}`;
    case 'ne':
      return floor === ceiling ? `(${reference} = ${bound(floor)}) IS NOT TRUE` : 'true';
    default:
      return floor === ceiling ? `${reference} = ${bound(floor)}` : 'false';
  }
}
