/** Shares one question among all callers who ask before it is sent; those who ask later share the next one. */
export function askInTurn(ask: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    if (next !== null) return next;
    const own = last.then(() => {
      next = null;
      return ask();
    });
    next = own;
    last = own.catch(() => {});
    return own;
  };
}
