import { summaryExplanation } from './change-words.ts';
import { explain, inTurn } from './failures.ts';
import type { ChangeSummary } from './follow.ts';
import type { Replacement } from './rpc/jobs.ts';

type Columns = readonly { readonly name: string; readonly type: ChangeSummary['columnsRetyped'][number]['before'] }[];

export interface VersionShape {
  /** Number of rows; null if unknown. */
  readonly rows: number | null;
  readonly columns: Columns;
}

/** The columns that differ. */
export function columnChanges(before: Columns, after: Columns) {
  const [old, now] = [before, after].map((columns) => new Map(columns.map(({ name, type }) => [name, type])));
  return {
    columnsAdded: after.filter(({ name }) => old?.has(name) !== true).map(({ name }) => name),
    columnsRemoved: before.filter(({ name }) => now?.has(name) !== true).map(({ name }) => name),
    columnsRetyped: before.flatMap(({ name, type }) => {
      const next = now?.get(name);
      return next === undefined || formOf(next) === formOf(type) ? [] : [{ name, before: type, after: next }];
    }),
  };
}

/** `char` and `text` differ only in the length of their longest value. */
export function formOf(type: Columns[number]['type']): Columns[number]['type'] {
  return type === 'char' ? 'text' : type;
}

/**
 * What would change if one version replaced another.
 * @param summary how their rows differ; null if they were not compared
 */
export function replacementOf(
  before: VersionShape,
  after: VersionShape,
  summary: ChangeSummary | null = null,
): Replacement {
  const columns = columnChanges(before.columns, after.columns);
  const { columnsAdded, columnsRemoved, columnsRetyped } = columns;
  const differ = columnsAdded.length + columnsRemoved.length + columnsRetyped.length > 0;
  const rows = before.rows === null || after.rows === null ? null : { before: before.rows, after: after.rows };
  const compared = summary ?? (differ ? { ...noRows, ...columns } : null);
  return {
    changes: inTurn(
      ...(rows === null || rows.before === rows.after ? [] : [explain('replaces-rows', rows)]),
      ...(compared === null ? [] : [summaryExplanation(compared)]),
    ),
    loses:
      columnsRemoved.length > 0 || columnsRetyped.length > 0 || (rows !== null && rows.after * 3 < rows.before * 2),
  };
}

const noRows = { key: [], rowsBefore: 0, rows: 0, added: 0, removed: 0, changed: 0, columns: [], counted: 0 };
