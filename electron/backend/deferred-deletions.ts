import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { failureOf } from '#shared/english/explained-error.ts';
import { explain, type Failure } from '#shared/failures.ts';
import type { Removal, RemovalTarget } from '#shared/rpc/editing.ts';
import type { NamespaceSummary } from '#shared/rpc/records.ts';
import { ServiceError } from '../connector/errors.ts';

/** How long a deletion can be undone, in milliseconds. */
const undoMs = 15_000;

export interface RemovalsParts {
  /** Deletes the target at its service. */
  readonly send: (target: RemovalTarget) => Promise<void>;
  /**
   * Called when something was deleted or restored, or could not be deleted: the lists of its connection have changed.
   */
  readonly onChanged: (target: RemovalTarget) => void;
}

interface Entry {
  readonly id: string;
  readonly target: RemovalTarget;
  readonly label: string;
  readonly due: number;
  readonly timer: NodeJS.Timeout;
  state: Removal['state'];
  failure: Failure | null;
  sending: Promise<void> | null;
}

function recordOf({ id, target, label, state, due, failure }: Entry): Removal {
  const remaining = state === 'waiting' ? Math.max(0, Math.round(due - performance.now())) : 0;
  return { id, target, label, state, remaining, failure };
}

/** Deletions that have not been sent yet, or have failed: each is delayed for some seconds, and can be undone. */
export class DeferredDeletions {
  readonly #parts: RemovalsParts;
  #entries: readonly Entry[] = [];

  constructor(parts: RemovalsParts) {
    this.#parts = parts;
  }

  add(target: RemovalTarget, label: string): Removal {
    const known = this.#hiding(target);
    if (known !== undefined) return recordOf(known);
    const timer = setTimeout(() => this.#start(entry), undoMs);
    const due = performance.now() + undoMs;
    const begun = { state: 'waiting', failure: null, sending: null } as const;
    const entry: Entry = { id: randomUUID(), target, label, due, timer, ...begun };
    this.#entries = [...this.#entries, entry];
    this.#parts.onChanged(target);
    return recordOf(entry);
  }

  /** @throws {ServiceError} `too-late` */
  undo(id: string): void {
    const entry = this.#find(id);
    if (entry?.state !== 'waiting') throw new ServiceError('too-late', explain('deleted-already'));
    clearTimeout(entry.timer);
    this.#drop(entry);
  }

  dismiss(id: string): void {
    const entry = this.#find(id);
    if (entry?.state === 'failed') this.#drop(entry);
  }

  list(): Removal[] {
    return this.#entries.map(recordOf);
  }

  /** The namespaces of a connection without what was deleted. */
  visible(connection: string, namespaces: readonly NamespaceSummary[]): NamespaceSummary[] {
    const isShown = (target: RemovalTarget) => this.#hiding(target) === undefined;
    return namespaces
      .filter(({ slug }) => isShown({ kind: 'namespace', connection, namespace: slug }))
      .map((namespace) => {
        const { slug, datasets } = namespace;
        const left = datasets.filter((one) =>
          isShown({ kind: 'dataset', connection, namespace: slug, dataset: one.slug }),
        );
        return left.length === datasets.length ? namespace : { ...namespace, datasets: left };
      });
  }

  /** Sends pending deletions: a user who deletes something and quits wants it deleted. */
  async close(): Promise<void> {
    for (const entry of this.#entries) if (entry.state === 'waiting') this.#start(entry);
    await Promise.all(this.#entries.map(({ sending }) => sending));
  }

  #find(id: string): Entry | undefined {
    return this.#entries.find((entry) => entry.id === id);
  }

  /** The deletion because of which a target is not shown. */
  #hiding(target: RemovalTarget): Entry | undefined {
    return this.#entries.find((entry) => entry.state !== 'failed' && isDeepStrictEqual(entry.target, target));
  }

  #drop(entry: Entry): void {
    this.#entries = this.#entries.filter((one) => one !== entry);
    this.#parts.onChanged(entry.target);
  }

  #start(entry: Entry): void {
    entry.sending ??= this.#send(entry);
  }

  async #send(entry: Entry): Promise<void> {
    const { send, onChanged } = this.#parts;
    clearTimeout(entry.timer);
    entry.state = 'sending';
    onChanged(entry.target);
    try {
      await send(entry.target);
      this.#drop(entry);
    } catch (error) {
      entry.state = 'failed';
      entry.failure = failureOf(error);
      onChanged(entry.target);
    }
  }
}
