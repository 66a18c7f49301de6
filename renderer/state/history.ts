import type { ColumnLayout } from '../lib/column-format.ts';
import type { Brush, DatasetTab } from './tab.ts';

/** Maximum number of steps that can be undone. */
const maxSteps = 100;

/** What the user can undo: what a tab shows, and what is selected in its charts. */
export interface Step extends Pick<DatasetTab, 'query' | 'layout' | 'charts' | 'summary'> {
  readonly brush: Brush | null;
}

/** The earlier and the undone steps of a tab, the nearest one last. */
export interface History {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

export const emptyHistory: History = { past: [], future: [] };

/** A history with one more step; what was undone before can no longer be redone. */
export function withStep({ past }: History, { query, layout, charts, summary, brush }: Step): History {
  return { past: [...past, { query, layout, charts, summary, brush }].slice(-maxSteps), future: [] };
}

/** Whether two layouts look the same; a width of 0 means the automatic width. */
export function sameLayout(one: ColumnLayout | null, other: ColumnLayout | null): boolean {
  if (one === null || other === null || one.length !== other.length) return one === other;
  return one.every(({ name, hidden, frozen, width }, place) => {
    const like = other[place];
    if (like?.name !== name || like.hidden !== hidden || like.frozen !== frozen) return false;
    return width === like.width || width === 0 || like.width === 0;
  });
}

/** Whether a change can be undone: the same query once more is none. */
export function isStep(before: Step, after: Step): boolean {
  return (
    JSON.stringify(before.query) !== JSON.stringify(after.query) ||
    !sameLayout(before.layout, after.layout) ||
    before.charts !== after.charts ||
    before.summary !== after.summary ||
    before.brush !== after.brush
  );
}
