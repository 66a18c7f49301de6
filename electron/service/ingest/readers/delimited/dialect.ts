import type { Layout } from './detect-layout.ts';

/** How a delimited file is written: what the person said, completed by what was found. Byte strings, but for `names`. */
export interface Dialect extends Layout {
  readonly compression: 'none' | 'gzip' | 'zstd';
  /** Lines at which records begin that the person leaves out. */
  readonly leaveOut: readonly number[];
}
