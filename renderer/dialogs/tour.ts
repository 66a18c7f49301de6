import { create } from 'zustand';
import { useSettings } from '../session/settings.ts';

interface TourState {
  /** The step on show, counted from 0; null while there is none. */
  readonly step: number | null;
  /** What had the focus before. */
  readonly before: Element | null;
}

/** Where the tour through the window stands. */
export const useTour = create<TourState>(() => ({ step: null, before: null }));

/** Begins the tour. */
export function startTour(): void {
  useTour.setState({ step: 0, before: document.activeElement });
}

/** Goes to another step of it. */
export function goToStep(step: number): void {
  useTour.setState({ step });
}

/** Ends the tour, and offers it less prominently from then on. */
export function endTour(): void {
  const { before } = useTour.getState();
  useTour.setState({ step: null, before: null });
  useSettings.setState({ tourSeen: true });
  // Once the card is gone, which keeps the focus within it.
  if (before instanceof HTMLElement) requestAnimationFrame(() => before.focus());
}
