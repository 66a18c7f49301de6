import { type Column, isNumeric } from '#shared/api/column.ts';
import { quoteIdentifier } from '#shared/text/quoting.ts';
import { isYearName } from '../../../lib/column-name.ts';
import type { StepOf } from './steps.ts';

type Typed = Pick<Column, 'name' | 'type'>;

/** Columns that look like the values of one column, and what they share. */
interface Reshaping extends Pick<StepOf<'unpivot'>, 'groups' | 'values' | 'isNumber'> {
  /** `years`: names that are years; `numbered`: other names that end with a number. */
  readonly evidence: 'years' | 'numbered';
}

/**
 * The columns to turn into rows, if their names show that: `1990`, `1991`, …, or `births_2019`, `deaths_2019`, …, of
 * which each measure becomes a column. Null if fewer than two rows would come of it.
 */
export function proposeReshaping(columns: readonly Typed[]): Reshaping | null {
  const parsed = columns.flatMap(({ name }) => {
    const [label] = /(?<!\d)\d+$/.exec(name) ?? [];
    if (label === undefined) return [];
    return [{ name, measure: name.slice(0, -label.length).replace(/[ _-]$/, ''), label }];
  });
  const measures = [...new Set(parsed.map(({ measure }) => measure))].map((measure) => ({
    measure,
    of: parsed.filter((one) => one.measure === measure),
  }));
  const [most] = measures.toSorted((one, other) => other.of.length - one.of.length);
  if (most === undefined || most.of.length < 2) return null;
  const labels = most.of.map(({ label }) => label);
  const together = measures.filter(({ of }) => of.map(({ label }) => label).join() === labels.join());
  const isYears = labels.every((label) => /^(1[5-9]|20|21)\d\d$/.test(label));
  return {
    evidence: isYears ? 'years' : 'numbered',
    isNumber: labels.every((label) => String(Number(label)) === label),
    values: together.map(({ measure }) => measure || 'value'),
    groups: labels.map((label, at) => ({ label, columns: together.map(({ of }) => of[at]?.name ?? '') })),
  };
}

/** Pairs of columns with the same name, whatever the case, by which two tables may be joined; not those of measures. */
export function proposeKeys(left: readonly Typed[], right: readonly Typed[]): [string, string][] {
  return left.flatMap(({ name, type }) => {
    const same = right.find((one) => one.name.toLowerCase() === name.toLowerCase());
    return same === undefined || type === 'float' || same.type === 'float'
      ? []
      : [[name, same.name] as [string, string]];
  });
}

/** The columns that a join adds: those of the right side that are no keys, under names that the left one has not. */
export function addedColumns(
  left: readonly Typed[],
  right: readonly Typed[],
  on: readonly (readonly [string, string])[],
): { readonly name: string; readonly as: string }[] {
  const taken = new Set(left.map(({ name }) => name.toLowerCase()));
  return right
    .filter(({ name }) => !on.some(([, key]) => key === name))
    .map(({ name }) => ({ name, as: taken.has(name.toLowerCase()) ? `${name}_2` : name }));
}

/** Whether keys have to be compared as texts: some pair has a number on one side alone. */
export function needsText(
  left: readonly Typed[],
  right: readonly Typed[],
  on: readonly (readonly [string, string])[],
): boolean {
  const isNumber = (columns: readonly Typed[], key: string) => {
    const found = columns.find(({ name }) => name === key);
    return found !== undefined && isNumeric(found.type);
  };
  return on.some(([one, other]) => isNumber(left, one) !== isNumber(right, other));
}

/** Expressions to begin with, by what they are for. @param columns at least one */
export function presets(columns: readonly Typed[]) {
  const numbers = columns.filter(({ name, type }) => isNumeric(type) && !isYearName({ name, label: name }));
  const named = (at: number, of: readonly Typed[]) => quoteIdentifier((of[at] ?? of[0] ?? columns[0])?.name ?? '');
  const texts = columns.filter(({ type }) => !isNumeric(type));
  const [one, other, text] = [named(0, numbers), named(1, numbers), named(0, texts)];
  return {
    ratio: `${one} / nullif(${other}, 0)`,
    perThousand: `1000.0 * ${one} / nullif(${other}, 0)`,
    number: `try_cast(replace(${text}, ',', '') AS DOUBLE)`,
    year: `year(try_cast(${text} AS DATE))`,
    bands: `CASE WHEN ${one} < 10 THEN 'low' WHEN ${one} < 100 THEN 'middle' ELSE 'high' END`,
    condition: `if(${one} > 0, 'yes', 'no')`,
  } as const;
}
