import { create } from 'zustand';

/** A connection that the catalogue should scroll into view. */
export const useSoughtConnection = create<{ readonly connection: string | null }>(() => ({ connection: null }));

/** Scrolls a connection's line into view, wherever it is in the catalogue. */
export function seekConnection(connection: string): void {
  useSoughtConnection.setState({ connection });
}

/** Call this once the line is visible. */
export function foundConnection(): void {
  useSoughtConnection.setState({ connection: null });
}
