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
