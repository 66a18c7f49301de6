import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Nothing that axe knows is wrong with what is on the screen now. */
export async function checkAccessibility(window: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page: window }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html.slice(0, 200)) }))).toEqual([]);
}
