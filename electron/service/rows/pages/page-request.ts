import type { NumberFile } from '../../files/number-file.ts';
import type { RowFilePaths } from '../../files/parquet-file.ts';
import type { PageFrame } from './encoded-page.ts';
import type { RowForm } from './page-assembly.ts';

/** The form of a page as it is sent to a thread: `shape` is the text of a row shape. */
export interface SentForm extends PageFrame {
  readonly shape: string;
}

/** Rows of a version: consecutive ones, those at some positions of a view, or by their numbers. */
export type RowChoice =
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  | { readonly kind: 'view'; readonly view: NumberFile; readonly from: number; readonly to: number }
  | { readonly kind: 'numbers'; readonly numbers: Int32Array };

export function chosenCount(rows: RowChoice): number {
  return rows.kind === 'numbers' ? rows.numbers.length : rows.to - rows.from;
}

/** A request for rows as JSON objects. */
export interface RowsToRead<Form> {
  readonly kind: 'page';
  readonly file: RowFilePaths;
  readonly rows: RowChoice;
  readonly form: Form;
}

export type PageRequest<Form = RowForm> =
  | RowsToRead<Form>
  | { readonly kind: 'raw'; readonly file: RowFilePaths; readonly numbers: Int32Array }
  | { readonly kind: 'numbers'; readonly view: NumberFile; readonly from: number; readonly to: number }
  | { readonly kind: 'release'; readonly folder: string };

/** A page in memory of its own, which may be longer. */
export interface PageBytes {
  readonly memory: ArrayBuffer;
  readonly length: number;
}

/** The response: a page, the checksums of a file of numbers (`check`), or row numbers. */
export type ReaderAnswer = PageBytes | Int32Array | null;

/** A request as it is sent to a reader. */
export interface IdentifiedRequest {
  readonly id: number;
  readonly request: PageRequest<SentForm>;
}

/** A reader's answer, or why there is none. */
export interface IdentifiedAnswer {
  readonly id: number;
  readonly result?: ReaderAnswer;
  readonly error?: string;
  /** The damaged file of the cache, if that is the error. */
  readonly damaged?: string | null;
}
