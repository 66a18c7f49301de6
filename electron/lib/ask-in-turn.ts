/** Shares one question among all callers who ask before it is sent; those who ask later share the next one. */
export function askInTurn(ask: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  return () => {
    if (next !== null) return next;
    const before = current;
    const own = (before ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        next = null;
        current = own;
        return ask();
      });
    next = own;
    void own
      .catch(() => {})
      .finally(() => {
        if (current === own) current = null;
      });
    return own;
  };
}
