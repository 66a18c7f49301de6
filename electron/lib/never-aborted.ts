/** The signal of work that nobody cancels. */
export const neverAborted: AbortSignal = new AbortController().signal;
