import { openSpotlight } from '@mantine/spotlight';
import { flushSync } from 'react-dom';

/** The group of a command in the list of shortcuts. */
export const commandGroups = ['general', 'tabs', 'views', 'rows'] as const;
type CommandGroup = (typeof commandGroups)[number];

/** An action that is available in the palette or by shortcut. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  /** For example `mod+shift+T`; `mod` is Ctrl, or Command on a Mac. From `shared/shortcuts.ts` or the settings. */
  readonly keys?: string;
  /** Alternative shortcuts. */
  readonly otherKeys?: readonly string[];
  /** Further words by which the palette finds it. */
  readonly keywords?: readonly string[];
  readonly run: () => void;
}

export function commandsOf(group: CommandGroup) {
  return (id: string, title: string, run: () => void, more: Pick<Command, 'otherKeys' | 'keywords'> = {}): Command => ({
    id,
    title,
    group,
    run,
    ...more,
  });
}

/** Fields and buttons that a command can focus; each element identifies itself by `data-field`. */
export type FieldName = 'catalogue-filter' | 'catalogue-toggle' | 'row-search' | 'go-to-row' | 'filter-row' | 'palette';

/**
 * Focuses a field and selects its text, if it is on screen.
 * @param within selector of the part that is preferred, if it has such a field
 * @returns whether it is
 */
export function focusField(name: FieldName, within = ''): boolean {
  const selector = `[data-field="${name}"]`;
  const find = (around: string) => document.querySelector<HTMLElement>(`${around} ${selector}`);
  // With two tabs side by side, in the active one.
  const field = find(`[data-front] ${within}`) ?? find('[data-front]') ?? find('');
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
  return field !== null;
}

/**
 * Opens the palette and focuses its input before another key can be pressed: users who know a command keep typing, and
 * the letters would otherwise go to the previously focused element.
 */
export function openPalette(): void {
  flushSync(openSpotlight);
  focusField('palette');
}
