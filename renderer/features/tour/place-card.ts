/** Where the card stands: by its upper edge, or by its lower one where it stands above what it points to. */
export type CardPlace = { readonly left: number } & ({ readonly top: number } | { readonly bottom: number });

/** A part of the window, in pixels from its upper left. */
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

/** Pixels between what is pointed to and the card, and between the card and the window's edge. */
const gap = 12;

const within = (value: number, most: number) => Math.max(gap, Math.min(value, most - gap));

/**
 * Where a card stands that points to a part of the window: at its right where there is room, otherwise below or above
 * it, and always whole in the window; in the middle where there is nothing to point to.
 */
export function besideTarget(target: Box | null, card: Size, window: Size): CardPlace {
  const last = { left: window.width - card.width, top: window.height - card.height };
  if (target === null) return { left: within(last.left / 2, last.left), top: within(last.top / 2, last.top) };
  const right = target.left + target.width + gap;
  if (right + gap <= last.left) return { left: right, top: within(target.top, last.top) };
  const below = target.top + target.height + gap;
  const left = within(target.left, last.left);
  if (below + gap <= last.top) return { left, top: below };
  return { left, bottom: within(window.height - target.top + gap, last.top) };
}
