import { create } from 'zustand';
import { connectionsQuery, records } from '../backend/service/records.ts';

/** The pages of the settings. */
export const settingsSections = [
  'appearance',
  'display',
  'service',
  'accounts',
  'storage',
  'following',
  'general',
] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** The dialogs that one feature opens for another. */
export type Dialog =
  | { readonly kind: 'connections' }
  | { readonly kind: 'shortcuts' }
  /** Adds data from the web. */
  | { readonly kind: 'follow' }
  | { readonly kind: 'licences' }
  | { readonly kind: 'settings'; readonly section?: SettingsSection }
  /** `address` comes from a link; the user reviews it first. */
  | { readonly kind: 'add-connection'; readonly address?: string }
  | { readonly kind: 'edit-connection' | 'remove-connection' | 'sign-in'; readonly connection: string };

/** The open dialog, if any. */
export const useDialog = create<{ readonly dialog: Dialog | null }>(() => ({ dialog: null }));

/** Opens a dialog, replacing any other. */
export function openDialog(dialog: Dialog): void {
  useDialog.setState({ dialog });
}

/** Closes the dialog. */
export function closeDialog(): void {
  useDialog.setState({ dialog: null });
}

/** Opens the sign-in dialog of a connection; undefined if Almanac signs in automatically. */
export function signInTo(connection: string): (() => void) | undefined {
  const known = records.getQueryData(connectionsQuery.queryKey)?.find(({ id }) => id === connection);
  return known?.capabilities.signIn === false ? undefined : () => openDialog({ kind: 'sign-in', connection });
}
