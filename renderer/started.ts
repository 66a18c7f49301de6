import { create } from 'zustand';

/**
 * What of the window is drawn: rows that were at hand and nothing else, then all that the person sees, then what nobody
 * sees at first. What waits does not keep the rows waiting.
 */
type Stage = 'rows' | 'window' | 'all';

/** Milliseconds after which everything is drawn even where no rows have come. */
const longestStart = 1500;
/** Milliseconds that the rest of the window waits at most for rows that were at hand. */
const longestWait = 800;
/** Milliseconds that the first rows have to be painted and looked at: what follows them keeps the window busy. */
const firstLook = 250;

const useStage = create<{ readonly stage: Stage }>(() => ({ stage: 'window' }));

function showWindow(): void {
  if (useStage.getState().stage === 'rows') useStage.setState({ stage: 'window' });
}

function showAll(): void {
  useStage.setState({ stage: 'all' });
}

/** Whether the start is over: the rows that the person comes back to are drawn, or there is something else to do. */
export function useStarted(): boolean {
  return useStage(({ stage }) => stage === 'all');
}

/** Whether what stands around the rows is drawn. */
export function useSurroundings(): boolean {
  return useStage(({ stage }) => stage !== 'rows');
}

/** The window has rows at hand and draws them before anything else. Settles when they are painted, or do not come. */
export function beginWithRows(): Promise<void> {
  useStage.setState({ stage: 'rows' });
  setTimeout(showWindow, longestWait);
  return new Promise((resolve) => {
    const end = useStage.subscribe(() => {
      end();
      resolve();
    });
  });
}

/** Says that the first rows are about to be painted: the start is over when the window has nothing to do after that. */
export function firstRowsDrawn(): void {
  if (useStage.getState().stage === 'all') return;
  // A moment of the start, by the browser's own account.
  performance.mark('first-rows');
  requestAnimationFrame(() => setTimeout(showWindow));
  setTimeout(() => requestIdleCallback(showAll), firstLook);
}

/** The start ends by itself after a while, and as soon as the person touches anything. */
export function startedInTime(): void {
  setTimeout(showAll, longestStart);
  for (const touch of ['keydown', 'pointerdown', 'dragenter'] as const) {
    window.addEventListener(touch, showAll, { once: true, capture: true });
  }
}
