/** The row file of a version: two paths. */
export interface RowFilePaths {
  readonly rows: string;
  readonly offsets: string;
}

/** What a page reader is asked; `offsets` is the table in memory where it is held there, `shape` the text of a row shape. */
export type PageRequest =
  | {
      readonly kind: 'range';
      readonly file: RowFilePaths;
      readonly from: number;
      readonly to: number;
      readonly shape: string;
    }
  | {
      readonly kind: 'view';
      readonly file: RowFilePaths;
      readonly offsets: SharedArrayBuffer | null;
      readonly view: string;
      readonly from: number;
      readonly to: number;
      readonly shape: string;
    }
  | {
      readonly kind: 'rows';
      readonly file: RowFilePaths;
      readonly offsets: SharedArrayBuffer | null;
      readonly numbers: Int32Array;
      readonly shape: string;
    }
  | { readonly kind: 'numbers'; readonly view: string; readonly from: number; readonly to: number }
  | {
      readonly kind: 'raw';
      readonly file: RowFilePaths;
      readonly offsets: SharedArrayBuffer | null;
      readonly numbers: Int32Array;
    }
  | { readonly kind: 'offsets'; readonly path: string; readonly most: number }
  | { readonly kind: 'check'; readonly path: string }
  | { readonly kind: 'forget'; readonly folder: string };

/** What comes back: bytes of a page, a table, or the CRC-32 of a file. */
export type PageAnswer = ArrayBuffer | SharedArrayBuffer | Int32Array | number | null;
