import type { NumberFile } from '../../files/shared-files.ts';
import type { VersionKey } from '../../files/stored-version.ts';
import { SharedWork } from '../../work/shared-work.ts';
import type { DiffSummary } from './diff-plan.ts';

/** A finished comparison: its summary, and a file of pairs of row numbers (before, after; -1 for none). */
export interface MadeDiff {
  readonly summary: DiffSummary;
  readonly pairs: NumberFile;
}

interface Compared {
  readonly before: VersionKey;
  readonly after: VersionKey;
  /** The folder that it is stored in: a different one for each key. */
  readonly folder: string;
}

/** Running comparisons of versions, each shared by all its callers. */
export class RunningDiffs {
  readonly #making = new SharedWork<MadeDiff>();
  readonly #compared = new Map<string, Compared>();

  /** Joins a running comparison, or starts it. */
  join(
    compared: Compared,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<MadeDiff>,
  ): Promise<MadeDiff> {
    const { folder } = compared;
    return this.#making.join(folder, signal, (stop) => {
      this.#compared.set(folder, compared);
      return start(stop).finally(() => {
        if (this.#compared.get(folder) === compared) this.#compared.delete(folder);
      });
    });
  }

  /** Cancels the comparisons with a version that is about to be removed, on either side. */
  async end(version: VersionKey, reason: Error): Promise<void> {
    await this.#making.end((folder) => {
      const compared = this.#compared.get(folder);
      return compared?.before === version || compared?.after === version;
    }, reason);
  }

  /** Cancels running comparisons, and waits for them to end. */
  async close(): Promise<void> {
    await this.#making.close();
  }
}
