import { expect, type Page } from '@playwright/test';
import { shownTab } from '../support/app.ts';

/**
 * The cells of one row on screen, by column id, as the grid shows them; waits until the row has loaded.
 * @param row 1-based, as in the window
 */
export async function readRow(window: Page, row: number, columns: readonly string[]): Promise<string[]> {
  const cells: string[] = [];
  // Rows of the previous query stay until the next ones are there.
  await expect(window.locator(`${shownTab} [aria-busy="true"] [role="grid"]`)).toHaveCount(0);
  for (const column of columns) {
    const cell = window.locator(`${shownTab} [row-index="${row - 1}"] [role="gridcell"][col-id="${column}"]`);
    await expect(cell).toBeVisible();
    await expect(cell).not.toBeEmpty();
    cells.push(((await cell.textContent()) ?? '').trim());
  }
  return cells;
}
