import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { LongWork } from '../../../lib/long-work.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { maxStatementMs, newResultKey } from '../../reading/statements/statement.ts';
import type { RowStore } from '../../rows/row-store.ts';
import { SharedWork } from '../../work/shared-work.ts';
import { type ResolvedStatement, runnable } from './resolve-statement.ts';

/** Maximum number of rows of a result that is not published. */
export const maxQueryRows = 1_000_000;

/** Results that are kept, so that their further pages need not be computed again. */
const maxResults = 16;
const maxIdleMs = 5 * 60_000;

/** Identifies the result of a statement: its text and its inputs. */
export function resultIdentity({ sql, inputs }: ResolvedStatement): string {
  const versions = inputs.map(({ name, slug, version }) => [name, slug, version.checksum]);
  return hash('sha256', JSON.stringify([sql, versions]), 'hex');
}

/** The results of statements as rows that belong to no version; each is kept for a while. */
export interface QueryResults {
  /** The rows of a statement's result, computed unless they are kept. @throws {IngestError | IsolatedProcessError} */
  rowsOf(statement: ResolvedStatement, work: LongWork): Promise<StoredVersion>;
  /** Removes all results. */
  close(): Promise<void>;
}

export function openQueryResults(rows: RowStore): QueryResults {
  const running = new SharedWork<StoredVersion>();
  const removing = new Set<Promise<void>>();
  const remove = ({ key }: StoredVersion) => {
    const removal = rows.remove(key).finally(() => removing.delete(removal));
    removal.catch(() => {});
    removing.add(removal);
  };
  const kept = new LRUCache<string, StoredVersion>({
    max: maxResults,
    ttl: maxIdleMs,
    updateAgeOnGet: true,
    ttlAutopurge: true,
    dispose: remove,
  });
  return {
    async rowsOf(statement, work) {
      const identity = resultIdentity(statement);
      const known = kept.get(identity);
      if (known !== undefined) return known;
      return await running.join(identity, work.signal, async (signal) => {
        const limits = { maxRows: maxQueryRows, limitMs: maxStatementMs };
        const stored = await rows.derive(newResultKey(), runnable(statement, limits), { ...work, signal });
        kept.set(identity, stored);
        return stored;
      });
    },
    async close() {
      await running.end(() => true, new DOMException('The service is closing.', 'AbortError'));
      kept.clear();
      await Promise.allSettled(removing);
    },
  };
}
