import { create } from 'zustand';
import type { DatasetReference } from '#shared/rpc/records.ts';

/** The editing dialogs, which any feature may open. */
export type EditDialog =
  | { readonly kind: 'new-namespace' | 'trash'; readonly connection: string }
  | {
      readonly kind: 'edit-namespace' | 'publish-namespace' | 'remove-namespace' | 'new-dataset';
      readonly connection: string;
      readonly namespace: string;
    }
  | { readonly kind: 'edit-dataset'; readonly reference: DatasetReference };

/** The open editing dialog, if any. */
export const useEditDialog = create<{ readonly dialog: EditDialog | null }>(() => ({ dialog: null }));

/** Opens an editing dialog, replacing any other. */
export function openEditDialog(dialog: EditDialog): void {
  useEditDialog.setState({ dialog });
}

/** Closes the editing dialog. */
export function closeEditDialog(): void {
  useEditDialog.setState({ dialog: null });
}
