import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Nothing that axe knows is wrong with what is on the screen now. */
export async function checkAccessibility(window: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page: window }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html.slice(0, 200)) }))).toEqual([]);
}

/** The same in the light and in the dark theme. */
export async function checkBothThemes(window: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme });
    await checkAccessibility(window);
  }
  await window.emulateMedia({ colorScheme: null });
}

/** The keyboard is somewhere: on an element that is there and can be seen, not on the page as a whole. */
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
