import type { Layout } from './detect-layout.ts';

/** The dialect of a delimited file: the user's options, completed by detection. Byte strings, except `names`. */
export interface Dialect extends Layout {
  readonly compression: 'none' | 'gzip' | 'zstd';
  /** Lines at which records begin that the user leaves out. */
  readonly leaveOut: readonly number[];
}
