interface DialogStore {
  getState(): { readonly dialog: object | null };
  setState(closed: { readonly dialog: null }): void;
}

/**
 * Returns a function that closes the dialog that is open now, and no other: a dialog's request may be answered after
 * the user has closed it, or opened another.
 */
export function closerOf(store: DialogStore): () => void {
  const own = store.getState().dialog;
  return () => {
    if (store.getState().dialog === own) store.setState({ dialog: null });
  };
}
