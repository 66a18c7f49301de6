import { connectAfter, connected } from './api/backend.ts';
import { forgetPage } from './api/kept-page.ts';
import { areFirstRowsKept, readAhead, takeKeptRows } from './api/records.ts';
import { type DatasetTab, useSession } from './session.ts';
import { beginWithRows } from './started.ts';

/** Milliseconds that the first frame waits for the way to the backend, so that the first rows are asked for before it. */
const patience = 40;

/** The tab in front, if rows are what it shows. */
function rowsInFront(): DatasetTab | undefined {
  const { tabs, activeTab } = useSession.getState();
  return tabs.find(({ id, view }) => id === activeTab && view === 'rows');
}

/**
 * Forgets rows that were kept and are not in front any more.
 * @returns whether the window, if it began anew, could draw its rows without asking for them
 */
export function keepOnlyRowsInFront(): boolean {
  const tab = rowsInFront();
  const kept = tab !== undefined && areFirstRowsKept(tab.reference, tab.query);
  if (!kept) forgetPage();
  return kept && tab.firstRow === 0;
}

/**
 * Asks for what the tab in front is going to show, if that are rows, while the window is still to be drawn. Where they
 * are at hand, the backend waits for them, and what stands around them too.
 */
export async function readFrontTabAhead(): Promise<void> {
  const tab = rowsInFront();
  if (tab === undefined) return;
  const atHand = tab.firstRow === 0 && takeKeptRows(tab.reference, tab.query);
  if (atHand) connectAfter(beginWithRows());
  readAhead(tab.reference, tab.query);
  if (atHand) return;
  await Promise.race([connected(), new Promise((resolve) => setTimeout(resolve, patience))]);
}
