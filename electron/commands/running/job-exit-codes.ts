import { exitCodes } from './run.ts';

/** Exit codes of single commands, beside those of every command. */
export const jobExitCodes = {
  ...exitCodes,
  /** The file has values that could not be read; nothing was published. */
  badValues: 3,
  /** The bytes are not those that the checksum was taken of. */
  differs: 4,
  /** There is no checksum to compare with. */
  notChecked: 5,
  /** `ls`: what could be read was listed; some of it could not. */
  incomplete: 6,
  /** Ended by SIGINT (Ctrl+C) or SIGTERM; nothing was left behind. */
  interrupted: 130,
} as const;
