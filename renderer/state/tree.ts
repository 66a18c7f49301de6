import { Type } from 'typebox';
import { persisted } from './persisted.ts';
import { useSettings } from './settings.ts';

/** Maximum number of expanded lines; beyond it, the oldest are collapsed. */
const maxExpanded = 2000;

interface Tree {
  readonly filter: string;
  /** Lines that the user has expanded, others are collapsed; null until the user or the window has expanded any. */
  readonly expanded: readonly string[] | null;
  /** A connection that the catalogue should open and scroll into view. */
  readonly sought: string | null;
  /** Whether a narrow window shows the catalogue, above everything else. */
  readonly drawer: boolean;
}

export const useTreeState = persisted<Tree>({
  key: 'almanac-tree',
  schema: Type.Object({ expanded: Type.Array(Type.String()) }),
  more: { filter: '', expanded: null, sought: null, drawer: false },
});

const none: readonly string[] = [];

export function useExpanded(): readonly string[] {
  return useTreeState(({ expanded }) => expanded ?? none);
}

/** Filters by this text. */
export function setFilter(filter: string): void {
  useTreeState.setState({ filter });
}

/** Expands exactly these lines. */
export function setExpanded(expanded: readonly string[]): void {
  useTreeState.setState({ expanded: expanded.slice(-maxExpanded) });
}

export function expandAlso(ids: readonly string[]): void {
  setExpanded([...new Set([...(useTreeState.getState().expanded ?? []), ...ids])]);
}

/** Expands lines unless any have been expanded or collapsed before. */
export function expandAtFirst(ids: readonly string[]): void {
  if (useTreeState.getState().expanded === null) setExpanded(ids);
}

/** Windows that are narrower show the catalogue above everything else, for as long as something is chosen in it. */
export const narrowWindow = '(width < 700px)';

/** Shows the catalogue, or folds it away. */
export function showCatalogue(shown: boolean): void {
  if (window.matchMedia(narrowWindow).matches) useTreeState.setState({ drawer: shown });
  else useSettings.setState({ catalogueHidden: !shown });
}

export function isCatalogueShown(): boolean {
  if (window.matchMedia(narrowWindow).matches) return useTreeState.getState().drawer;
  return !useSettings.getState().catalogueHidden;
}

/** Opens a connection in the catalogue, wherever it is there, and scrolls its line into view. */
export function seekConnection(connection: string): void {
  showCatalogue(true);
  useTreeState.setState({ sought: connection });
}

/** Call this once the line is visible. */
export function foundConnection(): void {
  useTreeState.setState({ sought: null });
}
