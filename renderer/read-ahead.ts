import { connected } from './api/backend.ts';
import { readAhead } from './api/records.ts';
import { useSession } from './session.ts';

/** Milliseconds that the first frame waits for the way to the backend, so that the first rows are asked for before it. */
const patience = 40;

/** Asks for what the tab in front is going to show, if that are rows, while the window is still to be drawn. */
export async function readFrontTabAhead(): Promise<void> {
  const { tabs, activeTab } = useSession.getState();
  const tab = tabs.find(({ id }) => id === activeTab);
  if (tab?.view !== 'rows') return;
  readAhead(tab.reference, tab.query);
  await Promise.race([connected(), new Promise((resolve) => setTimeout(resolve, patience))]);
}
