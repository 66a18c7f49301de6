import { type Column, isNumeric } from '#shared/api/column.ts';
import { quoteIdentifier } from '#shared/text/quoting.ts';
import { runSql } from '../../backend/sql.ts';
import { addedColumns, needsText, presets, proposeKeys, proposeReshaping } from './model/propose.ts';
import type { RecipeStep, StepKind } from './model/steps.ts';

/** Maximum number of columns that rows become. */
const maxLabels = 1000;

/** Where a step is added. */
interface StepPlace {
  readonly connection: string;
  /** The statement of the steps before it, and its columns. */
  readonly before: string;
  readonly columns: readonly Column[];
  readonly datasets: ReadonlyMap<string, readonly Column[]>;
}

/** A step to begin with, as the columns before it suggest. */
export async function defaultStep(kind: Exclude<StepKind, 'data'>, place: StepPlace): Promise<RecipeStep> {
  const { columns, datasets } = place;
  const names = columns.map(({ name }) => name);
  const [first = ''] = names;
  const number = columns.find(({ type }) => isNumeric(type))?.name ?? first;
  const text = columns.find(({ type }) => !isNumeric(type))?.name ?? first;
  const [input = ''] = datasets.keys();
  switch (kind) {
    case 'filter':
      return { kind, condition: `${quoteIdentifier(first)} IS NOT NULL` };
    case 'choose':
      return { kind, columns: names.map((name) => ({ name, as: name })) };
    case 'compute':
      return { kind, name: 'computed', expression: presets(columns).ratio };
    case 'unpivot': {
      const found = proposeReshaping(columns);
      const rest = columns.filter(({ type }) => isNumeric(type)).map(({ name }) => ({ label: name, columns: [name] }));
      const { groups, values, isNumber } = found ?? { groups: rest, values: ['value'], isNumber: false };
      // A new year is to become rows too.
      const isOpen =
        found?.evidence === 'years' &&
        groups.every(({ label, columns: [only, ...others] }) => only === label && others.length === 0);
      const taken = new Set(groups.flatMap((group) => group.columns));
      const except = isOpen ? names.filter((one) => !taken.has(one)) : null;
      const name = found?.evidence === 'years' ? 'year' : 'name';
      return { kind, name, isNumber, values, groups: isOpen ? [] : groups, except, keepsMissing: false };
    }
    case 'pivot':
      return { kind, column: text, labels: await labelsOf(place, text), value: number, combiner: 'sum' };
    case 'join': {
      const other = [...datasets].toSorted(
        ([, one], [, two]) => proposeKeys(columns, two).length - proposeKeys(columns, one).length,
      );
      const [best = input, right = []] = other[0] ?? [];
      const on = proposeKeys(columns, right);
      const asText = needsText(columns, right, on);
      return { kind, input: best, how: 'left', on, asText, columns: addedColumns(columns, right, on) };
    }
    case 'stack':
      return { kind, input };
    case 'group':
      return { kind, keys: [text], values: [{ combiner: 'sum', column: number, as: `${number}_sum` }] };
    case 'distinct':
      return { kind };
    case 'sort':
      return { kind, terms: [{ column: first, descending: false }] };
  }
}

/** The different values of a column, in order. */
async function labelsOf({ connection, before }: StepPlace, column: string): Promise<string[]> {
  const name = quoteIdentifier(column);
  const sql = `SELECT DISTINCT CAST(${name} AS VARCHAR) AS label FROM (${before}) WHERE ${name} IS NOT NULL ORDER BY label LIMIT ${maxLabels}`;
  const { rows } = await runSql({ connection, sql }, new AbortController().signal, maxLabels);
  return rows.map(([label]) => String(label));
}
