import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { type Tip, watchAnchors } from './tip-anchors.ts';
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
