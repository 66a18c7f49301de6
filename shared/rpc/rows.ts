import { Type } from 'typebox';
import type { Row } from '../cell.ts';

/**
 * The schema of rows of values. It checks each row, but not each value: that would take longer than everything else on
 * their way to the window.
 */
export const Rows = Type.Unsafe<readonly Row[]>(
  Type.Refine(Type.Unknown(), (rows) => Array.isArray(rows) && rows.every(Array.isArray)),
);
