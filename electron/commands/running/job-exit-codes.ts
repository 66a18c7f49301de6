import type { FailureKind } from '#shared/failures.ts';
import { exitCodes } from './run.ts';

/** Exit codes of single commands, in addition to the common ones. */
export const jobExitCodes = {
  ...exitCodes,
  /** The file has values that could not be read; nothing was published. */
  badValues: 3,
  /** The bytes do not match their checksum. */
  differs: 4,
  /** There is no checksum to compare with. */
  notChecked: 5,
  /** `ls`: some of the catalogue could not be read. */
  incomplete: 6,
  /** Ended by SIGINT (Ctrl+C) or SIGTERM; nothing was left behind. */
  interrupted: 130,
} as const;

/** Failures that come from what the user typed, although only work finds them. */
export const usageKinds: ReadonlySet<FailureKind> = new Set(['bad-address', 'bad-name']);
