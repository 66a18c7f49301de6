interface DialogStore {
  getState(): { readonly dialog: object | null };
  setState(closed: { readonly dialog: null }): void;
}

/**
 * Returns what closes the dialog that is open now. It leaves any other alone: what a dialog has sent may be answered when
 * the user has closed it, or opened the next one.
 */
export function closerOf(store: DialogStore): () => void {
  const own = store.getState().dialog;
  return () => {
    if (store.getState().dialog === own) store.setState({ dialog: null });
  };
}
