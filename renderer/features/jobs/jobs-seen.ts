import { create } from 'zustand';

const storageKey = 'almanac.jobs-seen';

/** When the list of jobs was last seen, in milliseconds since 1970; stored across sessions. */
const useSeen = create<{ readonly until: number }>(() => ({ until: Number(localStorage.getItem(storageKey) ?? 0) }));

/** Marks all jobs so far as seen. */
export function markJobsSeen(): void {
  const until = Date.now();
  localStorage.setItem(storageKey, String(until));
  useSeen.setState({ until });
}

/** When the list of jobs was last seen, in milliseconds since 1970. */
export function useJobsSeen(): number {
  return useSeen((seen) => seen.until);
}
