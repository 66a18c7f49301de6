/** The position of the card: by its upper edge, or by its lower one if it is above its target. */
export type CardPosition = { readonly left: number } & ({ readonly top: number } | { readonly bottom: number });

/** A rectangle in the window, in pixels from its upper left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels between the target and the card, and between the card and the window's edge. */
const gap = 12;

const within = (value: number, most: number) => Math.max(gap, Math.min(value, most - gap));

/**
 * The position of a card that points to a target: to its right if there is room, otherwise below or above it, always
 * completely within the window; centred without a target.
 */
export function besideTarget(target: Box | null, card: Size, window: Size): CardPosition {
  const last = { left: window.width - card.width, top: window.height - card.height };
  if (target === null) return { left: within(last.left / 2, last.left), top: within(last.top / 2, last.top) };
  const right = target.left + target.width + gap;
  if (right + gap <= last.left) return { left: right, top: within(target.top, last.top) };
  const below = target.top + target.height + gap;
  const left = within(target.left, last.left);
  if (below + gap <= last.top) return { left, top: below };
  return { left, bottom: within(window.height - target.top + gap, last.top) };
}
