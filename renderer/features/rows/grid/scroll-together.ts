import { scrollPartner } from '../../../session/split-view.ts';

/** What scrolls in the grids on the screen, by their tabs. */
const viewports = new Map<string, HTMLElement>();

/**
 * Scrolls the grid of the tab beside along with this one, as far down and to the right: rows of one
 * height at the same number.
 * @returns a function that ends it
 */
export function scrollTogether(tab: string, own: HTMLElement): () => void {
  viewports.set(tab, own);
  const onScroll = () => {
    const partner = scrollPartner(tab);
    const other = partner === null ? undefined : viewports.get(partner);
    // The one under the pointer or with the focus leads; the other only follows, and reports its scrolling too.
    if (other === undefined || !leads(own, other)) return;
    other.scrollLeft = own.scrollLeft;
    other.scrollTop = own.scrollTop;
  };
  own.addEventListener('scroll', onScroll, { passive: true });
  return () => {
    own.removeEventListener('scroll', onScroll);
    if (viewports.get(tab) === own) viewports.delete(tab);
  };
}

function leads(own: HTMLElement, other: HTMLElement): boolean {
  if (other.matches(':hover')) return false;
  return own.matches(':hover') || !other.contains(document.activeElement);
}
