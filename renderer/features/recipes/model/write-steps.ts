import { quoteIdentifier, quoteLiteral } from '#shared/text/quoting.ts';
import type { RecipeStep, StepOf } from './steps.ts';

/** The name of the WITH clause of a step. */
function clauseName(step: RecipeStep, at: number): string {
  return step.kind === 'data' ? 'data' : `${step.kind}_${at + 1}`;
}

/** The statement of steps: each but the last is a named WITH clause that a person can read. */
export function stepsSql(steps: readonly RecipeStep[]): string {
  const bodies = steps.map((step, at) => bodyOf(step, at === 0 ? '' : clauseName(steps[at - 1] ?? step, at - 1)));
  const clauses = steps.slice(0, -1).map((step, at) => `${clauseName(step, at)} AS (\n  ${bodies[at]}\n)`);
  const last = bodies.at(-1) ?? '';
  return clauses.length === 0 ? last : `WITH ${clauses.join(',\n')}\n${last}`;
}

const named = ({ name, as }: { readonly name: string; readonly as: string }, table = '') =>
  `${table}${quoteIdentifier(name)}${name === as ? '' : ` AS ${quoteIdentifier(as)}`}`;

const list = (names: readonly string[]) => names.map(quoteIdentifier).join(', ');

/** The query of a step over the clause before it. */
function bodyOf(step: RecipeStep, from: string): string {
  switch (step.kind) {
    case 'data':
      return `SELECT * FROM ${quoteIdentifier(step.input)}`;
    case 'filter':
      return `SELECT * FROM ${from} WHERE ${step.condition}`;
    case 'choose':
      return `SELECT ${step.columns.map((column) => named(column)).join(', ')} FROM ${from}`;
    case 'compute':
      return `SELECT *, ${step.expression} AS ${quoteIdentifier(step.name)} FROM ${from}`;
    case 'unpivot':
      return unpivotBody(step, from);
    case 'pivot': {
      const labels = step.labels.map(quoteLiteral).join(', ');
      const value = `${step.combiner}(${quoteIdentifier(step.value)})`;
      return `SELECT * FROM ${from} PIVOT (${value} FOR ${quoteIdentifier(step.column)} IN (${labels}))`;
    }
    case 'join':
      return joinBody(step, from);
    case 'stack':
      return `SELECT * FROM ${from} UNION ALL BY NAME SELECT * FROM ${quoteIdentifier(step.input)}`;
    case 'group': {
      const values = step.values.map(
        ({ combiner, column, as }) => `${combiner}(${quoteIdentifier(column)}) AS ${quoteIdentifier(as)}`,
      );
      return `SELECT ${[...step.keys.map(quoteIdentifier), ...values].join(', ')} FROM ${from} GROUP BY ALL`;
    }
    case 'distinct':
      return `SELECT DISTINCT * FROM ${from}`;
    case 'sort': {
      const terms = step.terms.map(
        ({ column, descending }) => `${quoteIdentifier(column)}${descending ? ' DESC' : ''}`,
      );
      return `SELECT * FROM ${from} ORDER BY ${terms.join(', ')}`;
    }
  }
}

function unpivotBody(
  { name, isNumber, values, groups, except, keepsMissing }: StepOf<'unpivot'>,
  from: string,
): string {
  const head = isNumber ? `* REPLACE (CAST(${quoteIdentifier(name)} AS BIGINT) AS ${quoteIdentifier(name)})` : '*';
  const several = (names: readonly string[]) => (values.length === 1 ? list(names) : `(${list(names)})`);
  const items = groups.map(({ label, columns }) =>
    columns.length === 1 && columns[0] === label
      ? quoteIdentifier(label)
      : `${several(columns)} AS ${quoteLiteral(label)}`,
  );
  const chosen =
    except === null ? items.join(', ') : `COLUMNS(*${except.length === 0 ? '' : ` EXCLUDE (${list(except)})`})`;
  const missing = keepsMissing ? ' INCLUDE NULLS' : '';
  return `SELECT ${head} FROM ${from} UNPIVOT${missing} (${several(values)} FOR ${quoteIdentifier(name)} IN (${chosen}))`;
}

function joinBody({ input, how, on, asText, columns }: StepOf<'join'>, from: string): string {
  const condition = joinCondition(on, asText);
  const chosen = ['l.*', ...(how === 'anti' ? [] : columns.map((column) => named(column, 'r.')))].join(', ');
  return `SELECT ${chosen} FROM ${from} AS l ${how.toUpperCase()} JOIN ${quoteIdentifier(input)} AS r ON ${condition}`;
}

/** The condition that pairs of columns of the tables `l` and `r` are equal. */
export function joinCondition(on: readonly (readonly [string, string])[], asText: boolean): string {
  const side = (table: string, column: string) =>
    asText ? `CAST(${table}.${quoteIdentifier(column)} AS VARCHAR)` : `${table}.${quoteIdentifier(column)}`;
  return on.map(([left, right]) => `${side('l', left)} = ${side('r', right)}`).join(' AND ');
}
