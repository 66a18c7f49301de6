import type { Explanation, Failure } from '#shared/failures.ts';

/** Why a service refused a statement, in its own words, and where it found that. */
export interface StatementProblem {
  readonly text: string;
  /** The field that is refused: `sql`, or what has to be confirmed. */
  readonly field: string;
  /** Both from 1; null for the statement as a whole. */
  readonly place: { readonly line: number; readonly column: number } | null;
}

/** The service's message in a failure; null if the statement is not what failed. */
export function statementProblem(failure: Failure): StatementProblem | null {
  if (failure.kind !== 'bad-query' && failure.kind !== 'not-accepted') return null;
  const said = saidIn(failure as Explanation);
  if (said === null) return null;
  const [, field = '', text = said] = /^(\w+): (.*)$/.exec(said) ?? [];
  const [, line, column] = /^Line (\d+), column (\d+): /.exec(text) ?? [];
  const place = line === undefined ? null : { line: Number(line), column: Number(column) };
  return { text, field, place };
}

function saidIn({ code, values }: Explanation): string | null {
  if (code === 'it-says') return String(values.said);
  if (code !== 'in-turn') return null;
  return values.parts.map(saidIn).find((said) => said !== null) ?? null;
}
