import type { Page } from '@playwright/test';

/** Opens what was decided about a file that is published, to change it. */
export async function openReadingOptions(window: Page): Promise<void> {
  await window.getByRole('button', { name: /^Import options/ }).click();
}

/** Opens the lines of the file that are no records. */
export async function openSkippedLines(window: Page): Promise<void> {
  await window.getByRole('button', { name: /^\d+ lines? (?:is|are) skipped$/ }).click();
}
