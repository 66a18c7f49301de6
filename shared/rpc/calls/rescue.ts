import { Type } from 'typebox';
import { RestoreResult } from '../jobs.ts';

/** The calls that work while the local service does not start, so that no job can run. */
export const rescueCalls = {
  /** Restores a backup: the store is moved aside, never deleted, and the backend restarts. */
  restoreStore: { parameters: Type.Object({ source: Type.String({ minLength: 1 }) }), result: RestoreResult },
} as const;
