import { randomUUID } from 'node:crypto';
import { failureOf } from '#shared/english/explained-error.ts';
import { explain, type Failure } from '#shared/failures.ts';
import type { Removal, RemovalTarget } from '#shared/rpc/editing.ts';
import type { NamespaceSummary } from '#shared/rpc/records.ts';
import { ServiceError } from '../connector/errors.ts';

/** How long a deletion can be undone, in milliseconds. */
export const undoMs = 15_000;

export interface RemovalsParts {
  /** Deletes the target at its service. */
  readonly send: (target: RemovalTarget) => Promise<void>;
  /**
   * Called when something was deleted or restored, or could not be deleted: the lists of its connection have changed.
   */
  readonly onChanged: (target: RemovalTarget) => void;
  readonly undoMs?: number;
}

/** Deletions that have not been sent yet, or have failed. */
export interface DeferredDeletions {
  add(target: RemovalTarget, label: string): Removal;
  /** @throws {ServiceError} `too-late` */
  undo(id: string): void;
  dismiss(id: string): void;
  list(): Removal[];
  /** The namespaces of a connection without what was deleted. */
  visible(connection: string, namespaces: readonly NamespaceSummary[]): NamespaceSummary[];
  /** Sends pending deletions: a user who deletes something and quits wants it deleted. */
  close(): Promise<void>;
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

function same(first: RemovalTarget, second: RemovalTarget): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

/** Delays deletions for some seconds, so that each can be undone. */
export function openRemovals({ send, onChanged, undoMs: time = undoMs }: RemovalsParts): DeferredDeletions {
  let entries: readonly Entry[] = [];

  function drop(entry: Entry): void {
    entries = entries.filter((one) => one !== entry);
    onChanged(entry.target);
  }

  async function sendNow(entry: Entry): Promise<void> {
    clearTimeout(entry.timer);
    entry.state = 'sending';
    onChanged(entry.target);
    try {
      await send(entry.target);
      drop(entry);
    } catch (error) {
      entry.state = 'failed';
      entry.failure = failureOf(error);
      onChanged(entry.target);
    }
  }

  function start(entry: Entry): void {
    entry.sending ??= sendNow(entry);
  }

  const find = (id: string) => entries.find((entry) => entry.id === id);
  const isHidden = (target: RemovalTarget) =>
    entries.some((entry) => entry.state !== 'failed' && same(entry.target, target));

  return {
    add(target, label) {
      const known = entries.find((entry) => entry.state !== 'failed' && same(entry.target, target));
      if (known !== undefined) return recordOf(known);
      const timer = setTimeout(() => start(entry), time);
      const due = performance.now() + time;
      const entry: Entry = {
        id: randomUUID(),
        target,
        label,
        due,
        timer,
        state: 'waiting',
        failure: null,
        sending: null,
      };
      entries = [...entries, entry];
      onChanged(target);
      return recordOf(entry);
    },
    undo(id) {
      const entry = find(id);
      if (entry === undefined || entry.state !== 'waiting') {
        throw new ServiceError('too-late', explain('deleted-already'));
      }
      clearTimeout(entry.timer);
      drop(entry);
    },
    dismiss(id) {
      const entry = find(id);
      if (entry?.state === 'failed') drop(entry);
    },
    list: () => entries.map(recordOf),
    visible: (connection, namespaces) =>
      namespaces
        .filter(({ slug }) => !isHidden({ kind: 'namespace', connection, namespace: slug }))
        .map((namespace) => {
          const { slug, datasets } = namespace;
          const left = datasets.filter(
            (one) => !isHidden({ kind: 'dataset', connection, namespace: slug, dataset: one.slug }),
          );
          return left.length === datasets.length ? namespace : { ...namespace, datasets: left };
        }),
    async close() {
      for (const entry of entries) if (entry.state === 'waiting') start(entry);
      await Promise.all(entries.map(({ sending }) => sending));
    },
  };
}
