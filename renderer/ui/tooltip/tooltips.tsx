import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './tooltips.module.css';

/** Pixels between a tooltip and its anchor, and between a tooltip and the window's edge. */
const [gap, margin] = [4, 8];
/** Height in pixels from which an anchor is an area: its tooltip appears below the pointer. */
const areaHeight = 48;

/** Places a tooltip of some size below its anchor, or above it, within the window. */
function place({ anchor, at }: Tip, { width, height }: DOMRect): { left: number; top: number } {
  const box = anchor.getBoundingClientRect();
  const isArea = at !== null && box.height > areaHeight;
  const above = isArea ? at.y : box.top;
  const below = isArea ? at.y + 16 : box.bottom;
  const start = at?.x ?? box.left;
  const fitsBelow = below + gap + height + margin <= window.innerHeight;
  return {
    left: Math.max(margin, Math.min(start, window.innerWidth - width - margin)),
    top: fitsBelow ? below + gap : Math.max(margin, above - gap - height),
  };
}

/**
 * The tooltip of whichever element with `data-tooltip` the pointer or the keyboard's focus is on: the only kind of tooltip in
 * the window. Its text is in the name, contents or description of the element already, so it is hidden from screen readers.
 */
export function Tooltips() {
  const [tip, setTip] = useState<Tip | null>(null);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => watchAnchors(setTip), []);
  useLayoutEffect(() => {
    const { current } = element;
    if (tip === null || current === null) return;
    const { left, top } = place(tip, current.getBoundingClientRect());
    current.style.left = `${left}px`;
    current.style.top = `${top}px`;
  }, [tip]);
  if (tip === null) return null;
  return createPortal(
    <div ref={element} className={styles.tooltip} role="tooltip" aria-hidden dir="auto">
      {tip.text}
    </div>,
    document.body,
  );
}

/** Milliseconds before a tooltip appears, and before it goes once the pointer has left. */
const [delayMs, leaveMs] = [500, 150];
const modifiers = new Set(['Alt', 'AltGraph', 'Control', 'Meta', 'Shift']);
const popups = '[role="menu"], [role="dialog"], [role="listbox"]';
/** Elements that take the focus for a part of them that has the tooltip. */
const wholes = '[role="treeitem"], [role="columnheader"]';

interface Tip {
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

const layer = '[role="tooltip"]';

/** Shows the tooltip of one anchor after a delay, and hides it after a shorter one. */
class TipTimer {
  anchor: Element | null = null;
  byPointer = false;
  isShown = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #removal = new MutationObserver(() => this.anchor?.isConnected === false && this.hide());
  readonly #onTip: (tip: Tip | null) => void;

  constructor(onTip: (tip: Tip | null) => void) {
    this.#onTip = onTip;
  }

  hide(): void {
    this.stay();
    this.#removal.disconnect();
    if (this.isShown) this.#onTip(null);
    this.isShown = false;
  }

  /** Whatever is shown stays. */
  stay(): void {
    clearTimeout(this.#timer);
  }

  leave(): void {
    this.anchor = null;
    this.stay();
    this.#timer = setTimeout(() => this.hide(), leaveMs);
  }

  enter(next: Element, at: Tip['at']): void {
    this.stay();
    if (next === this.anchor) return;
    this.hide();
    this.anchor = next;
    this.byPointer = at !== null;
    this.#timer = setTimeout(() => {
      const text = textOf(next);
      if (text === null) return;
      this.isShown = true;
      this.#removal.observe(document.body, { childList: true, subtree: true });
      this.#onTip({ anchor: next, text, at });
    }, delayMs);
  }

  /** A menu or dialog has the focus, and Escape is meant for it: the pointer only happens to be over something else. */
  get isBehindPopup(): boolean {
    const popup = document.activeElement?.closest(popups) ?? null;
    return popup !== null && this.anchor !== null && !popup.contains(this.anchor);
  }
}

/**
 * Watches the pointer and the keyboard's focus over elements with `data-tooltip`. A tooltip stays while the pointer is
 * over it or its anchor, or the anchor has the focus. Escape closes it alone (WCAG 1.4.13), unless a menu or dialog in
 * front of the anchor has the focus: that closes as well.
 * @param onTip receives the tooltip to show, or null
 * @returns ends it
 */
function watchAnchors(onTip: (tip: Tip | null) => void): () => void {
  const tip = new TipTimer(onTip);
  let isKeyboard = false;
  const isInTip = (target: EventTarget | null) => target instanceof Element && target.closest(layer) !== null;
  const onPointerOver = ({ target, clientX: x, clientY: y }: PointerEvent) => {
    if (!(target instanceof Element)) return;
    const next = target.closest('[data-tooltip]');
    if (isInTip(target)) tip.stay();
    else if (next !== null) tip.enter(next, { x, y });
    else if (tip.byPointer && tip.anchor !== null) tip.leave();
  };
  const onFocusIn = ({ target }: FocusEvent) => {
    if (!isKeyboard || !(target instanceof Element)) return;
    const part = target.matches(wholes) ? target.querySelector('[data-tooltip]') : null;
    const next = target.closest('[data-tooltip]') ?? part;
    if (next !== null) tip.enter(next, null);
  };
  const onFocusOut = () => {
    if (!tip.byPointer && tip.anchor !== null) tip.leave();
  };
  const onPointerDown = ({ target }: PointerEvent) => {
    isKeyboard = false;
    // Text in a tooltip can be selected.
    if (!isInTip(target)) tip.hide();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (modifiers.has(event.key)) return;
    isKeyboard = true;
    if (tip.isShown && event.key === 'Escape' && !tip.isBehindPopup) {
      event.stopImmediatePropagation();
      event.preventDefault();
    }
    tip.hide();
  };
  const onScroll = ({ target }: Event) => {
    if (tip.isShown && target instanceof Node && tip.anchor !== null && target.contains(tip.anchor)) tip.hide();
  };
  const ended = new AbortController();
  const options = { capture: true, passive: false, signal: ended.signal };
  document.addEventListener('pointerover', onPointerOver, options);
  document.addEventListener('focusin', onFocusIn, options);
  document.addEventListener('focusout', onFocusOut, options);
  document.addEventListener('pointerdown', onPointerDown, options);
  document.addEventListener('scroll', onScroll, options);
  window.addEventListener('keydown', onKeyDown, options);
  document.documentElement.addEventListener('pointerleave', () => tip.leave(), { signal: ended.signal });
  return () => {
    ended.abort();
    tip.hide();
  };
}
