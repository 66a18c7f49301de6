import { create } from 'zustand';
import { useSettings } from './settings.ts';

/** A connection that the catalogue should open and scroll into view. */
export const useSoughtConnection = create<{ readonly connection: string | null }>(() => ({ connection: null }));

/** Opens a connection in the catalogue, wherever it is there, and scrolls its line into view. */
export function seekConnection(connection: string): void {
  useSettings.setState({ catalogueHidden: false });
  useSoughtConnection.setState({ connection });
}

/** Call this once the line is visible. */
export function foundConnection(): void {
  useSoughtConnection.setState({ connection: null });
}
