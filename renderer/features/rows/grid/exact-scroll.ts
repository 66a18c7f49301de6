import { scrollPartner } from '../../../state/tabs.ts';

/** The part of an element that scrolling needs. */
type Scrolling = Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight' | 'dispatchEvent'>;

interface Property {
  readonly get: (this: unknown) => number;
  readonly set: (this: unknown, top: number) => void;
}

/** The browser's own `scrollTop`, looked up along the prototypes. */
function nativeProperty(element: object): Property {
  for (let at: object | null = element; at !== null; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, 'scrollTop');
    if (found?.get !== undefined && found.set !== undefined) return { get: found.get, set: found.set };
  }
  throw new Error('The element cannot be scrolled');
}

/**
 * Lets an element keep the fractional part of its scroll position. The browser rounds `scrollTop` to whole pixels; if a
 * hundred million rows share the maximum height, one pixel represents many rows, and without the fraction neither the
 * next row nor a requested row could be reached. The fraction is valid until the user scrolls by other means. If
 * rounding absorbs a step completely, the event that the browser omits is dispatched.
 * @returns a function that restores the element's own property
 */
export function preserveExactScroll(element: Scrolling): () => void {
  const native = nativeProperty(element);
  // Unknown until it is first used: reading it now would make the browser lay out the page.
  let exact = Number.NaN;
  let rounded = Number.NaN;
  const read = () => {
    const now = native.get.call(element);
    if (now !== rounded) exact = rounded = now;
    return exact;
  };
  const write = (top: number) => {
    const before = read();
    exact = Math.min(Math.max(0, element.scrollHeight - element.clientHeight), Math.max(0, top));
    const roundedBefore = rounded;
    native.set.call(element, exact);
    rounded = native.get.call(element);
    if (rounded === roundedBefore && exact !== before) element.dispatchEvent(new Event('scroll'));
  };
  Object.defineProperty(element, 'scrollTop', { configurable: true, get: read, set: write });
  return () => Reflect.deleteProperty(element, 'scrollTop');
}

/**
 * Height in pixels beyond which the grid stretches its scrolling; rows.css sets the same limit. The browser could lay
 * out twice that, but it paints with 32-bit floats, and beyond 2^24 lines and text fall between pixels.
 */
const tallestElement = 16_000_000;

/** Pixels of rows per pixel of scrolling: 1 until the rows exceed the browser's limit. */
export function scrollScale(rows: number, rowHeight: number): number {
  return Math.max(1, (rows * rowHeight) / tallestElement);
}

/** A wheel step in pixels; `deltaMode` 1 counts lines and 2 counts pages (UI Events, WheelEvent). */
export function wheelPixels(delta: number, deltaMode: number, lineHeight: number, pageHeight: number): number {
  if (deltaMode === 1) return delta * lineHeight;
  return deltaMode === 2 ? delta * pageHeight : delta;
}

/**
 * Makes a turn of the wheel move the same number of rows whatever their total. With stretched scrolling, the browser
 * would move thousands of rows per notch. The viewport must keep fractions of a pixel: see `exact-scroll.ts`.
 */
export function steadyWheel(
  viewport: HTMLElement,
  sizes: () => { readonly rows: number; readonly rowHeight: number },
): () => void {
  const onWheel = (event: WheelEvent) => {
    const { rows, rowHeight } = sizes();
    const scale = scrollScale(rows, rowHeight);
    if (scale === 1 || event.deltaY === 0 || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    viewport.scrollTop += wheelPixels(event.deltaY, event.deltaMode, rowHeight, viewport.clientHeight) / scale;
  };
  viewport.addEventListener('wheel', onWheel, { capture: true, passive: false });
  return () => viewport.removeEventListener('wheel', onWheel, { capture: true });
}

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
    // The grid under the pointer or with the focus leads. The other one also reports its scrolling.
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
