import { type DatasetTab, sameDataset, useSession } from './session.ts';

/** Shows a tab at the right of the one in front. */
export function showBeside(id: string): void {
  useSession.setState(({ activeTab }) => (activeTab === null || activeTab === id ? {} : { split: [activeTab, id] }));
}

/** Shows one tab at a time again. */
export function closeSplit(): void {
  useSession.setState({ split: null });
}

/** The tabs on the screen, from left to right: two where the one in front stands beside another. */
export function shownTabs({
  tabs,
  activeTab,
  split,
}: Pick<ReturnType<typeof useSession.getState>, 'tabs' | 'activeTab' | 'split'>): readonly DatasetTab[] {
  const ids = split !== null && activeTab !== null && split.includes(activeTab) ? split : [activeTab];
  // Of two of which one was closed, the other stays alone.
  return ids.flatMap((id) => tabs.find((tab) => tab.id === id) ?? []);
}

/** The tab beside another whose rows scroll along with it: one of the same dataset, as of another version. */
export function scrollPartner(id: string): string | null {
  const shown = shownTabs(useSession.getState());
  const [own, other] = [shown.find((tab) => tab.id === id), shown.find((tab) => tab.id !== id)];
  if (own === undefined || other === undefined || !sameDataset(own.reference, other.reference)) return null;
  return other.id;
}
