import { create } from 'zustand';

/** The dialogs that one feature opens for another. */
export type Dialog =
  | { readonly kind: 'connections' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'licences' }
  /** `address` is one that a link proposes; the person looks at it first. */
  | { readonly kind: 'add-connection'; readonly address?: string }
  | { readonly kind: 'edit-connection' | 'remove-connection' | 'sign-in'; readonly connection: string };

/** The dialog on show, if any. */
export const useDialog = create<{ readonly dialog: Dialog | null }>(() => ({ dialog: null }));

/** Shows a dialog in place of any other. */
export function openDialog(dialog: Dialog): void {
  useDialog.setState({ dialog });
}

/** Shows no dialog. */
export function closeDialog(): void {
  useDialog.setState({ dialog: null });
}
