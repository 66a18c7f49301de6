import { type Static, Type } from 'typebox';
import { Explanation } from '../failures.ts';
import { orNull } from './one-of.ts';

/** One value that could not be read. */
export const BadValueRecord = Type.Object({
  /** 1-based number of the record, the header not counted; null where the format has none. */
  row: orNull(Type.Integer()),
  /** 1-based line of the file; null where the format has none. */
  line: orNull(Type.Integer()),
  column: orNull(Type.String()),
  value: orNull(Type.String()),
  /** Why it could not be read. */
  reason: Explanation,
});
export type BadValueRecord = Static<typeof BadValueRecord>;
