import { Type } from 'typebox';
import { call } from '../call.ts';
import { RestoreResult } from '../jobs.ts';

/** The calls that work while the local service does not start, so that no job can run. */
export const rescueCalls = {
  /** Restores a backup: the store is moved aside, never deleted, and the backend restarts. */
  restoreStore: call(Type.Object({ source: Type.String({ minLength: 1 }) }), RestoreResult),
} as const;
