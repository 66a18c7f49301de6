import { randomBytes } from 'node:crypto';
import type { ParquetFile } from '../../files/parquet-file.ts';
import type { StoredVersion, VersionKey } from '../../files/stored-version.ts';

/** A place in a statement, both from 1, and what stands there. */
export interface StatementPlace {
  readonly line: number;
  readonly column: number;
  readonly excerpt: string;
}

/** A table that a statement names, at its first place. */
export interface NamedTable {
  readonly name: string;
  readonly place: StatementPlace;
}

/** A member of the engine's syntax tree. */
export interface SyntaxNode {
  readonly [member: string]: unknown;
}

/** A statement that passed the guard. */
export interface CheckedStatement {
  readonly sql: string;
  /** Its tables, except those that it defines itself. */
  readonly tables: readonly NamedTable[];
  /** The query, as the engine serializes it. */
  readonly tree: SyntaxNode;
}

/** A version that a statement reads, by the name that the statement uses. */
export interface StatementInput {
  readonly name: string;
  readonly version: StoredVersion;
}

/** A checked statement over versions that its caller may read, ready to run. */
export interface Statement {
  readonly sql: string;
  readonly inputs: readonly StatementInput[];
  /** Names of the columns of the result that are geometries taken unchanged, null for all others; by position. */
  readonly geometries: readonly (string | null)[];
  /** Whether every list and limit in it has a total order, so that several threads give the same. */
  readonly isOrdered?: boolean;
  /** Maximum number of rows of the result; null for as many as a version can have. */
  readonly maxRows: number | null;
  readonly limitMs: number;
}

/** A statement whose inputs are files on this machine. */
export interface LocalStatement extends Pick<Statement, 'sql' | 'geometries' | 'isOrdered' | 'maxRows'> {
  readonly inputs: readonly (Pick<ParquetFile, 'path' | 'columns'> & { readonly name: string })[];
}

const resultPrefix = 'result-';

/** A key for the result of a statement that is no version: nobody needs it after the process that made it. */
export function newResultKey(): VersionKey {
  return `${resultPrefix}${randomBytes(12).toString('hex')}`;
}

export function isResultKey(key: VersionKey): boolean {
  return key.startsWith(resultPrefix);
}

/** Maximum duration of a statement that a user waits for; a longer limit is that of work in the background. */
export const maxStatementMs = 60_000;

/** Maximum length of a statement in characters. */
export const maxStatementLength = 100_000;

/** Maximum number of columns of a result. */
export const maxResultColumns = 2_000;
