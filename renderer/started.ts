import { create } from 'zustand';

/** Milliseconds after which the start is over even where no rows have come. */
const longestStart = 1500;
/** Milliseconds that the first rows have to be painted and looked at: what follows them keeps the window busy. */
const firstLook = 250;

/**
 * Whether the start is over: the rows that the person comes back to are drawn, or there is something else to do. What
 * nobody can see before waits for it, so that it does not keep the rows waiting.
 */
export const useStarted = create<boolean>(() => false);

/** Says that the start is over. */
function endStart(): void {
  useStarted.setState(true);
}

/** Says that the first rows are about to be painted: the start is over when the window has nothing to do after that. */
export function firstRowsDrawn(): void {
  setTimeout(() => requestIdleCallback(endStart), firstLook);
}

/** The start ends by itself after a while, and as soon as the person touches anything. */
export function startedInTime(): void {
  setTimeout(endStart, longestStart);
  for (const touch of ['keydown', 'pointerdown', 'dragenter'] as const) {
    window.addEventListener(touch, endStart, { once: true, capture: true });
  }
}
