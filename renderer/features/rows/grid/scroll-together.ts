import { scrollPartner } from '../../../state/tabs.ts';

/** The viewports of the visible grids, by tab. */
const viewports = new Map<string, HTMLElement>();

/**
 * Scrolls the grid of the adjacent tab along with this one, by position: rows of equal height have the same number.
 * @returns a function that stops it
 */
export function scrollTogether(tab: string, own: HTMLElement): () => void {
  viewports.set(tab, own);
  const onScroll = () => {
    const partner = scrollPartner(tab);
    const other = partner === null ? undefined : viewports.get(partner);
    // The grid under the pointer or with the focus leads; the other only follows, although it also reports its
    // scrolling.
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
