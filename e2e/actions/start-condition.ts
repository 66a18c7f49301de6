import type { Page } from '@playwright/test';

/** Opens the filter builder and chooses a column, and a condition other than the first one if given. */
export async function beginCondition(window: Page, column: string, condition?: string): Promise<void> {
  await window.getByRole('button', { name: 'Filter', exact: true }).click();
  await window.getByRole('combobox', { name: 'Column' }).click();
  await window.getByRole('option', { name: column }).click();
  if (condition === undefined) return;
  await window.getByRole('combobox', { name: 'Condition' }).click();
  await window.getByRole('option', { name: condition, exact: true }).click();
}
