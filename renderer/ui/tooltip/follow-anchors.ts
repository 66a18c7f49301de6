/** Milliseconds before a tooltip appears, and before it goes once the pointer has left. */
const [delayMs, leaveMs] = [500, 150];
const modifiers = new Set(['Alt', 'AltGraph', 'Control', 'Meta', 'Shift']);
const popups = '[role="menu"], [role="dialog"], [role="listbox"]';
/** Elements that take the focus for a part of them that has the tooltip. */
const wholes = '[role="treeitem"], [role="columnheader"]';

export interface Tip {
  readonly anchor: Element;
  readonly text: string;
  /** The pointer's position in pixels; null if the anchor has the focus of the keyboard. */
  readonly at: { readonly x: number; readonly y: number } | null;
}

function isCut(element: Element): boolean {
  // The size of an inline element is that of the box around it.
  let box = element;
  while (box.clientWidth === 0 && box.parentElement !== null) box = box.parentElement;
  return box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight + 1;
}

/** The text of an element's tooltip; null if it has none, or shows all of it already. */
function textOf(anchor: Element): string | null {
  const text = anchor.getAttribute('data-tooltip') ?? '';
  const repeats = text === anchor.textContent?.trim();
  return text === '' || !anchor.isConnected || (repeats && !isCut(anchor)) ? null : text;
}

/**
 * Follows the pointer and the keyboard's focus over elements with `data-tooltip`. A tooltip stays while the pointer is
 * over it or its anchor, or the anchor has the focus. Escape closes it alone (WCAG 1.4.13), unless a menu or dialog in
 * front of the anchor has the focus: that closes as well.
 * @param layer the class of the element that shows tooltips
 * @param onTip receives the tooltip to show, or null
 * @returns ends it
 */
export function followAnchors(layer: string, onTip: (tip: Tip | null) => void): () => void {
  let anchor: Element | null = null;
  let byPointer = false;
  let isShown = false;
  let isKeyboard = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const removal = new MutationObserver(() => anchor?.isConnected === false && hide());

  const hide = () => {
    clearTimeout(timer);
    removal.disconnect();
    if (isShown) onTip(null);
    isShown = false;
  };
  const leave = () => {
    anchor = null;
    clearTimeout(timer);
    timer = setTimeout(hide, leaveMs);
  };
  const enter = (next: Element, at: Tip['at']) => {
    clearTimeout(timer);
    if (next === anchor) return;
    hide();
    anchor = next;
    byPointer = at !== null;
    timer = setTimeout(() => {
      const text = textOf(next);
      if (text === null) return;
      isShown = true;
      removal.observe(document.body, { childList: true, subtree: true });
      onTip({ anchor: next, text, at });
    }, delayMs);
  };

  /** A menu or dialog has the focus, and Escape is meant for it: the pointer only happens to be over something else. */
  const isBehindPopup = () => {
    const popup = document.activeElement?.closest(popups) ?? null;
    return popup !== null && anchor !== null && !popup.contains(anchor);
  };
  const onPointerOver = ({ target, clientX: x, clientY: y }: PointerEvent) => {
    if (!(target instanceof Element)) return;
    if (target.closest(`.${layer}`) !== null) {
      clearTimeout(timer);
      return;
    }
    const next = target.closest('[data-tooltip]');
    if (next !== null) enter(next, { x, y });
    else if (byPointer && anchor !== null) leave();
  };
  const onFocusIn = ({ target }: FocusEvent) => {
    if (!isKeyboard || !(target instanceof Element)) return;
    const part = target.matches(wholes) ? target.querySelector('[data-tooltip]') : null;
    const next = target.closest('[data-tooltip]') ?? part;
    if (next !== null) enter(next, null);
  };
  const onFocusOut = () => {
    if (!byPointer && anchor !== null) leave();
  };
  const onPointerDown = ({ target }: PointerEvent) => {
    isKeyboard = false;
    // Text in a tooltip can be selected.
    if (!(target instanceof Element && target.closest(`.${layer}`) !== null)) hide();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (modifiers.has(event.key)) return;
    isKeyboard = true;
    if (isShown && event.key === 'Escape' && !isBehindPopup()) {
      event.stopImmediatePropagation();
      event.preventDefault();
    }
    hide();
  };
  const onScroll = ({ target }: Event) => {
    if (isShown && target instanceof Node && anchor !== null && target.contains(anchor)) hide();
  };

  const ended = new AbortController();
  const options = { capture: true, passive: false, signal: ended.signal };
  document.addEventListener('pointerover', onPointerOver, options);
  document.addEventListener('focusin', onFocusIn, options);
  document.addEventListener('focusout', onFocusOut, options);
  document.addEventListener('pointerdown', onPointerDown, options);
  document.addEventListener('scroll', onScroll, options);
  window.addEventListener('keydown', onKeyDown, options);
  document.documentElement.addEventListener('pointerleave', leave, { signal: ended.signal });
  return () => {
    ended.abort();
    hide();
  };
}
