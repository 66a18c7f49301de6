/** The group of a command in the list of shortcuts. */
export const commandGroups = ['general', 'tabs', 'views', 'rows'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** An action that is available in the palette or by shortcut. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  /** For example `mod+shift+T`; `mod` is Ctrl, or Command on a Mac. Looked up by id in `shared/shortcuts.ts`. */
  readonly keys?: string;
  /** Alternative shortcuts. */
  readonly otherKeys?: readonly string[];
  readonly run: () => void;
}

/** Fields and buttons that a command can focus; each element identifies itself by `data-field`. */
export type FieldName = 'catalogue-filter' | 'catalogue-toggle' | 'row-search' | 'go-to-row' | 'palette';

/** Focuses a field and selects its text, if it is on screen. */
export function focusField(name: FieldName): void {
  // With two tabs side by side, in the active one.
  const selector = `[data-field="${name}"]`;
  const inFront = document.querySelector<HTMLElement>(`[data-front] ${selector}`);
  const field = inFront ?? document.querySelector<HTMLElement>(selector);
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}
