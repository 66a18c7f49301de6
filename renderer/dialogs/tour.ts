import { create } from 'zustand';
import { useSettings } from '../state/settings.ts';

interface TourState {
  /** The current step, counted from 0; null while the tour is not running. */
  readonly step: number | null;
  /** The element that had the focus before. */
  readonly before: Element | null;
}

/** The state of the tour. */
export const useTour = create<TourState>(() => ({ step: null, before: null }));

/** Starts the tour. */
export function startTour(): void {
  // Some steps point into the catalogue.
  useSettings.setState({ catalogueHidden: false });
  useTour.setState({ step: 0, before: document.activeElement });
}

/** Goes to a step. */
export function goToStep(step: number): void {
  useTour.setState({ step });
}

/** Ends the tour, which is offered less prominently from then on. */
export function endTour(): void {
  const { before } = useTour.getState();
  useTour.setState({ step: null, before: null });
  useSettings.setState({ tourSeen: true });
  // After the card is removed, because it traps the focus.
  if (before instanceof HTMLElement) requestAnimationFrame(() => before.focus());
}
