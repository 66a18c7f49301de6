import { create } from 'zustand';

const storageKey = 'almanac.jobs-seen';

/** Until when the list of jobs was looked at, in milliseconds since 1970; it outlives the window. */
const useSeen = create<{ readonly until: number }>(() => ({ until: Number(localStorage.getItem(storageKey) ?? 0) }));

/** Notes that the person has seen what came of all jobs so far. */
export function markJobsSeen(): void {
  const until = Date.now();
  localStorage.setItem(storageKey, String(until));
  useSeen.setState({ until });
}

/** Until when the list of jobs was looked at, in milliseconds since 1970. */
export function useJobsSeen(): number {
  return useSeen((seen) => seen.until);
}
