import { type Explanation, explain } from '#shared/failures.ts';
import { excerpt } from '../../../lib/excerpt.ts';
import { IngestError } from '../reading.ts';
import type { StatementPlace } from './statement.ts';

const maxExcerptLength = 30;
const maxMessageLength = 300;

/** The place of a byte in a statement; its beginning for a place that the engine does not know. */
export function placeInStatement(sql: string, byte: unknown): StatementPlace {
  const bytes = Buffer.from(sql);
  const known = typeof byte === 'number' && byte >= 0 && byte <= bytes.length ? byte : 0;
  const before = bytes.subarray(0, known).toString();
  const lines = before.split('\n');
  const [rest = ''] = bytes.subarray(known).toString().split('\n', 1);
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1, excerpt: excerpt(rest, maxExcerptLength) };
}

/** The values of an explanation that names a place. */
export function lineAndColumn({ line, column }: StatementPlace): { readonly line: number; readonly column: number } {
  return { line, column };
}

/** An error of the engine with `errors_as_json`. */
interface EngineProblem {
  readonly exception_type: string;
  readonly exception_message: string;
  readonly position?: string;
  readonly error_subtype?: string;
  readonly name?: string;
  readonly candidates?: string;
}

function problemOf(error: unknown): EngineProblem | null {
  const message = error instanceof Error ? error.message : '';
  try {
    return JSON.parse(message.slice(Math.max(0, message.indexOf('{')))) as EngineProblem;
  } catch {
    return null;
  }
}

/** Only what the engine says about the statement itself and its values is shown; anything else may name files. */
const shownTypes = new Set(['Binder', 'Catalog', 'Not implemented', 'Parser', 'Syntax']);
const valueTypes = new Set(['Conversion', 'Out of Range', 'Invalid Input', 'Mismatch Type', 'Constraint']);

/** The explanation of an engine's error. @param lead length of what precedes the statement, to which positions refer */
function explained(problem: EngineProblem, sql: string | null, lead: number): Explanation {
  const { exception_type: type, exception_message: message, error_subtype: subtype, name = '' } = problem;
  const position = problem.position === undefined ? null : Number(problem.position) - lead;
  const place = placeInStatement(sql ?? '', position);
  const [text = ''] = message.split('\n', 1);
  const short = excerpt(text, maxMessageLength);
  if (type === 'Out of Memory') return explain('sql-took-memory');
  if (subtype === 'SYNTAX_ERROR') return explain('sql-syntax', { ...lineAndColumn(place), excerpt: place.excerpt });
  if (subtype === 'COLUMN_NOT_FOUND') {
    const nearest = problem.candidates?.split(',')[0] ?? '';
    const about = { name, ...lineAndColumn(place) };
    return nearest === '' ? explain('sql-no-column', about) : explain('sql-column-meant', { ...about, nearest });
  }
  if (valueTypes.has(type)) return explain('sql-value', { text: short });
  if (shownTypes.has(type)) return explain('sql-rejected', { ...lineAndColumn(place), text: short });
  return explain('sql-stopped');
}

/**
 * Reports an error of a statement by its explanation; one that is none of the engine's is thrown as it is.
 * @param sql the statement as its author knows it; null if the error refers to another form of it
 * @param lead length of what precedes it in the text that failed
 */
export function throwStatementError(error: unknown, sql: string | null, lead = 0): never {
  if (error instanceof RangeError) throw new IngestError(explain('sql-too-deep'));
  const problem = error instanceof IngestError ? null : problemOf(error);
  if (problem?.exception_type === undefined || problem.exception_type === 'Interrupt') throw error;
  throw new IngestError(explained(problem, sql, lead));
}
