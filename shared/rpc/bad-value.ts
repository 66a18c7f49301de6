import { type Static, Type } from 'typebox';
import { ExplanationSchema } from '../failures/schemas.ts';
import type { Immutable } from '../immutable.ts';
import { orNull } from '../one-of.ts';

/** One value that could not be read. */
export const BadValue = Type.Object({
  /** 1-based number of the record, not counting the header; null if the format has none. */
  row: orNull(Type.Integer()),
  /** 1-based line of the file; null if the format has none. */
  line: orNull(Type.Integer()),
  column: orNull(Type.String()),
  value: orNull(Type.String()),
  reason: ExplanationSchema,
});
export type BadValue = Immutable<Static<typeof BadValue>>;
