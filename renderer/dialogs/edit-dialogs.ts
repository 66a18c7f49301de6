import { create } from 'zustand';
import type { DatasetReference } from '#shared/rpc/records.ts';

/** The dialogs about making, changing and deleting, which any feature may open. */
export type EditDialog =
  | { readonly kind: 'new-namespace'; readonly connection: string }
  | {
      readonly kind: 'edit-namespace' | 'remove-namespace' | 'new-dataset';
      readonly connection: string;
      readonly namespace: string;
    }
  | { readonly kind: 'edit-dataset'; readonly reference: DatasetReference };

/** The dialog about editing on show, if any. */
export const useEditDialog = create<{ readonly dialog: EditDialog | null }>(() => ({ dialog: null }));

/** Shows a dialog about editing in place of any other. */
export function openEditDialog(dialog: EditDialog): void {
  useEditDialog.setState({ dialog });
}

/** Shows no dialog about editing. */
export function closeEditDialog(): void {
  useEditDialog.setState({ dialog: null });
}
