/** Where a command belongs on the sheet of shortcuts. */
export const commandGroups = ['general', 'tabs', 'views', 'rows'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** Something that a person can do from the palette or with keys. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  /** As `mod+shift+T`; `mod` is Ctrl, or Command on a Mac. Given to it by its id in `shared/shortcuts.ts`. */
  readonly keys?: string;
  /** Other keys that do the same. */
  readonly otherKeys?: readonly string[];
  readonly run: () => void;
}

/** Fields that a command brings the person to; each element names itself with `data-field`. */
export type FieldName = 'catalogue-filter' | 'row-search' | 'go-to-row' | 'palette';

/** Puts the focus into a field, with its text selected, if it is on the screen. */
export function focusField(name: FieldName): void {
  const field = document.querySelector<HTMLInputElement>(`[data-field="${name}"]`);
  field?.focus();
  field?.select();
}
