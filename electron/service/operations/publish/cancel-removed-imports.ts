import { askInTurn } from '../../../lib/ask-in-turn.ts';
import type { Catalogue } from '../../catalogue/database/catalogue.ts';
import { namedKeys } from '../../catalogue/records/versions.ts';
import type { ServiceLog } from '../../deps.ts';
import type { ImportTurns } from './import-turns.ts';

/**
 * Creates the function that cancels the imports of this node whose versions another one has deleted, or has reported as
 * interrupted because this one was stopped for long. Call it after every change by another node; it never rejects.
 */
export function cancelRemovedImports(
  { records }: Pick<Catalogue, 'records'>,
  imports: Pick<ImportTurns, 'tracked' | 'cancel'>,
  log: ServiceLog,
): () => Promise<void> {
  return askInTurn(async () => {
    // Before the catalogue is asked: a version is recorded before its import is tracked.
    const tracked = imports.tracked();
    if (tracked.length === 0) return;
    try {
      const named = await namedKeys(records, tracked);
      await Promise.all(tracked.filter((key) => !named.has(key)).map((key) => imports.cancel(key)));
    } catch (error) {
      // The return of the catalogue is announced as a change; and the import fails at its end at the latest.
      log.warn({ err: error }, 'Whether imports were cancelled through other nodes could not be found out.');
    }
  });
}
