import { type Static, Type } from 'typebox';
import { Explanation } from '../../failures.ts';
import { oneOf, orNull } from '../one-of.ts';
import { DatasetReference } from '../records.ts';

/** What came of the last comparison of a version's bytes with its checksum; kept until the version is compared again. */
export const VersionCheck = Type.Object({
  /** Slug of the version. */
  version: Type.String(),
  /** `not-checked`: there was nothing to compare with, for the reason given. */
  verdict: oneOf('verified', 'differs', 'not-checked'),
  /** Null where the bytes were verified. */
  reason: orNull(Explanation),
  /** The checksum that the version's record had then: what is said holds as long as the record still has it. */
  expected: orNull(Type.String()),
  /** When, ISO 8601. */
  at: Type.String(),
});
export type VersionCheck = Static<typeof VersionCheck>;

/** The calls of `backend.ts` that report what is known of versions' bytes; comparing them is a job (`verify`). */
export const checkCalls = {
  /** The last check of every version of a dataset that was ever checked, in no order. Changes are announced by `checks-changed`. */
  listChecks: { parameters: DatasetReference, result: Type.Array(VersionCheck) },
} as const;
