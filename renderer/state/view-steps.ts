import type { ColumnLayout } from '../lib/column-format.ts';
import { openUndoHistory, type UndoHistory } from '../lib/undo-steps.ts';
import { type DatasetTab, onTabsClosed, useSession } from './session.ts';

/** Opens a history whose steps are discarded with their tab. */
export function openTabHistory(): UndoHistory {
  const history = openUndoHistory();
  onTabsClosed(history.keepOnly);
  return history;
}

/** The history of each tab: steps of its query, its column layout and its charts. */
export const tabHistory = openTabHistory();

/** The undoable state of a tab: filters, search, order and columns. */
type ViewStep = Pick<DatasetTab, 'query' | 'layout'>;

function readStep(id: string): ViewStep {
  const tab = useSession.getState().tabs.find((each) => each.id === id);
  if (tab === undefined) throw new Error(`No tab has the name ${id}.`);
  return { query: tab.query, layout: tab.layout };
}

function noteStep(id: string, step: ViewStep): void {
  useSession.setState(({ tabs }) => ({
    tabs: tabs.map((tab) => (tab.id === id ? { ...tab, ...step, firstRow: 0 } : tab)),
  }));
}

/** Steps of a tab's query and column layout. */
const viewSteps = tabHistory.stepsOf(readStep, noteStep);

/** Whether two layouts look the same; a width of 0 means the automatic width. */
export function sameLayout(one: ColumnLayout | null, other: ColumnLayout | null): boolean {
  if (one === null || other === null || one.length !== other.length) return one === other;
  return one.every(({ name, hidden, frozen, width }, place) => {
    const like = other[place];
    if (like?.name !== name || like.hidden !== hidden || like.frozen !== frozen) return false;
    return width === like.width || width === 0 || like.width === 0;
  });
}

function isOther(one: DatasetTab, other: DatasetTab): boolean {
  const sameQuery = one.query === other.query || JSON.stringify(one.query) === JSON.stringify(other.query);
  return !sameQuery || !sameLayout(one.layout, other.layout);
}

/** Records undoable changes of tabs, whatever causes them, until the returned function is called. */
export function recordViewSteps(): () => void {
  return useSession.subscribe(({ tabs }, before) => {
    if (tabs === before.tabs) return;
    for (const tab of tabs) {
      const old = before.tabs.find(({ id }) => id === tab.id);
      if (old !== undefined && old !== tab && isOther(old, tab)) {
        viewSteps.record(tab.id, { query: old.query, layout: old.layout });
      }
    }
  });
}
