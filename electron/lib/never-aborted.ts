/** The signal of work that cannot be cancelled. */
export const neverAborted: AbortSignal = new AbortController().signal;
