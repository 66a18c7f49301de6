/** Elements that the keyboard can focus. */
export const reachable = [
  'a[href]',
  'button:not(:disabled)',
  'input:not(:disabled)',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  '[tabindex]',
]
  .map((selector) => `${selector}:not([tabindex="-1"])`)
  .join(', ');

/** Number of frames in which the code that removed an element may move the focus itself. */
const maxFrames = 3;

function ancestors(element: Element): Element[] {
  const chain: Element[] = [];
  for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) chain.push(at);
  return chain;
}

export function canHaveFocus(element: Element): boolean {
  return element.isConnected && element.checkVisibility() && !element.matches(':disabled');
}

/** Number of earlier positions to try if nothing near the last one remains, as after nested dialogs. */
const remembered = 4;

/** Recent focus positions that can be restored, newest first. */
function lastPlace(places: readonly (readonly Element[])[]): HTMLElement | null {
  for (const chain of places.toReversed()) {
    const [own] = chain;
    if (own instanceof HTMLElement && canHaveFocus(own)) return own;
    const near = redrawnOf(chain) ?? nearest(chain);
    if (near !== null) return near;
  }
  return null;
}

/**
 * Something focusable in the nearest remaining ancestor that contains any: in the active tab if that is there, and no
 * divider, which users rarely go to.
 */
function nearest(chain: readonly Element[]): HTMLElement | null {
  for (const around of chain) {
    if (!around.isConnected) continue;
    const found = [...around.querySelectorAll<HTMLElement>(reachable)].filter(canHaveFocus);
    const inFront = found.find((element) => element.closest('[data-front]') !== null);
    const best = inFront ?? found.find((element) => !element.matches('[role="separator"]')) ?? found[0];
    if (best !== undefined) return best;
  }
  return null;
}

/** Number of frames that a grid may take to redraw a cell while its rows are loading. */
const maxGridFrames = 120;

/** The grid cell that replaced the focused one; null while there is none. */
function redrawnOf(chain: readonly Element[]): HTMLElement | null {
  const grid = chain.find((element) => element.checkVisibility() && element.matches('[role="grid"]'));
  const column = chain.find((element) => element.hasAttribute('col-id'))?.getAttribute('col-id');
  const row = chain.find((element) => element.hasAttribute('row-index'))?.getAttribute('row-index');
  if (grid === undefined || column == null || row == null) return null;
  return grid.querySelector(`[row-index="${CSS.escape(row)}"] [role="gridcell"][col-id="${CSS.escape(column)}"]`);
}

function dialogOf(chain: readonly Element[]): Element | undefined {
  return chain.find((element) => element.getAttribute('role') === 'dialog');
}

function isInMenu(chain: readonly Element[]): boolean {
  return chain.some((element) => element.getAttribute('role') === 'menu');
}

/** Whether it was in a cell of a grid that is still visible. */
function isGridCell(chain: readonly Element[]): boolean {
  const grid = chain.find((one) => one.matches('[role="grid"]'));
  return grid?.checkVisibility() === true && chain.some((element) => element.hasAttribute('col-id'));
}

/**
 * Moves the focus to the nearest element when the focused one is removed, hidden or disabled: otherwise the keyboard
 * would start again at the top of the window. A focus that the user released is left alone.
 * @param isExpected whether something that is not on the page yet gets the focus instead
 */
export function keepFocus(isExpected: () => boolean): () => void {
  let chain: readonly Element[] = [];
  let before: readonly (readonly Element[])[] = [];
  let frames = 0;
  const waitThenRestore = () => {
    frames -= 1;
    if (frames > 0) requestAnimationFrame(waitThenRestore);
    else restore();
  };
  const restore = (waited = 0) => {
    const { activeElement } = document;
    const [focused] = chain;
    if (isExpected() || (activeElement !== null && activeElement !== document.body)) return;
    if (focused === undefined || canHaveFocus(focused)) return;
    // After a menu is closed, the focus returns to where it was opened from, not to its surroundings.
    const place = (isInMenu(chain) ? before.at(-1) : undefined) ?? chain;
    const [own] = place;
    if (own instanceof HTMLElement && canHaveFocus(own)) {
      own.focus();
      return;
    }
    const redrawn = redrawnOf(place);
    if (redrawn === null && isGridCell(place) && waited < maxGridFrames)
      requestAnimationFrame(() => restore(waited + 1));
    else (redrawn ?? nearest(place) ?? lastPlace(before))?.focus();
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    const next = ancestors(target);
    // Elements of a menu are not places to return to, and those within a dialog must not displace what was before it.
    const dialog = dialogOf(chain);
    const isPassing = isInMenu(chain) || (dialog !== undefined && dialog === dialogOf(next));
    // A grid may have drawn another cell in the same place.
    const isThere = (place: readonly Element[]) => place[0]?.isConnected === true || isGridCell(place);
    before = (isPassing ? before : [...before, chain]).filter(isThere).slice(-remembered);
    chain = next;
  };
  const observer = new MutationObserver(() => {
    if (frames > 0 || chain.length === 0 || document.activeElement !== document.body) return;
    frames = maxFrames;
    requestAnimationFrame(waitThenRestore);
  });
  document.addEventListener('focusin', onFocus);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  });
  return () => {
    document.removeEventListener('focusin', onFocus);
    observer.disconnect();
  };
}
