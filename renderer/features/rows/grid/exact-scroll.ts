/** As much of an element as scrolling needs. */
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
 * Lets an element remember the fraction of a pixel to which it was scrolled. The browser rounds `scrollTop` to whole
 * pixels; where a hundred million rows share the height that it allows, one pixel stands for many rows, and without the
 * fraction neither the next row nor the row that was asked for could be reached. The fraction holds until the person
 * scrolls on by other means. Where rounding swallows a step whole, the event that the browser then leaves out is sent.
 * @returns what gives the element its own property back
 */
export function preserveExactScroll(element: Scrolling): () => void {
  const native = nativeProperty(element);
  let exact = native.get.call(element);
  let rounded = exact;
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
