import { isNumeric } from '#shared/api/column.ts';
import type { NamespaceSummary } from '#shared/rpc/records.ts';
import { quoteIdentifier } from '#shared/text/quoting.ts';
import { inputName } from '../../lib/query/view-sql.ts';

/** A statement over the first dataset of a service with a number in it: a sample, before anything else is published. */
export function exampleStatement(namespaces: readonly NamespaceSummary[]): string {
  const all = namespaces.flatMap(({ slug, datasets }) => datasets.map((dataset) => ({ namespace: slug, dataset })));
  const found = all.find(
    ({ dataset: { columns } }) => columns.some(({ type }) => isNumeric(type)) && columns.some(isGroup),
  );
  if (found === undefined) return 'SELECT 1 + 1 AS two';
  const { namespace, dataset } = found;
  const number = dataset.columns.find(({ type }) => isNumeric(type))?.name ?? '';
  const group = dataset.columns.find(isGroup)?.name ?? '';
  return [
    `SELECT ${quoteIdentifier(group)}, count(*) AS "rows", max(${quoteIdentifier(number)}) AS "largest"`,
    `FROM ${inputName({ namespace, dataset: dataset.slug }, null)}`,
    `GROUP BY ${quoteIdentifier(group)}`,
    'ORDER BY "largest" DESC',
    'LIMIT 10',
  ].join('\n');
}

function isGroup({ name, type }: { readonly name: string; readonly type: string }): boolean {
  return type === 'char' && !/date|time|day/i.test(name);
}
