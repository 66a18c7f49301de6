import type { DatasetTab } from '../../state/tab.ts';
import { sameDataset } from '../../state/tabs.ts';

/** Where the data of a tab comes from, the most telling part first. */
function partsOf({ reference, file }: DatasetTab, connectionNameOf: (id: string) => string): readonly string[] {
  // A viewed file has no place in a catalogue, but a folder.
  if (file !== undefined) return [file.split(/[\\/]/).at(-2) ?? ''];
  return [reference.namespace, connectionNameOf(reference.connection), reference.dataset];
}

/** How a tab differs from open ones of other data with the same name; null if there are none. */
export function tabPlace(
  tab: DatasetTab,
  tabs: readonly DatasetTab[],
  connectionNameOf: (id: string) => string,
): string | null {
  const others = tabs
    .filter((other) => other.label === tab.label && !sameDataset(other.reference, tab.reference))
    .map((other) => partsOf(other, connectionNameOf));
  const parts = partsOf(tab, connectionNameOf);
  const enough = parts.find((part, position) => others.every((other) => other[position] !== part));
  const differing = parts.filter((part, position) => others.some((other) => other[position] !== part));
  return others.length === 0 ? null : (enough ?? differing.join(' · '));
}
