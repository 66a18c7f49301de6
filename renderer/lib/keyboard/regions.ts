import { canHaveFocus, reachable } from './keep-focus.ts';

/** The parts of the window between which F6 moves; each names itself by `data-region`, in the order of the page. */
type Region = 'catalogue' | 'tabs' | 'views' | 'view' | 'details' | 'jobs' | 'status';

/** The attribute of a part of the window. */
export function regionOf(region: Region): { readonly 'data-region': Region } {
  return { 'data-region': region };
}

/** The element that had the focus last in each part. */
const last = new WeakMap<Element, HTMLElement>();

/** Remembers where the focus was in each part of the window. */
export function rememberRegions(): () => void {
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const region = target.closest('[data-region]');
    if (region !== null) last.set(region, target);
  };
  document.addEventListener('focusin', onFocus);
  return () => document.removeEventListener('focusin', onFocus);
}

/** Elements that the keyboard reaches, in the order of the page. */
function reachableIn(around: ParentNode): HTMLElement[] {
  return [...around.querySelectorAll<HTMLElement>(reachable)].filter(
    (element) => canHaveFocus(element) && element.closest('[inert]') === null,
  );
}

/** Marks what the keyboard enters a part at, if that is not its first control. */
export const regionEntry = { 'data-entry': true } as const;

/** Where the keyboard enters a part: a grid at its cell, what is marked, the first line or tab, or the first control. */
function entryOf(region: Element): HTMLElement | undefined {
  const controls = reachableIn(region);
  return (
    controls.find((element) => element.matches('.ag-tab-guard, [data-entry], [role="treeitem"], [role="tab"]')) ??
    controls[0]
  );
}

/** Where the keyboard returns to in a part: where it was, if that is a stop of its own. */
function placeIn(region: Element): HTMLElement | undefined {
  const before = last.get(region);
  const isStop = before !== undefined && region.contains(before) && before.matches(reachable) && canHaveFocus(before);
  return isStop ? before : entryOf(region);
}

function isFocused(place: HTMLElement | undefined, region: Element): boolean {
  place?.focus();
  return place !== undefined && region.contains(document.activeElement);
}

/** Moves the focus to the next part of the window, or to the previous one; not out of a dialog. */
export function moveToRegion(by: 1 | -1): void {
  const { activeElement } = document;
  if (activeElement?.closest('[aria-modal="true"]')) return;
  const own = activeElement?.closest('[data-region]') ?? null;
  const all = [...document.querySelectorAll('[data-region]')].filter(
    (region) => region.checkVisibility() && (region === own || placeIn(region) !== undefined),
  );
  const position = own === null ? -1 : all.indexOf(own);
  const from = position < 0 && by < 0 ? 0 : position;
  for (let step = 1; step <= all.length; step += 1) {
    const next = all.at((from + by * step + all.length * 2) % all.length);
    if (next !== undefined && isFocused(placeIn(next), next)) return;
  }
}

/** Moves the focus into the view of the active tab: into its rows if it has any. There it stays where it is. */
export function enterView(): void {
  const view = document.querySelector('[data-front] [data-region="view"]');
  if (view === null) return;
  const content = view.querySelector('[role="grid"], [role="treegrid"]') ?? view;
  if (!content.contains(document.activeElement)) entryOf(view)?.focus();
}

/** The element that Tab reaches next outside of another, wrapping around at the ends of the window. */
function neighbourOf(element: HTMLElement, backwards: boolean): HTMLElement | undefined {
  const outside = reachableIn(document).filter((each) => !element.contains(each));
  const isThere = (each: HTMLElement, side: number) => (element.compareDocumentPosition(each) & side) !== 0;
  return backwards
    ? (outside.findLast((each) => isThere(each, Node.DOCUMENT_POSITION_PRECEDING)) ?? outside.at(-1))
    : (outside.find((each) => isThere(each, Node.DOCUMENT_POSITION_FOLLOWING)) ?? outside[0]);
}

/** Lets Tab leave a grid from any cell or heading, so that it is one stop; fields in it are left one by one. */
export function tabLeaves(grid: HTMLElement): void {
  grid.addEventListener(
    'keydown',
    (event) => {
      const { key, shiftKey, ctrlKey, altKey, metaKey, target } = event;
      if (key !== 'Tab' || ctrlKey || altKey || metaKey || target instanceof HTMLInputElement) return;
      const next = neighbourOf(grid, shiftKey);
      if (next === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      next.focus();
    },
    { capture: true },
  );
}
