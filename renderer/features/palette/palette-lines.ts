import type { SpotlightActionData } from '@mantine/spotlight';
import { type Findable, findable, isFound } from '../../lib/find-words.ts';

/** A line of the palette. */
export interface PaletteLine {
  readonly action: SpotlightActionData;
  readonly title: Findable;
  /** What it is found by besides its title. */
  readonly more: readonly Findable[];
}

/** Lines under one heading. */
export interface PaletteGroup {
  readonly group: string;
  readonly lines: readonly PaletteLine[];
}

/** Maximum number of lines listed of a group: many datasets must not displace the commands that match as well. */
const maxListed = 40;

/** A line that is found by its title, its description, and more. */
export function lineOf(action: SpotlightActionData, ...more: readonly Findable[]): PaletteLine {
  return { action, title: findable(action.label ?? ''), more: [findable(action.description ?? ''), ...more] };
}

/** How a line matches: at the start of its title, in its title, by words of its title, otherwise; null if not at all. */
function rankOf(words: readonly string[], { title, more }: PaletteLine): number | null {
  const phrase = words.join(' ');
  if (title.text.startsWith(phrase)) return 0;
  if (title.text.includes(phrase)) return 1;
  if (isFound(words, title)) return 2;
  return isFound(words, title, ...more) ? 3 : null;
}

/** The lines with all of the words, the best matches first, in a group as among the groups. */
export function matchingGroups(words: readonly string[], groups: readonly PaletteGroup[]): PaletteGroup[] {
  const found = groups.flatMap(({ group, lines }) => {
    const ranked = lines.flatMap((line) => {
      const rank = rankOf(words, line);
      return rank === null ? [] : [{ line, rank }];
    });
    ranked.sort((one, other) => one.rank - other.rank);
    const [best] = ranked;
    return best === undefined
      ? []
      : [{ group, lines: ranked.slice(0, maxListed).map(({ line }) => line), rank: best.rank }];
  });
  return found.sort((one, other) => one.rank - other.rank);
}
