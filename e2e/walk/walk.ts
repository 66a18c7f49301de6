import type { RunningApp } from '../support/app.ts';
import type { Door } from '../support/door.ts';
import type { Dataset, WindowModel } from './model.ts';

/** What an act works with. */
export interface Walk {
  /** The running program; another one after a restart. */
  app: RunningApp;
  readonly model: WindowModel;
  /** The datasets that can be opened; those that the walk creates are added, those that it deletes removed. */
  readonly datasets: Dataset[];
  /** The way to the other service. */
  readonly door: Door;
  /** A number from 0 up to a bound, without it. */
  readonly below: (bound: number) => number;
  /** Ends the program and starts it again on the same folder. */
  readonly restart: () => Promise<void>;
}

/** Something a user does. It is offered while the model allows it, and returns what it did. */
export interface Act {
  readonly weight: number;
  readonly isOffered: (model: WindowModel) => boolean;
  readonly run: (walk: Walk) => Promise<string>;
}

export type Acts = Readonly<Record<string, Act>>;

export const always = () => true;

/** One of some items, by chance. */
export function pick<Item>(items: readonly Item[], below: Walk['below']): Item {
  if (items.length === 0) throw new Error('There is nothing to choose from.');
  return items[below(items.length)] as Item;
}
