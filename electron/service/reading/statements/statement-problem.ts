import { type Explanation, explain } from '#shared/failures.ts';
import { excerpt } from '../../../lib/excerpt.ts';
import type { Session } from '../../engine/session.ts';
import { IngestError } from '../reading.ts';
import { parseSerialized } from './order-statement.ts';
import type { StatementPlace, SyntaxNode } from './statement.ts';

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

/** Where in the statement, as its author knows it, a byte of the text that failed is; undefined if that is unknown. */
type PlaceOf = (byte: number) => number | undefined;

function explained(problem: EngineProblem, sql: string, placeOf: PlaceOf): Explanation {
  const { exception_type: type, exception_message: message, error_subtype: subtype, name = '' } = problem;
  const byte = problem.position === undefined ? undefined : placeOf(Number(problem.position));
  const place = placeInStatement(sql, byte);
  const [text = ''] = message.split('\n', 1);
  const short = excerpt(text, maxMessageLength);
  if (type === 'Out of Memory') return explain('sql-took-memory');
  if (subtype === 'SYNTAX_ERROR') return explain('sql-syntax', { ...lineAndColumn(place), excerpt: place.excerpt });
  if (subtype === 'COLUMN_NOT_FOUND') {
    const nearest = problem.candidates?.split(',')[0] ?? '';
    const about = { name, ...lineAndColumn(place) };
    return nearest === '' ? explain('sql-no-column', about) : explain('sql-column-meant', { ...about, nearest });
  }
  if (valueTypes.has(type)) {
    return byte === undefined
      ? explain('sql-value', { text: short })
      : explain('sql-value-at', { ...lineAndColumn(place), text: short });
  }
  if (shownTypes.has(type)) return explain('sql-rejected', { ...lineAndColumn(place), text: short });
  return explain('sql-stopped');
}

/**
 * Reports an error of a statement by its explanation; one that is none of the engine's is thrown as it is.
 * @param sql the statement as its author knows it
 */
export function throwStatementError(error: unknown, sql: string, placeOf: PlaceOf = (byte) => byte): never {
  if (error instanceof RangeError) throw new IngestError(explain('sql-too-deep'));
  const problem = error instanceof IngestError ? null : problemOf(error);
  if (problem?.exception_type === undefined || problem.exception_type === 'Interrupt') throw error;
  throw new IngestError(explained(problem, sql, placeOf));
}

/** Where the parts of a statement, in the engine's own text of it, are in the one of its author; both in bytes. */
export async function placesOfParts(
  session: Session,
  engineText: string,
  sql: string,
): Promise<ReadonlyMap<number, number>> {
  const places = new Map<number, number>();
  const compare = (part: unknown, own: unknown): void => {
    if (typeof part !== 'object' || part === null || typeof own !== 'object' || own === null) return;
    const [{ query_location: at }, { query_location: ownAt }] = [part as SyntaxNode, own as SyntaxNode];
    if (typeof at === 'number' && typeof ownAt === 'number' && !places.has(at)) places.set(at, ownAt);
    for (const [name, member] of Object.entries(part)) compare(member, (own as SyntaxNode)[name]);
  };
  const texts = [engineText, sql];
  const trees = await session.row('SELECT json_serialize_sql($1::VARCHAR), json_serialize_sql($2::VARCHAR)', texts);
  const [part, own] = trees.map((tree) => parseSerialized(String(tree)));
  compare(part, own);
  return places;
}
