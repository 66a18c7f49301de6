/** What the keyboard can reach. */
const reachable = [
  'a[href]',
  'button:not(:disabled)',
  'input:not(:disabled)',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  '[tabindex]',
]
  .map((selector) => `${selector}:not([tabindex="-1"])`)
  .join(', ');

/** Frames that whoever took an element away has to put the focus somewhere itself. */
const patience = 3;

function ancestors(element: Element): Element[] {
  const chain: Element[] = [];
  for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) chain.push(at);
  return chain;
}

function canHaveFocus(element: Element): boolean {
  return element.isConnected && element.checkVisibility() && !element.matches(':disabled');
}

/** The nearest of what was around an element that is still there and has something for the keyboard. */
function nearest(chain: readonly Element[]): HTMLElement | null {
  for (const around of chain) {
    if (!around.isConnected) continue;
    const found = [...around.querySelectorAll<HTMLElement>(reachable)].find((element) => canHaveFocus(element));
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * Gives the focus to what lies nearest when the element that had it goes away or can no longer be used: without it, the
 * keyboard would begin again at the top of the window. Where a person let go of it themselves, nothing happens.
 */
export function keepFocus(): () => void {
  let chain: readonly Element[] = [];
  let frames = 0;
  const look = () => {
    frames -= 1;
    if (frames > 0) requestAnimationFrame(look);
    else mend();
  };
  const mend = () => {
    const { activeElement } = document;
    const [focused] = chain;
    if (activeElement !== null && activeElement !== document.body) return;
    if (focused === undefined || canHaveFocus(focused)) return;
    nearest(chain)?.focus();
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element) chain = ancestors(target);
  };
  const observer = new MutationObserver(() => {
    if (frames > 0 || chain.length === 0 || document.activeElement !== document.body) return;
    frames = patience;
    requestAnimationFrame(look);
  });
  document.addEventListener('focusin', onFocus);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden'],
  });
  return () => {
    document.removeEventListener('focusin', onFocus);
    observer.disconnect();
  };
}
