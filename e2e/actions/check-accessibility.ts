import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Describing everything that is right as well would take a fifth of the time. */
function axeFor(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
}

async function expectNothing(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html.slice(0, 200)) }))).toEqual([]);
}

/** Notes fade out automatically, with too little contrast while they do. `checkNotes` checks them. */
const notes = '.mantine-Notifications-notification';

/**
 * Checks that axe finds nothing wrong with what is on the screen, except for notes that fade away.
 * @param within the part to check; everything if missing
 * @param ignored rules that are not checked
 */
export async function checkAccessibility(
  window: Page,
  within?: string,
  ignored: readonly string[] = [],
): Promise<void> {
  const axe = axeFor(window)
    .exclude(notes)
    .disableRules([...ignored]);
  await expectNothing(within === undefined ? axe : axe.include(within));
}

/** Checks that axe finds nothing wrong with the notes that are kept on the screen, for instance by the pointer. */
export async function checkNotes(window: Page): Promise<void> {
  await expect(window.locator(notes).first()).toBeVisible();
  await expectNothing(axeFor(window).include(notes));
}

/** Elements that open over the window. */
const over = '[role="dialog"], [role="menu"]';

/**
 * Checks the contrast of every text.
 * @param within the part to check; by default the overlay if one is open, otherwise everything
 */
export async function checkColours(window: Page, within?: string): Promise<void> {
  const axe = axeFor(window).exclude(notes).withRules('color-contrast');
  const part = within ?? ((await window.locator(over).count()) > 0 ? over : undefined);
  await expectNothing(part === undefined ? axe : axe.include(part));
}

/** Checks that the focus is on a visible element, not on the page as a whole. */
export async function expectFocusSomewhere(window: Page): Promise<void> {
  await expect
    .poll(() =>
      window.evaluate(() => {
        const { activeElement } = document;
        if (activeElement === null || activeElement === document.body) return 'nowhere';
        return activeElement.checkVisibility()
          ? 'somewhere'
          : `on something hidden: ${activeElement.outerHTML.slice(0, 120)}`;
      }),
    )
    .toBe('somewhere');
}

/** Names of the controls that a user cannot bring completely into view: clipped by the window or by a container. */
export async function clippedControls(window: Page): Promise<string[]> {
  return window.evaluate(() => {
    const controls = 'button, input, select, textarea, a[href], [role="tab"], [role="menuitem"], [role="treeitem"]';
    const scrolls = (element: Element, axis: 'x' | 'y') => {
      const style = getComputedStyle(element);
      const overflow = axis === 'x' ? style.overflowX : style.overflowY;
      return (
        /auto|scroll/.test(overflow) ||
        (/hidden/.test(overflow) && element.closest('.ag-root-wrapper, [role="tablist"]') !== null)
      );
    };
    /** Whether the control is within the visible area along one axis, or within something that scrolls there. */
    const reachable = (control: Element, axis: 'x' | 'y') => {
      const box = control.getBoundingClientRect();
      const [from, to] = axis === 'x' ? [box.left, box.right] : [box.top, box.bottom];
      for (let at = control.parentElement; at !== null; at = at.parentElement) {
        if (scrolls(at, axis)) return true;
        const style = getComputedStyle(at);
        const hides = /hidden|clip/.test(axis === 'x' ? style.overflowX : style.overflowY);
        const outer = at.getBoundingClientRect();
        const [start, end] = axis === 'x' ? [outer.left, outer.right] : [outer.top, outer.bottom];
        if (hides && (from < start - 1 || to > end + 1)) return false;
      }
      return from >= -1 && to <= (axis === 'x' ? innerWidth : innerHeight) + 1;
    };
    return [...document.querySelectorAll(controls)]
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter(
        (control) =>
          control.closest('.visually-hidden, [aria-hidden="true"]') === null &&
          control.getBoundingClientRect().width > 1,
      )
      .filter((control) => !reachable(control, 'x') || !reachable(control, 'y'))
      .map(
        (control) =>
          control.getAttribute('aria-label') ?? control.textContent?.trim() ?? control.outerHTML.slice(0, 80),
      );
  });
}
