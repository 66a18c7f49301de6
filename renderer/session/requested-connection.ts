import { create } from 'zustand';

/** A connection that the catalogue is to bring into sight, until it has. */
export const useSoughtConnection = create<{ readonly connection: string | null }>(() => ({ connection: null }));

/** Brings a connection's line into sight, wherever in the catalogue it stands. */
export function seekConnection(connection: string): void {
  useSoughtConnection.setState({ connection });
}

/** To be called once the line is in sight. */
export function foundConnection(): void {
  useSoughtConnection.setState({ connection: null });
}
