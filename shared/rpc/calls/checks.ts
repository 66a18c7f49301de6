import { type Static, Type } from 'typebox';
import { ExplanationSchema } from '../../failures/schemas.ts';
import type { Immutable } from '../../immutable.ts';
import { oneOf, orNull } from '../../schema-parts.ts';
import { call } from '../call.ts';
import { DatasetReference } from '../records.ts';

/** Outcome of the last comparison of a version's bytes with its checksum; kept until the next one. */
export const VersionCheck = Type.Object({
  /** Slug of the version. */
  version: Type.String(),
  /** `not-checked`: there was nothing to compare with, for the given reason. */
  verdict: oneOf('verified', 'differs', 'not-checked'),
  /** Why the bytes were not verified; null if they were. */
  reason: orNull(ExplanationSchema),
  /** The checksum in the version's record at that time: the verdict is valid as long as the record still has it. */
  expected: orNull(Type.String()),
  /** When, ISO 8601. */
  at: Type.String(),
});
export type VersionCheck = Immutable<Static<typeof VersionCheck>>;

/** The calls about the outcome of checks; a check itself is a job (`verify`). */
export const checkCalls = {
  /**
   * The last check of every version of a dataset that was checked, in no order. Changes are announced by
   * `checks-changed`.
   */
  listChecks: call(DatasetReference, Type.Array(VersionCheck)),
} as const;
