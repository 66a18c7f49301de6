import { type DatasetTab, sameDataset, useSession } from './session.ts';

/** Shows a tab to the right of the active one. */
export function showBeside(id: string): void {
  useSession.setState(({ activeTab }) => (activeTab === null || activeTab === id ? {} : { split: [activeTab, id] }));
}

/** Shows one tab at a time again. */
export function closeSplit(): void {
  useSession.setState({ split: null });
}

/** Shows the other of two tabs alone. */
export function closeSide(id: string): void {
  useSession.setState(({ split }) => ({ split: null, activeTab: split?.find((each) => each !== id) ?? id }));
}

/** The visible tabs from left to right: two if the active one is shown beside another. */
export function shownTabs({
  tabs,
  activeTab,
  split,
}: Pick<ReturnType<typeof useSession.getState>, 'tabs' | 'activeTab' | 'split'>): readonly DatasetTab[] {
  const ids = split !== null && activeTab !== null && split.includes(activeTab) ? split : [activeTab];
  // If one of the two was closed, the other is shown alone.
  return ids.flatMap((id) => tabs.find((tab) => tab.id === id) ?? []);
}

/** The adjacent tab whose rows scroll along: one of the same dataset, for instance of another version. */
export function scrollPartner(id: string): string | null {
  const shown = shownTabs(useSession.getState());
  const [own, other] = [shown.find((tab) => tab.id === id), shown.find((tab) => tab.id !== id)];
  if (own === undefined || other === undefined || !sameDataset(own.reference, other.reference)) return null;
  return other.id;
}
