import { linkParameters, maxLinkLength, type OpenLink, readLinkParameters } from '#shared/open-link.ts';
import { reportFailure } from '../backend/failure.ts';
import { datasetQuery, records } from '../backend/records.ts';
import { layoutOfFields, shownFields, viewOfLink } from '../lib/query/saved-view.ts';
import { linkOfTab } from '../state/share-view.ts';
import { changeTab, type DatasetTab, showLinkedParts, useTabs } from '../state/tab.ts';
import { showPage, showTab } from '../state/tabs.ts';
import { openLink } from './open-requests.ts';

const programName = 'Almanac';

/** What the window shows now, as the query of its address. */
function shownParameters(): string {
  const { tabs, activeTab, page } = useTabs.getState();
  const tab = tabs.find(({ id }) => id === activeTab);
  if (tab !== undefined) return tab.file === undefined ? linkParameters(linkOfTab(tab)) : '';
  if (page.kind !== 'namespace') return '';
  return linkParameters({ namespace: page.namespace, dataset: null, view: [] });
}

/** The tab that a step of the history was made with, if it still shows the dataset of the link. */
function tabOfStep(state: unknown, { namespace, dataset }: Pick<OpenLink, 'namespace' | 'dataset'>) {
  const id = typeof state === 'object' && state !== null && 'tab' in state ? state.tab : null;
  return useTabs
    .getState()
    .tabs.find((tab) => tab.id === id && tab.reference.namespace === namespace && tab.reference.dataset === dataset);
}

/** Shows a link in a tab of its dataset, as the browser's buttons do. */
async function showIn({ id, reference }: DatasetTab, { view, parts }: Omit<OpenLink, 'service'>): Promise<void> {
  const { columns } = (await records.fetchQuery(datasetQuery(reference))).dataset;
  const { fields, ...query } = viewOfLink(view, new Set(columns.map(({ name }) => name)));
  changeTab(id, ({ tab }) => ({
    query: { ...query, fields: null },
    layout: String(fields) === String(shownFields(tab.layout, columns)) ? tab.layout : layoutOfFields(fields, columns),
  }));
  showLinkedParts(id, parts);
  showTab(id);
}

/** What makes another step of the browser's history; the rest, such as moving a map, changes the last one. */
function stepOf({ tabs, activeTab, page }: ReturnType<typeof useTabs.getState>): string {
  const tab = tabs.find(({ id }) => id === activeTab);
  return JSON.stringify(tab === undefined ? page : [tab.reference, tab.view, tab.query]);
}

/** Opens what the address of the page names. @throws {ExplainedError} if it names nothing that can be understood */
export async function openPageAddress(): Promise<void> {
  const link = readLinkParameters(location.search.slice(1));
  if (link.namespace !== null) await openLink({ service: null, ...link, parts: link.parts ?? {} });
}

/**
 * Keeps the address of the page and what the window shows the same: the address opens it elsewhere, and the browser's
 * buttons lead back and forward.
 */
export function followAddress(): void {
  /** Whether the window follows the address just now, and not the other way round. */
  let opening = false;
  let step = '';

  const write = () => {
    if (opening) return;
    const { tabs, activeTab } = useTabs.getState();
    const shown = tabs.find(({ id }) => id === activeTab);
    document.title = shown === undefined ? programName : `${shown.label} – ${programName}`;
    const query = shownParameters();
    const address = query.length > maxLinkLength || query === '' ? location.pathname : `?${query}`;
    const next = stepOf(useTabs.getState());
    const isSame = location.search === (query === '' ? '' : `?${query}`);
    const state = { tab: activeTab };
    if (!isSame) history[next === step ? 'replaceState' : 'pushState'](state, '', address);
    step = next;
  };

  const open = async (state: unknown) => {
    opening = true;
    try {
      const link = readLinkParameters(location.search.slice(1));
      const tab = tabOfStep(state, link);
      if (link.namespace === null) showPage({ kind: 'home' });
      else if (tab !== undefined) await showIn(tab, link);
      else await openLink({ service: null, ...link, parts: link.parts ?? {} });
    } catch (error) {
      reportFailure(error);
    } finally {
      const { activeTab, page } = useTabs.getState();
      if (activeTab === null && page.kind === 'opening') showPage({ kind: 'home' });
      opening = false;
      step = stepOf(useTabs.getState());
    }
  };

  useTabs.subscribe(write);
  window.addEventListener('popstate', ({ state }) => void open(state));
  if (location.search === '') {
    step = stepOf(useTabs.getState());
    const query = shownParameters();
    if (query !== '') history.replaceState({ tab: useTabs.getState().activeTab }, '', `?${query}`);
  } else {
    opening = true;
    showPage({ kind: 'opening' });
    void open(null).then(write);
  }
}
