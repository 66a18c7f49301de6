import { Type } from 'typebox';
import { RestoreResult } from '../jobs.ts';

/** The calls of `backend.ts` that work where this computer's own service does not start, and so no job runs. */
export const rescueCalls = {
  /** Restores a backup: the store is put aside, never deleted, and the backend starts again. */
  restoreStore: { parameters: Type.Object({ source: Type.String({ minLength: 1 }) }), result: RestoreResult },
} as const;
